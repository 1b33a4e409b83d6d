// The dotted ring of a cell where something may be done, as a drawing of its own.

import { GOLD } from "../../art/kit";

/** Half the width of a ring, in drawing units. */
export const RING = 30;
const DOTS = 20;
const CASING = "#140603";

export interface RingPicture {
  /** Its address. */
  drawing: string;
  /** Half of its width and height, in the board's units. */
  half: number;
  high: number;
}

/** `dot`: how thick; `pixel`: the board's units in a pixel; `faint`: for what is farther away, without its dark casing. */
export function ringPicture(depth: number, dot: number, pixel: number, faint = false): RingPicture {
  const [a, b] = [RING, RING * depth];
  const casing = dot * 1.8;
  const [half, high] = [a + casing, b + casing];
  // Dots are dashes without a length; so far apart that they go round evenly (Ramanujan's perimeter of an ellipse).
  const perimeter = Math.PI * (3 * (a + b) - Math.sqrt((3 * a + b) * (a + 3 * b)));
  const density = (typeof devicePixelRatio === "number" ? devicePixelRatio : 1) / pixel;
  const size = `width="${Math.ceil(2 * half * density)}" height="${Math.ceil(2 * high * density)}"`;
  const ellipse = (look: string) => `<ellipse rx="${a}" ry="${b}" ${look}/>`;
  const dash = `stroke-linecap="round" stroke-dasharray="0 ${perimeter / DOTS}"`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="${-half} ${-high} ${2 * half} ${2 * high}" preserveAspectRatio="none">` +
    (faint
      ? ellipse(`fill="none" stroke="${GOLD}" stroke-opacity=".6" stroke-width="${dot}" ${dash}`)
      : ellipse(
          `fill="${GOLD}" fill-opacity=".08" stroke="${CASING}" stroke-opacity=".55" stroke-width="${casing}" ${dash}`,
        ) + ellipse(`fill="none" stroke="${GOLD}" stroke-width="${dot}" ${dash}`)) +
    "</svg>";
  return { drawing: `data:image/svg+xml,${encodeURIComponent(svg)}`, half, high };
}
