// The text form of an action: `@3,-1+90`, `claim 5W`, `done`.

import type { Spot } from "./types";

export type Turn = 0 | 90 | 180 | 270;
export const TURNS: readonly Turn[] = [0, 90, 180, 270];
export const DONE = "done";

const PLACE = /^@(-?\d+),(-?\d+)\+(0|90|180|270)$/;
const CLAIM = "claim ";

export function place(spot: Spot, turn: Turn): string {
  return `@${spot.x},${spot.y}+${turn}`;
}

export function claim(objective: string): string {
  return CLAIM + objective;
}

/** Where a card may be laid, whatever its turn: as keys of spots. */
export function openSpots(actions: readonly string[]): Map<string, Spot> {
  const spots = new Map<string, Spot>();
  for (const action of actions) {
    const read = PLACE.exec(action);
    if (!read) continue;
    const spot = { x: Number(read[1]), y: Number(read[2]) };
    spots.set(keyOf(spot), spot);
  }
  return spots;
}

/** The objectives that may be claimed now. */
export function claims(actions: readonly string[]): Set<string> {
  return new Set(
    actions.filter((action) => action.startsWith(CLAIM)).map((action) => action.slice(CLAIM.length)),
  );
}

export function keyOf({ x, y }: Spot): string {
  return `${x},${y}`;
}
