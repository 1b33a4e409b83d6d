/** Longer parts of a list, set apart by semicolons as each language sets them. */
import type { Language } from "./language.svelte";

export function series(parts: readonly string[], language: Language): string {
  return parts.join(language === "fr" ? "\u202f; " : "; ");
}
