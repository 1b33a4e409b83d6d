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

/** Where and how an action lays the card; null if it does something else. */
export function placed(action: string): { spot: Spot; turn: Turn } | null {
  const read = PLACE.exec(action);
  if (!read) return null;
  return { spot: { x: Number(read[1]), y: Number(read[2]) }, turn: Number(read[3]) as Turn };
}

/** Where a card may be laid, whatever its turn: as keys of spots. */
export function openSpots(actions: readonly string[]): Map<string, Spot> {
  const spots = new Map<string, Spot>();
  for (const action of actions) {
    const spot = placed(action)?.spot;
    if (spot) spots.set(keyOf(spot), spot);
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
