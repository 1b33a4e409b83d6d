// Which part of the endless sea is in sight: all of the ice, as large as the window allows, below the horizon.

import type { Spot } from "./cells";

/** A cell in drawing units, and how far things stand out of it. */
export const CELL = { width: 124, height: 110 };
/** How far below the middle of their cell feet stand, and paws; and how far the ring around one's own feet reaches below them. */
export const PAWN_FEET = 17;
export const BEAR_PAWS = 22;
export const RING = 14;
const HEAD = 62;
const FOOT = 26;
/** Pixels a unit, at most. */
const NEAREST = 1.25;
/** How far above the middle of the first row the names of columns stand, in units; and how high they are, in pixels. */
export const NAMES_UP = 62;
export const NAMES_HIGH = 13;
/** So many pixels of the upper right corner, in both directions, belong to the eye: no name stands behind it. */
const EYE = 54;

export interface Frame {
  /** Where the drawing's 0,0 is on the screen, and pixels a unit. */
  x: number;
  y: number;
  scale: number;
}

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The cells that have to be seen, with names of columns and rows beside them. */
export function boundsOf(spots: readonly Spot[], room: number): Bounds {
  const xs = spots.map(({ x }) => x);
  const ys = spots.map(({ y }) => y);
  if (spots.length === 0) return { left: 3, top: 3, right: 5, bottom: 5 };
  return {
    left: Math.min(...xs) - room,
    top: Math.min(...ys) - room,
    right: Math.max(...xs) + room,
    bottom: Math.max(...ys) + room,
  };
}

/** Fits the cells into a window whose upper part is sky. */
export function fit(bounds: Bounds, width: number, height: number, horizon: number): Frame {
  const names = 30;
  const wide = (bounds.right - bounds.left + 1) * CELL.width + names * 2;
  const high = (bounds.bottom - bounds.top + 1) * CELL.height + HEAD + FOOT;
  const scaleBelow = (top: number) =>
    Math.max(0.1, Math.min(width / wide, Math.max(1, height - top) / high, NEAREST));
  // The first row's middle lies a head's height and half a cell below the sky, or lower where there is room to spare.
  const firstRow = HEAD + CELL.height / 2 - 14;
  const below = (scale: number) => {
    const lastName = (width + (bounds.right - bounds.left) * CELL.width * scale) / 2 + NAMES_HIGH;
    const free = lastName < width - EYE;
    return free ? horizon : Math.max(horizon, EYE + 1.7 * NAMES_HIGH - (firstRow - NAMES_UP) * scale);
  };
  const scale = scaleBelow(below(scaleBelow(horizon)));
  const top = below(scale);
  const middle = ((bounds.left + bounds.right) / 2) * CELL.width;
  const spare = Math.max(0, height - top - high * scale);
  return {
    x: width / 2 - middle * scale,
    y: top + spare * 0.45 + firstRow * scale - bounds.top * CELL.height * scale,
    scale,
  };
}
