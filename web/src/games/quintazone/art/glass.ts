// A pyramid of coloured glass, its foot at 0,0: two lit faces, the back seen through them, a bright wedge on the left.

import { mix, trim } from "../../../art/kit";
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
  back: string[];
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
