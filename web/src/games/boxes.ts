/**
 * The boxes: how a game looks before it is opened. A game's folder may hold a `box.ts`, whose default export is its print,
 * and a `Cover.svelte`, drawn 240 wide and 320 high. Words, and which games are offered in which order, are the server's
 * catalogue to say.
 */
import type { Component } from "svelte";
import type { BotLevel, NewTable } from "../lib/net/protocol";

export interface BoxPrint {
  /** The box's side and top. */
  side: string;
  top: string;
  /** The title's. */
  ink: string;
  /** The square of the cover that stands for the whole when it is small: left, top, width. */
  crop: [number, number, number];
  /** The title is printed in several passes that do not quite meet: what lies under the last one. */
  passes?: readonly { x: number; y: number; ink: string }[];
  /** What rains when a game was won: a shape within 10 of 0,0, and its colours. */
  celebration?: { path: string; colours: readonly string[] };
  /** The table that one click opens. */
  quick: QuickGame;
}

export interface QuickGame {
  /** How many seats make the best short game with bots. */
  seats: number;
  /** All play together: then one plays with bots, not against them. */
  together?: true;
}

export interface Box extends BoxPrint {
  game: string;
  cover(): Promise<Component | null>;
}

/** A game without a print of its own stands in plain cardboard. */
const PLAIN: Omit<BoxPrint, "quick"> = {
  side: "#5d5142",
  top: "#8a7b66",
  ink: "#fff6e4",
  crop: [0, 0, 240],
};

const PRINTS = import.meta.glob<{ default: BoxPrint }>("./*/box.ts", { eager: true });
const COVERS = import.meta.glob<{ default: Component }>("./*/Cover.svelte");

/** The table that one click opens: a game of its own with bots on all other seats. */
export function quickTable(game: string, bots: BotLevel, fewest?: number): NewTable {
  return { game, seats: boxOf(game, fewest).quick.seats, private: true, bots };
}

/** The box of a game. One that has no print says nothing of a quick game either: its fewest seats will do. */
export function boxOf(game: string, fewest = 2): Box {
  const print = PRINTS[`./${game}/box.ts`]?.default ?? { ...PLAIN, quick: { seats: fewest } };
  const cover = async () => (await COVERS[`./${game}/Cover.svelte`]?.().catch(() => null))?.default ?? null;
  return { ...print, game, cover };
}
