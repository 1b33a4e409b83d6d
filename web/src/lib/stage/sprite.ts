// A small drawing as a picture of its own: painted once, and then only copied to wherever it stands.

import { trim } from "../../art/kit";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface SpritePicture {
  /** Its address. */
  drawing: string;
  /** Where it lies around its 0,0, in the drawing's units. */
  box: Box;
}

/** `density`: pixels of the screen in a unit. */
export function spritePicture(defs: string, markup: string, box: Box, density: number): SpritePicture {
  // As sharp as the screen, or a little more: whoever drags a window does not have them painted at every pixel.
  const sharp = 2 ** (Math.ceil(Math.log2(density) * 4) / 4);
  const size = `width="${Math.ceil(box.width * sharp)}" height="${Math.ceil(box.height * sharp)}"`;
  const view = `viewBox="${trim(box.x)} ${trim(box.y)} ${trim(box.width)} ${trim(box.height)}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${view} preserveAspectRatio="none"><defs>${defs}</defs>${markup}</svg>`;
  return { drawing: `data:image/svg+xml,${encodeURIComponent(svg)}`, box };
}
