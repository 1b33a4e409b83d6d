// A pyramid of coloured glass, its foot at 0,0: two lit faces, the back seen through them, a bright wedge on the left.

import { mix, trim } from "../../../art/kit";
import type { Box } from "../../../lib/stage/sprite";
import { glyphPath, type SeatToken } from "../../../lib/table/seats";
import type { Size } from "../types";

type Point = readonly [number, number];

const PIPS: Record<Size, number> = { small: 1, medium: 2, large: 3 };
/** How far below the middle of its panel a pyramid's foot stands, so that its body is over the middle. */
export const FOOT: Record<Size, number> = { small: 13, medium: 20, large: 27 };
/** The height and half the base, in drawing units. */
export const HEIGHT: Record<Size, number> = { small: 38, medium: 55, large: 73 };
export const HALF_BASE: Record<Size, number> = { small: 14.5, medium: 19, large: 24 };

export interface Glass {
  outline: string;
  left: string;
  right: string;
  back: readonly [string, string];
  floor: string;
  far: string;
  wedge: string;
  spark: string;
  rim: string;
  base: string;
  shadow: string;
  pool: { x: number; y: number; rx: number; ry: number };
  tip: Point;
  glyph: { x: number; y: number; r: number };
  /** Notches across the front edge, one a pip. */
  notches: { dark: string; bright: string }[];
}

const shape = (...points: Point[]) => `M${points.map(([x, y]) => `${trim(x)} ${trim(y)}`).join("L")}`;
const between = (a: Point, b: Point, t: number): Point => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
];

export function glass(size: Size): Glass {
  const [b, h, pips] = [HALF_BASE[size], HEIGHT[size], PIPS[size]];
  const tip: Point = [0, -h];
  const left: Point = [-b, -b * 0.2];
  const front: Point = [b * 0.34, b * 0.1];
  const right: Point = [b, -b * 0.36];
  const back: Point = [-b * 0.3, -b * 0.62];
  const [w1, w2] = [between(tip, left, 0.16), between(tip, left, 0.86)];
  const [s1, s2] = [between(front, right, 0.3), between(front, right, 0.75)];
  const notch = (pip: number) => {
    const at = (5 + pip * 6.4) / h;
    const half = 1.7 / h;
    const [low, high] = [between(front, tip, at - half), between(front, tip, at + half)];
    const onLeft = between(between(left, tip, at), between(front, tip, at), 1 - 4 / b);
    const onRight = between(between(right, tip, at), between(front, tip, at), 1 - 6 / b);
    return {
      dark: `${shape(onLeft, high, onRight)}Z`,
      bright: `${shape(onLeft, low, onRight, between(low, high, 0.5))}Z`,
    };
  };
  return {
    outline: `${shape(tip, left, front, right)}Z`,
    left: `${shape(tip, left, front)}Z`,
    right: `${shape(tip, front, right)}Z`,
    back: [`${shape(tip, left, back)}Z`, `${shape(tip, back, right)}Z`],
    floor: `${shape(left, back, right, front)}Z`,
    far: shape(tip, back) + shape(left, back, right),
    wedge: `${shape(w1, w2, between(w2, front, 0.17), between(w1, between(tip, front, 0.16), 0.25))}Z`,
    spark: `${shape(s1, s2, between(s2, tip, 0.42))}Z`,
    rim: shape(left, tip, front),
    base: shape(tip, right, front, left),
    shadow: `${shape(left, front, right, [b * 2.1, b * 0.42], [b * 0.5, b * 0.5])}Z`,
    pool: { x: b * 0.95, y: b * 0.16, rx: b * 1.05, ry: b * 0.34 },
    tip: [0, -h + 1.6],
    glyph: { x: (left[0] + front[0]) * 0.37, y: -h * 0.24, r: { small: 4.8, medium: 6, large: 7.4 }[size] },
    notches: Array.from({ length: pips }, (_, pip) => notch(pip)),
  };
}

