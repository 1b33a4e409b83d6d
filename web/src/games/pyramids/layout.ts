// How large the board is drawn in the room that the page gives it.

import { BOARD, DESK, PHONE, THICKNESS, type Camera } from "./camera";

export interface Layout {
  camera: Camera;
  /** An upright phone. */
  narrow: boolean;
  /** Drawing units that one CSS pixel shows. */
  pixel: number;
  /** The drawing's size in CSS pixels. */
  width: number;
  height: number;
  /** The drawing's corner and size in units. */
  box: { x: number; y: number; width: number; height: number };
}

/** Where the names of columns stand. */
export function namesLine({ camera, narrow, pixel }: Layout): number {
  return BOARD * camera.depth + THICKNESS + (narrow ? NARROW_NAMES : NAMES) * pixel;
}

/** Below this width the board is an upright phone's. */
const NARROW = 560;

/** CSS pixels around the board: row names on the left, tips of pyramids and the angle above, column names below. */
const ROOM = { left: 30, top: 46, right: 22, bottom: 32 };
const NARROW_ROOM = { left: 20, top: 30, right: 6, bottom: 28 };
/** CSS pixels from the board's lower edge to the line on which the names of columns stand: the angle of a turn is above. */
const NAMES = 18;
const NARROW_NAMES = 23;

export function layout(width: number, height: number): Layout {
  const narrow = width < NARROW;
  const camera = narrow ? PHONE : DESK;
  const room = narrow ? NARROW_ROOM : ROOM;
  const deep = BOARD * camera.depth + THICKNESS;
  const byWidth = (width - room.left - room.right) / BOARD;
  const byHeight = (height - room.top - room.bottom) / deep;
  const scale = Math.max(0.2, Math.min(byWidth, byHeight));
  const pixel = 1 / scale;
  const box = {
    x: -room.left * pixel,
    y: -room.top * pixel,
    width: BOARD + (room.left + room.right) * pixel,
    height: deep + (room.top + room.bottom) * pixel,
  };
  return { camera, narrow, pixel, width: box.width * scale, height: box.height * scale, box };
}
