// What a coaster darkens below it, as a drawing of its own. Soft without a filter: veil over veil, each a little wider.

import { spritePicture, type SpritePicture } from "../../lib/stage/sprite";
import { COASTER, CORNER } from "./camera";

const VEILS = [-6, -3, 0, 3, 6, 9, 12, 15, 19, 23];
const REACH = COASTER / 2 + 23;
const BOX = { x: -REACH, y: -REACH, width: 2 * REACH, height: 2 * REACH };
const DRAWN = VEILS.map((veil) => {
  const half = COASTER / 2 + veil;
  return `<rect x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}" rx="${CORNER + veil}" fill-opacity=".075"/>`;
}).join("");

/** Seen from above, around 0,0. `pixel`: the board's units in a pixel. */
export function slabShadow(pixel: number): SpritePicture {
  const device = typeof devicePixelRatio === "number" ? devicePixelRatio : 1;
  // Nothing in it is sharp.
  return spritePicture("", DRAWN, BOX, (0.5 * device) / pixel);
}
