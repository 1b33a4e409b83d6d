/** What a ladder is called: its game and, where that has modes, which. */
import type { About } from "../net/protocol";
import { said } from "../words/language.svelte";

export function ladderName(about: About | undefined, game: string, mode: string | null): string {
  const name = about ? said(about.name) : game;
  if (mode === null) return name;
  const modes = about?.options.find(({ key }) => key === "mode")?.kind;
  const choice = modes?.type === "choice" ? modes.choices.find(({ value }) => value === mode) : undefined;
  return `${name}, ${choice ? said(choice.label) : mode}`;
}
