// A jump is built hop by hop out of the actions that came with the view: which landings come next,
// whether it may stop here, and what the view says that it takes on the way.

import type { Cell } from "./cells";
import { jump, parse } from "./notation";
import type { PyramidsView } from "./types";

export type Path = readonly Cell[];

/** Every jump in a list of actions, as paths. */
export function jumpsIn(actions: readonly string[]): Path[] {
  const paths: Path[] = [];
  for (const action of actions) {
    const move = parse(action);
    if (move?.kind === "jump") paths.push(move.path);
  }
  return paths;
}

/** The jumps that begin with these cells, the finished one included. */
export function continuing(jumps: readonly Path[], path: Path): Path[] {
  return jumps.filter((jump) => jump.length >= path.length && path.every((cell, i) => jump[i] === cell));
}

/** Where the next hop may land. */
export function nextLandings(jumps: readonly Path[], path: Path): Cell[] {
  return distinct(continuing(jumps, path).flatMap((jump) => jump.slice(path.length, path.length + 1)));
}

/** Landings that lie more than one hop away. */
export function furtherLandings(jumps: readonly Path[], path: Path): Cell[] {
  const next = new Set(nextLandings(jumps, path));
  return distinct(continuing(jumps, path).flatMap((jump) => jump.slice(path.length + 1))).filter(
    (cell) => !next.has(cell),
  );
}

export function mayStop(jumps: readonly Path[], path: Path): boolean {
  return path.length > 1 && continuing(jumps, path).some((jump) => jump.length === path.length);
}

export function mayGoOn(jumps: readonly Path[], path: Path): boolean {
  return nextLandings(jumps, path).length > 0;
}

/**
 * The path that a click on `cell` means: one hop if the next hop may land there, otherwise the only way that leads
 * there; null where there is none, or where several ways lead there and the person has to say which.
 */
export function routeTo(jumps: readonly Path[], path: Path, cell: Cell): Path | null {
  if (nextLandings(jumps, path).includes(cell)) return [...path, cell];
  const ways = new Map<string, Path>();
  for (const jump of continuing(jumps, path)) {
    const end = jump.indexOf(cell, path.length);
    if (end > 0) ways.set(jump.slice(0, end + 1).join("x"), jump.slice(0, end + 1));
  }
  const [only] = ways.values();
  return ways.size === 1 && only ? only : null;
}

/** What one hop after another passes over, as the view tells it: pips that are gained, or none for one's own. */
export interface Passed {
  cell: Cell;
  pips: number;
}

type Hops = PyramidsView["hops"];

/** The pyramids that a path passes over. */
export function passedOver(hops: Hops, path: Path): Passed[] {
  return path.slice(1).flatMap((to, hop) => {
    const over = hops[jump([path[hop] as Cell, to])] ?? {};
    return Object.entries(over).map(([cell, pips]) => ({ cell, pips }));
  });
}

/** Pips that the jump takes from the opponent, and how many of one's own go home (P-14). */
export function gain(hops: Hops, path: Path): { pips: number; home: number } {
  const passed = passedOver(hops, path);
  return {
    pips: passed.reduce((sum, { pips }) => sum + pips, 0),
    home: passed.filter(({ pips }) => pips === 0).length,
  };
}

function distinct(cells: Cell[]): Cell[] {
  return [...new Set(cells)];
}
