// Where on its panel a pyramid stands, and how large: what lies below it can still be read.

import { FOOT, HALF_BASE, HEIGHT } from "./art/glass";
import { panelBox, panelMiddle, type Point } from "./geometry";
import type { Cell, Cut, Size } from "./types";

export interface Stand extends Point {
  scale: number;
}

/** Of a panel's width and height a pyramid takes so much at most. Of a box that a diagonal halves only the middle counts. */
const WIDE = 0.8;
const HIGH = 0.74;
const DIAGONAL = 0.6;

/** `scale`: as large as this, where there is room. */
export function stands(cell: Cell, cut: Cut, panel: number, size: Size, scale: number): Stand {
  const box = panelBox(cell, cut, panel);
  const share = cut === "falling" || cut === "rising" ? DIAGONAL : 1;
  const at = panelMiddle(cell, cut, panel);
  const most = Math.min(
    scale,
    (WIDE * share * box.width) / (2 * HALF_BASE[size]),
    (HIGH * share * box.height) / HEIGHT[size],
  );
  return { x: at.x - 3 * most, y: at.y + FOOT[size] * most, scale: most };
}
