/** Things in a list, and how many of them, as each language writes it. */
import type { Language } from "../words/language.svelte";

/** Longer parts of a list, set apart by semicolons. */
export function series(parts: readonly string[], language: Language): string {
  return parts.join(language === "fr" ? "\u202f; " : "; ");
}

/** What somebody did, in the order in which they did it: "walked, rolled and slid a tile". */
export function inSeries(deeds: readonly string[], language: Language): string {
  if (deeds.length < 2) return deeds.join("");
  return `${deeds.slice(0, -1).join(", ")} ${language === "fr" ? "et" : "and"} ${deeds.at(-1) ?? ""}`;
}

/** So many of something in French, which has a plural from two on: "1 grande", "2 grandes". */
export function soMany(n: number, one: string): string {
  return `${n} ${one}${n > 1 ? "s" : ""}`;
}