/** A colour towards white (0 … 1) or black (0 … −1). */
export function tone(colour: string, k: number): string {
  return k > 0 ? mix(colour, "#ffffff", k) : mix(colour, "#000000", -k);
}

interface Part {
  markup: string;
  /** All of it, around the foot. */
  box: Box;
}

/** A seat's pyramid and what it throws on its panel, as markup. */
export function drawGlass(
  { colour, glyph }: SeatToken,
  size: Size,
): { defs: string; body: Part; shadow: Part } {
  const [b, h] = [HALF_BASE[size], HEIGHT[size]];
  const shape = glass(size);
  const path = (d: string, look: string) => `<path d="${d}" ${look}/>`;
  const stop = (offset: number, colour: string, opacity: number) =>
    `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
  const defs =
    `<linearGradient id="left" x1=".2" y1="0" x2=".7" y2="1">` +
    stop(0, tone(colour, 0.55), 0.95) +
    stop(0.45, colour, 0.86) +
    stop(0.82, tone(colour, -0.12), 0.88) +
    stop(1, tone(colour, 0.35), 0.88) +
    `</linearGradient><linearGradient id="right" x1="0" y1="0" x2=".6" y2="1">` +
    stop(0, tone(colour, 0.1), 0.95) +
    stop(0.6, tone(colour, -0.45), 0.93) +
    stop(1, tone(colour, -0.15), 0.9) +
    `</linearGradient><radialGradient id="pool">` +
    stop(0, tone(colour, 0.45), 0.85) +
    stop(0.5, colour, 0.45) +
    stop(1, colour, 0) +
    `</radialGradient>`;
  const { pool, tip } = shape;
  const shadow =
    path(shape.shadow, `fill="#1C120A" opacity=".34" stroke="#1C120A" stroke-opacity=".4"`) +
    `<ellipse cx="${pool.x}" cy="${pool.y}" rx="${pool.rx}" ry="${pool.ry}" fill="url(#pool)"/>`;
  const body =
    `<g stroke-linejoin="round">` +
    path(shape.back[0], `fill="${tone(colour, -0.35)}" fill-opacity=".6"`) +
    path(shape.back[1], `fill="${tone(colour, -0.2)}" fill-opacity=".6"`) +
    path(shape.floor, `fill="${tone(colour, 0.2)}" fill-opacity=".55"`) +
    path(shape.left, `fill="url(#left)"`) +
    path(shape.right, `fill="url(#right)"`) +
    path(shape.far, `stroke="#fff" stroke-opacity=".3" stroke-width=".8" fill="none"`) +
    path(shape.wedge, `fill="#fff" fill-opacity=".4"`) +
    path(shape.spark, `fill="${tone(colour, 0.55)}" fill-opacity=".4"`) +
    shape.notches
      .map(
        ({ dark, bright }) =>
          path(dark, `fill="${tone(colour, -0.72)}"`) + path(bright, `fill="${tone(colour, 0.75)}"`),
      )
      .join("") +
    path(shape.rim, `stroke="#fff" stroke-opacity=".75" stroke-width="1.1" fill="none"`) +
    path(shape.base, `stroke="${tone(colour, -0.6)}" stroke-opacity=".9" fill="none"`) +
    `<g transform="translate(${shape.glyph.x} ${shape.glyph.y}) skewY(12)">` +
    path(glyphPath(glyph, shape.glyph.r * 1.22), `fill="${tone(colour, -0.65)}" opacity=".55"`) +
    path(glyphPath(glyph, shape.glyph.r), `fill="#fff"`) +
    `</g><circle cx="${tip[0]}" cy="${tip[1]}" r="1.5" fill="#fff" fill-opacity=".95"/></g>`;
  return {
    defs,
    body: { markup: body, box: { x: -b - 2, y: -h - 2, width: 2 * b + 4, height: h + 0.1 * b + 4 } },
    shadow: {
      markup: shadow,
      box: { x: -b - 2, y: -0.36 * b - 2, width: 3.1 * b + 4, height: 0.86 * b + 4 },
    },
  };
}
