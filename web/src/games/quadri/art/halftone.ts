// Four inks, each with a screen of its own whose marks grow from the lit corner to the far one.

import { IVORY, rotated, trim, type Point } from "../../../art/kit";
import { SQUARE } from "../camera";
import type { Ink } from "../types";

export const INKS: readonly Ink[] = ["cyan", "magenta", "yellow", "black"];

/** The paper shining through, and the ink itself. */
export const TINTS: Record<Ink, { tint: string; ink: string }> = {
  cyan: { tint: "#86D0EE", ink: "#0095D2" },
  magenta: { tint: "#F283B6", ink: "#DE1279" },
  yellow: { tint: "#FFE98A", ink: "#F6BC00" },
  black: { tint: "#6A635B", ink: "#191614" },
};
export const PAPER = IVORY;

const ANGLE: Record<Ink, number> = { cyan: 15, magenta: -15, yellow: 0, black: 45 };
/** The printed part of a square: the rest is the card's paper. */
export const PRINTED = SQUARE - 3.2;

const polygon = (points: readonly Point[]) =>
  `M${points.map(([x, y]) => `${trim(x)} ${trim(y)}`).join("L")}Z`;

/** 0 at the upper left of the square, 1 at the lower right. */
const shade = ([x, y]: Point) => Math.min(1, Math.max(0, ((x + y) / PRINTED + 1) / 2));

/** The marks of an ink on one square around 0,0, as one path; `pitch` is the distance between them. */
export function screen(ink: Ink, pitch: number): string {
  if (ink === "magenta") return lines(pitch);
  const grow = pitch / 7.4;
  const n = Math.ceil((PRINTED * 0.75) / pitch) + 1;
  let path = "";
  for (let i = -n; i < n; i++) {
    for (let j = -n; j < n; j++) {
      const [at] = rotated([[(i + 0.5) * pitch, (j + 0.5) * pitch]], ANGLE[ink]) as [Point];
      if (Math.max(Math.abs(at[0]), Math.abs(at[1])) > PRINTED / 2 + pitch) continue;
      path += mark(ink, at, shade(at), grow);
    }
  }
  return path;
}

/** A printed square as a picture, so many pixels wide. */
export function printed(ink: Ink, pitch: number, pixels: number): string {
  const half = PRINTED / 2;
  const square = `x="${-half}" y="${-half}" width="${PRINTED}" height="${PRINTED}" rx="3.5"`;
  const stops = [
    [0, "#fff", 0.22],
    [0.5, "#fff", 0],
    [1, "#2a1c00", 0.07],
  ].map(([at, colour, opacity]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="${-half} ${-half} ${PRINTED} ${PRINTED}"><defs><linearGradient id="sheen" x1="0" y1="0" x2="1" y2="1">${stops.join("")}</linearGradient><clipPath id="square"><rect ${square}/></clipPath></defs><g clip-path="url(#square)"><rect ${square} fill="${TINTS[ink].tint}"/><path d="${screen(ink, pitch)}" fill="${TINTS[ink].ink}"/><rect ${square} fill="url(#sheen)"/></g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function mark(ink: Ink, [x, y]: Point, v: number, grow: number): string {
  if (ink === "cyan") {
    const r = trim((1.1 + 3.3 * v) * grow);
    return `M${trim(x - r)} ${trim(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  }
  if (ink === "yellow") {
    const r = (1.7 + 2.4 * v) * grow;
    const w = (0.75 + 1.35 * v) * grow;
    const plus: Point[] = [
      [-w, -r],
      [w, -r],
      [w, -w],
      [r, -w],
      [r, w],
      [w, w],
      [w, r],
      [-w, r],
      [-w, w],
      [-r, w],
      [-r, -w],
      [-w, -w],
    ];
    return polygon(plus.map(([dx, dy]) => [x + dx, y + dy]));
  }
  const r = (1.5 + 2.6 * v) * grow;
  const square: Point[] = [
    [-r, -r],
    [r, -r],
    [r, r],
    [-r, r],
  ];
  return polygon(rotated(square, ANGLE.black).map(([dx, dy]) => [x + dx, y + dy]));
}

/** Lines that swell. */
function lines(pitch: number): string {
  const n = Math.ceil((PRINTED * 0.75) / pitch) + 1;
  let path = "";
  for (let i = -n; i <= n; i++) {
    const left: Point[] = [];
    const right: Point[] = [];
    for (let j = -n; j <= n; j++) {
      const [at, side] = rotated(
        [
          [i * pitch, j * pitch],
          [1, 0],
        ],
        ANGLE.magenta,
      ) as [Point, Point];
      const w = 0.8 + (pitch * 0.5 - 0.6) * shade(at) ** 1.05;
      left.push([at[0] + side[0] * w, at[1] + side[1] * w]);
      right.push([at[0] - side[0] * w, at[1] - side[1] * w]);
    }
    path += polygon([...left, ...right.reverse()]);
  }
  return path;
}
