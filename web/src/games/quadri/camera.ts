// How the table is seen: always all of it, unless somebody has come nearer.

import type { Box } from "./geometry";

/** Drawing units that one square measures. */
export const SQUARE = 76;

/** Free squares around the table, so that a card fits on every side. */
const ROOM = 1.2;
/** CSS pixels of the sheet's own margin, where its marks are printed. */
const MARGIN = 30;
const NARROW_MARGIN = 12;
const LARGEST = 92;
const STEP = 1.12;
export const FARTHEST = 1;
export const NEAREST = 4;

/** Which point of the grid is in the middle of the sheet, and how many CSS pixels a square has. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export function fitted(box: Box, { width, height }: Size, narrow: boolean): Camera {
  const margin = narrow ? NARROW_MARGIN : MARGIN;
  const across = (width - 2 * margin) / (box.right - box.left + 2 * ROOM);
  const down = (height - 2 * margin) / (box.bottom - box.top + 2 * ROOM);
  const most = Math.max(4, Math.min(across, down, LARGEST));
  return {
    x: (box.left + box.right) / 2,
    y: (box.top + box.bottom) / 2,
    // In steps: a table that grows by one row is not painted anew in another size each time.
    scale: LARGEST / STEP ** Math.ceil(Math.log(LARGEST / most) / Math.log(STEP) - 1e-9),
  };
}

/** A table that has grown a little is seen as it was, where all of it can be, by squares that are at least so large. */
const KEPT = 1.2;

/** `fitted`, unless the table can still be seen from where it was seen `before`: then nothing moves, and nothing is painted anew. */
export function fittedFrom(before: Camera | null, box: Box, size: Size, narrow: boolean): Camera {
  const best = fitted(box, size, narrow);
  if (!before) return best;
  const margin = narrow ? NARROW_MARGIN : MARGIN;
  const { x: left, y: top } = onSheet(before, size, box.left - ROOM, box.top - ROOM);
  const { x: right, y: bottom } = onSheet(before, size, box.right + ROOM, box.bottom + ROOM);
  const whole = Math.min(left, top, size.width - right, size.height - bottom) >= margin - 0.5;
  return whole && best.scale / before.scale < KEPT ? before : best;
}

/** Nearer by a factor, moved by squares; what is seen never leaves the table. */
export function nearer(fit: Camera, box: Box, zoom: number, by: { x: number; y: number }): Camera {
  return {
    x: Math.max(box.left, Math.min(box.right, fit.x + by.x)),
    y: Math.max(box.top, Math.min(box.bottom, fit.y + by.y)),
    scale: fit.scale * zoom,
  };
}

export function viewBox(camera: Camera, { width, height }: Size): string {
  const unit = SQUARE / camera.scale;
  return [
    camera.x * SQUARE - (width / 2) * unit,
    camera.y * SQUARE - (height / 2) * unit,
    width * unit,
    height * unit,
  ]
    .map((value) => Math.round(value * 100) / 100)
    .join(" ");
}

/** A point of the sheet, in CSS pixels from its top left, as a place on the grid. */
export function onGrid(camera: Camera, { width, height }: Size, px: number, py: number) {
  return { x: (px - width / 2) / camera.scale + camera.x, y: (py - height / 2) / camera.scale + camera.y };
}

export function onSheet(camera: Camera, { width, height }: Size, x: number, y: number) {
  return { x: (x - camera.x) * camera.scale + width / 2, y: (y - camera.y) * camera.scale + height / 2 };
}

/** What makes a picture taken with `to` look as if it were taken with `from`: where the table's growth starts from. */
export function asSeenBy(from: Camera, to: Camera, { width, height }: Size): string {
  const k = from.scale / to.scale;
  const dx = (width / 2) * (1 - k) + (to.x - from.x) * from.scale;
  const dy = (height / 2) * (1 - k) + (to.y - from.y) * from.scale;
  return `translate(${dx}px, ${dy}px) scale(${k})`;
}
