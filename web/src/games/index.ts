/** The faces of the games, each loaded when its table is opened. A folder's `index.ts` exports its face as default. */
import type { Component } from "svelte";
import { inTime } from "../lib/net/in-time";
import type { AnyFace } from "../lib/table/face";
import type { Bilingual } from "../lib/words/language.svelte";

const FACES = import.meta.glob<{ default: AnyFace }>("./*/index.ts");

/** Whether this client has a face for the game: one that it cannot draw is not offered. */
export function canDraw(game: string): boolean {
  return `./${game}/index.ts` in FACES;
}

/** The face of a game, or null when this client cannot draw it. */
export async function faceOf(game: string): Promise<AnyFace | null> {
  const load = FACES[`./${game}/index.ts`];
  return load ? (await inTime(load())).default : null;
}

/** How a game draws its levels, where it has some. */
export interface LevelsProps {
  /** What each is like, from level 1. */
  levels: Bilingual[];
  /** Those that I have won. */
  won: number[];
  /** The one that is chosen, where one of them always is. */
  chosen?: number | null;
  choose: (level: number) => void;
}

const LEVELS = import.meta.glob<{ default: Component<LevelsProps> }>("./*/Levels.svelte");

/** The drawing of a game's levels, or null where a number has to do: there is none, or it could not be loaded. */
export async function levelsOf(game: string): Promise<Component<LevelsProps> | null> {
  const drawing = await LEVELS[`./${game}/Levels.svelte`]?.().catch(() => null);
  return drawing?.default ?? null;
}
