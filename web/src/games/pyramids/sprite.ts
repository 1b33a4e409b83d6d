// A pyramid's body or shadow as a picture of its own: painted once, and then only copied to wherever one stands.

import { short } from "./camera";

export interface SpritePicture {
  /** Its address. */
  drawing: string;
  /** Where it lies around the middle of the base, in the drawing's units. */
  box: { x: number; y: number; width: number; height: number };
}

/** Strokes and veils reach so far beyond the corners. */
const MARGIN = 10;

/** `density`: pixels of the screen in a unit. */
export function spritePicture(defs: string, markup: string, density: number): SpritePicture {
  const box = boxOf(markup);
  // As sharp as the screen, or a little more: whoever drags a window does not have them painted at every pixel.
  const sharp = 2 ** (Math.ceil(Math.log2(density) * 4) / 4);
  const size = `width="${Math.ceil(box.width * sharp)}" height="${Math.ceil(box.height * sharp)}"`;
  const view = `viewBox="${short(box.x)} ${short(box.y)} ${short(box.width)} ${short(box.height)}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${view} preserveAspectRatio="none"><defs>${defs}</defs>${markup}</svg>`;
  return { drawing: `data:image/svg+xml,${encodeURIComponent(svg)}`, box };
}

/** Around all corners. */
function boxOf(markup: string): SpritePicture["box"] {
  const numbers = [...markup.matchAll(/points="([^"]+)"/g)].flatMap(([, points = ""]) =>
    points.split(/[\s,]+/).map(Number),
  );
  const xs = numbers.filter((_, i) => i % 2 === 0);
  const ys = numbers.filter((_, i) => i % 2 === 1);
  const [x, y] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return { x, y, width: Math.max(...xs) + MARGIN - x, height: Math.max(...ys) + MARGIN - y };
}
