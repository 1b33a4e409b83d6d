/**
 * The house's own players: a name, a manner and a portrait for each level of each game. A game's folder may hold a `bots.ts`
 * whose default export names its five; the portrait is drawn from the name (`art/Portrait.svelte`).
 */
import type { BotLevel } from "../lib/net/protocol";
import type { Bilingual } from "../lib/words/language.svelte";

export interface Bot {
  /** The same in both languages. */
  name: string;
  /** How they play, in a few words. */
  manner: Bilingual;
}

export type Bots = Record<BotLevel, Bot>;

const NAMED = import.meta.glob<{ default: Bots }>("./*/bots.ts", { eager: true });

/** Null where a game names none: then the level has to do. */
export function botOf(game: string, level: BotLevel): Bot | null {
  return NAMED[`./${game}/bots.ts`]?.default[level] ?? null;
}
