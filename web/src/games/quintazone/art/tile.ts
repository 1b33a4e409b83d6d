// What the five elements' art shares: a tile of exactly one pitch, whose right edge goes on at its left and whose lower
// edge goes on at its upper, so that a field runs on from card to card.

import { trim } from "../../../art/kit";
import { PITCH } from "../geometry";

export const [WIDE, HIGH] = [PITCH.x, PITCH.y];
export const n = trim;
export const FULL = 2 * Math.PI;

export function ground(colour: string): string {
  return `<rect width="${WIDE}" height="${HIGH}" fill="${colour}"/>`;
}

/** Draws something once, and again wherever it crosses an edge; `reach` is how far it goes from its middle. */
export function across(x: number, y: number, reach: number, draw: (x: number, y: number) => string): string {
  let drawn = "";
  for (const dx of [-WIDE, 0, WIDE]) {
    for (const dy of [-HIGH, 0, HIGH]) {
      const [px, py] = [x + dx, y + dy];
      if (px > -reach && px < WIDE + reach && py > -reach && py < HIGH + reach) drawn += draw(px, py);
    }
  }
  return drawn;
}

/** A line through computed points. */
export function line(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}`;
}
