// Slabs of ice, one picture a face and a variant. Thickness means something: cracked ice is thin, permanent ice thick.

import type { Axis, Face } from "../types";
import { KRAKEN, ORCA } from "./beasts";
import {
  Dice,
  SLAB,
  SOFT,
  blob,
  cracks,
  grow,
  inset,
  lit,
  lowerEdge,
  n,
  normals,
  outline,
  path,
  picture,
  ramp,
  shift,
  smooth,
  type Point,
} from "./shapes";

/** The part of the drawing around a cell's middle that a slab's pictures show. */
export const BOX = [-72, -72, 144, 152] as const;
/** The same for what is seen of it below the water. */
export const BELOW_BOX = [-84, -72, 184, 190] as const;
const WATER = 14;
const VARIANTS = 4;
const AXES: readonly Axis[] = ["-", "|"];
const FACES: readonly Face[] = [
  "ice",
  "cracked",
  "permanent",
  "hole",
  "cracked-hole",
  "orca",
  "kraken",
  "floe",
  "cracked-floe",
  "turning-floe",
  "cracked-turning-floe",
];
const BEVEL = ["#6ea9c6", "#93c5db", "#c3e0ec", "#eef8fb", "#fffaf0", "#fff1d6"] as const;
const BEVEL_CRACKED = ["#3c7896", "#679db9", "#97c2d6", "#c3e0ec", "#e6f3f6", "#fdf3e2"] as const;
const WALL = ["#2f7395", "#4b93b3", "#79bcd2", "#a5dbe6"] as const;
const LIP = ["#6fa8c4", "#a9d0e1", "#e2f1f7", "#ffffff"] as const;

const gradient = (id: string, y: readonly [number, number], stops: readonly (readonly [number, string])[]) =>
  `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="-45" y1="${y[0]}" x2="45" y2="${y[1]}">${stops
    .map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`)
    .join("")}</linearGradient>`;
const DEFS =
  SOFT +
  gradient(
    "ice",
    [-45, 48],
    [
      [0, "#fffaf0"],
      [0.34, "#f0f8fb"],
      [1, "#bcdcec"],
    ],
  ) +
  gradient(
    "cracked",
    [-40, 52],
    [
      [0, "#dcedf3"],
      [0.45, "#b4d6e5"],
      [1, "#86b8d1"],
    ],
  ) +
  gradient(
    "permanent",
    [-55, 38],
    [
      [0, "#ffffff"],
      [0.4, "#e3f3fa"],
      [1, "#a4d2e8"],
    ],
  ) +
  gradient(
    "floe",
    [-45, 48],
    [
      [0, "#f4fbf4"],
      [0.4, "#dff2ee"],
      [1, "#9fd3d6"],
    ],
  ) +
  '<linearGradient id="wall" gradientUnits="userSpaceOnUse" x1="0" y1="20" x2="0" y2="60"><stop offset="0" stop-color="#0b4a69" stop-opacity="0"/><stop offset="1" stop-color="#07374f" stop-opacity=".75"/></linearGradient>' +
  '<linearGradient id="shaft" gradientUnits="userSpaceOnUse" x1="0" y1="-24" x2="0" y2="6"><stop offset="0" stop-color="#8fd6e6"/><stop offset=".5" stop-color="#3f93b4"/><stop offset="1" stop-color="#1b5f80"/></linearGradient>' +
  '<radialGradient id="deep" gradientUnits="userSpaceOnUse" cx="0" cy="-4" r="34"><stop offset="0" stop-color="#05161f"/><stop offset=".7" stop-color="#082636"/><stop offset="1" stop-color="#0e4259"/></radialGradient>';

export const isFloe = (face: Face): boolean => face.endsWith("floe");
export const isCracked = (face: Face): boolean => face.startsWith("cracked");
const isHole = (face: Face) => face === "hole" || face === "cracked-hole";
const isBeast = (face: Face) => face === "orca" || face === "kraken";

/** How thick the ice stands out of the water, in drawing units. */
export function thickness(face: Face): number {
  if (isBeast(face)) return 4;
  return face === "permanent" ? 25 : isCracked(face) ? 9 : WATER;
}

/** How far above (negative) or below the level of ordinary ice a piece stands on it. */
export const level = (face: Face): number => WATER - thickness(face);

function hole(seed: number, thick: number): string {
  const [rx, ry] = [SLAB.width * 0.25, SLAB.depth * 0.24];
  const rim = blob(seed + 5, rx, ry);
  const lip = grow(rim, 1.17);
  let g = "";
  normals(lip).forEach((normal, i) => {
    const j = (i + 1) % rim.length;
    const colour = ramp(LIP, 1 - lit(normal));
    const quad = [lip[i], lip[j], rim[j], rim[i]].filter((p) => p !== undefined);
    g += `<path d="${path(quad)}" fill="${colour}" stroke="${colour}" stroke-width=".5"/>`;
  });
  const d = smooth(rim);
  return `${g}<clipPath id="mouth"><path d="${d}"/></clipPath><g clip-path="url(#mouth)"><path d="${d}" fill="url(#shaft)"/><g transform="translate(0 ${n(thick * 0.75 + 1.5)})"><path d="${d}" fill="url(#deep)"/><path d="${d}" fill="none" stroke="#9be4ee" stroke-opacity=".7" stroke-width="1.1"/><path d="M${n(-rx * 0.45)} -1q7-3.4 14 0M${n(-rx * 0.15)} 6q9-3.4 16-.6" fill="none" stroke="#7fd3e4" stroke-opacity=".6" stroke-width="1.4" stroke-linecap="round"/></g></g><path d="${d}" fill="none" stroke="#0b3247" stroke-opacity=".85" stroke-width="1.3"/>`;
}

/** The snowflake of permanent ice. */
function flake(size: number): string {
  let d = "";
  for (let k = 0; k < 6; k++) {
    const a = ((k * 60 - 90) * Math.PI) / 180;
    const at = (r: number, o: number) =>
      `${n(Math.cos(a) * r - Math.sin(a) * o)} ${n((Math.sin(a) * r + Math.cos(a) * o) * 0.86)}`;
    d += `M0 0L${at(size, 0)}M${at(size * 0.82, size * 0.22)}L${at(size * 0.6, 0)}L${at(size * 0.82, -size * 0.22)}M${at(size * 0.5, size * 0.17)}L${at(size * 0.33, 0)}L${at(size * 0.5, -size * 0.17)}`;
  }
  const line = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';
  return `<path d="${d}" ${line} stroke="#fff" stroke-width="5" transform="translate(1.2 1.5)"/><path d="${d}" ${line} stroke="#3f8fb6" stroke-width="4.6"/><path d="${d}" ${line} stroke="#77bcd8" stroke-width="2" transform="translate(.5 .7)"/>`;
}

/** A floe's axis: a groove from end to end with an arrow at both; a turning floe has a curved arrow in the middle. */
function axisMark(face: Face, axis: Axis): string {
  const [along, reach] = axis === "|" ? [true, 34] : [false, 44];
  const turn = along ? 'transform="rotate(90)"' : "";
  const arrows = `M${-reach} 0H${reach}M${-reach + 11} -9L${-reach} 0L${-reach + 11} 9M${reach - 11} -9L${reach} 0L${reach - 11} 9`;
  const curl = "M-11 4.500A12 10.500 0 1 1 4.500 10.200M4.500 10.200l-1-6.500M4.500 10.200l6.800-1";
  const line = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';
  let g = `<g ${turn}><path d="${arrows}" ${line} stroke="#fff" stroke-width="9" opacity=".85"/><path d="${arrows}" ${line} stroke="#0f6d78" stroke-width="5.200"/></g>`;
  if (face.includes("turning"))
    g += `<circle r="17" fill="#e6f6f4" stroke="#0f6d78" stroke-width="1.600"/><path d="${curl}" ${line} stroke="#0f6d78" stroke-width="4"/>`;
  return g;
}

function top(face: Face, seed: number, edge: readonly Point[], at: number): string {
  const dice = new Dice(seed * 7 + 3);
  const { width, depth } = SLAB;
  const cracked = isCracked(face);
  const fill = isFloe(face)
    ? cracked
      ? "cracked"
      : "floe"
    : cracked
      ? "cracked"
      : face === "permanent"
        ? "permanent"
        : "ice";
  let g = `<clipPath id="top"><path d="${path(edge)}"/></clipPath><path d="${path(edge)}" fill="url(#${fill})"/><g clip-path="url(#top)">`;
  const pool = (
    colour: string,
    rx: readonly [number, number],
    ry: readonly [number, number],
    dim: number,
  ) => {
    const [x, y] = [dice.between(-0.38, 0.38) * width, dice.between(-0.38, 0.38) * depth + at];
    g += `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(dice.between(...rx))}" ry="${n(dice.between(...ry))}" transform="rotate(${n(dice.between(-28, 0))} ${n(x)} ${n(y)})" fill="${colour}" opacity="${n(dim)}" filter="url(#b5)"/>`;
  };
  for (let i = 0; i < (cracked ? 2 : 4); i++) pool("#fff", [14, 30], [5, 10], dice.between(0.5, 0.9));
  for (let i = 0; i < 3; i++) pool("#5fb0d2", [10, 24], [4, 8], dice.between(0.16, 0.34));
  for (let i = 0; i < 4; i++) {
    const [x, y] = [dice.between(-0.4, 0.3) * width, dice.between(-0.4, 0.4) * depth + at];
    const long = dice.between(8, 20);
    g += `<path d="M${n(x)} ${n(y)}q${n(long / 2)}-3 ${n(long)} ${n(-dice.between(0, 2))}" fill="none" stroke="#fff" stroke-width="1.4" stroke-linecap="round" opacity=".8"/>`;
  }
  for (let i = 0; i < 7; i++)
    g += `<circle cx="${n(dice.between(-0.45, 0.45) * width)}" cy="${n(dice.between(-0.45, 0.45) * depth + at)}" r="${n(dice.between(0.5, 1.1))}" fill="#fff" opacity=".85"/>`;
  const mouth: Point = [width * 0.255, depth * 0.245];
  if (cracked)
    g += `<g transform="translate(0 ${at})">${cracks(seed + 91, face === "cracked-hole" ? mouth : undefined)}</g>`;
  return `${g}</g><path d="${path(edge)}" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width=".8"/>`;
}

function slab(face: Face, axis: Axis | null, seed: number): string {
  const thick = thickness(face);
  const at = WATER - thick;
  const base = outline(seed, isFloe(face) ? 106 : SLAB.width, isFloe(face) ? 84 : SLAB.depth);
  const [upper, lower] = [shift(base, 0, at), shift(base, 0, WATER)];
  const facing = normals(base);
  const next = (i: number) => (i + 1) % base.length;
  let g = "";
  facing.forEach((normal, i) => {
    const [a, b, c, d] = [upper[i], upper[next(i)], lower[next(i)], lower[i]];
    if (normal[1] <= 0.04 || !a || !b || !c || !d) return;
    const colour = ramp(WALL, 0.18 + 0.75 * (0.5 - 0.5 * normal[0]));
    g += `<path d="${path([a, b, c, d])}" fill="${colour}" stroke="${colour}" stroke-width=".6"/>`;
    const strata = thick > 20 ? [0.2, 0.38, 0.58, 0.76] : thick > 12 ? [0.35, 0.62] : [];
    for (const k of strata)
      g += `<path d="M${n(a[0])} ${n(a[1] + thick * k)}L${n(b[0])} ${n(b[1] + thick * k)}" stroke="#eafaff" stroke-opacity=".3" stroke-width=".9"/>`;
  });
  g += `<path d="${path([...lowerEdge(upper), ...lowerEdge(lower).reverse()])}" fill="url(#wall)" opacity=".9"/>`;
  g += `<path d="${path(lowerEdge(lower), false)}" fill="none" stroke="#dffaff" stroke-opacity=".75" stroke-width="1.3" stroke-linejoin="round"/>`;
  const inner = inset(upper, isCracked(face) ? 4.5 : 5.5);
  facing.forEach((normal, i) => {
    const quad = [upper[i], upper[next(i)], inner[next(i)], inner[i]].filter((p) => p !== undefined);
    const colour = ramp(isCracked(face) ? BEVEL_CRACKED : BEVEL, lit(normal));
    g += `<path d="${path(quad)}" fill="${colour}" stroke="${colour}" stroke-width=".5"/>`;
  });
  g += top(face, seed, inner, at);
  if (isHole(face)) g += `<g transform="translate(0 ${at})">${hole(seed, thick)}</g>`;
  if (face === "permanent") g += `<g transform="translate(0 ${at})">${flake(24)}</g>`;
  if (isFloe(face)) g += `<g transform="translate(0 ${at})">${axisMark(face, axis ?? "-")}</g>`;
  const rim = facing.flatMap((normal, i) => {
    const [a, b] = [upper[i], upper[next(i)]];
    return a && b && lit(normal) > 0.675 ? [path([a, b], false)] : [];
  });
  return `${g}<path d="${rim.join("")}" fill="none" stroke="#fff6e2" stroke-width="1.3" stroke-linecap="round" opacity=".95"/>`;
}

/** Open water with a broken rim, and what came up in it. */
function beast(face: Face, seed: number): string {
  const dice = new Dice(seed);
  const base = outline(seed);
  let g = `<path d="${smooth(shift(grow(base, 0.93), 0, 13))}" fill="#031019" opacity=".75" filter="url(#b5)"/>`;
  for (const [rx, ry, dim] of [
    [50, 21, 0.16],
    [43, 17, 0.28],
    [35, 12.5, 0.5],
  ])
    g += `<ellipse cx="-2" cy="27" rx="${rx}" ry="${ry}" fill="none" stroke="#c9f3f8" stroke-opacity="${dim}" stroke-width="1.3"/>`;
  let front = "";
  base.forEach((a, i) => {
    const b = base[(i + 1) % base.length] ?? a;
    const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    if (dice.next() < 0.25 || Math.hypot(b[0] - a[0], b[1] - a[1]) < 7) return;
    const [k, l] = [dice.between(0.68, 0.84), dice.between(0.7, 0.86) * 0.95];
    const shard = shift(
      [
        [a[0] * 0.97 + b[0] * 0.03, a[1] * 0.97 + b[1] * 0.03],
        [a[0] * 0.07 + b[0] * 0.93, a[1] * 0.07 + b[1] * 0.93],
        [b[0] * k, b[1] * k],
        [middle[0] * l, middle[1] * l],
      ],
      dice.between(-1, 1),
      6 + dice.between(-1, 1),
    );
    const drawn = `<path d="${path(shift(shard, 2, 11))}" fill="#2aa3b9" opacity=".5" filter="url(#b2)"/><path d="${path(shift(shard, 0, 6))}" fill="#3c86a6"/><path d="${path(shift(shard, 0, 3))}" fill="#3c86a6"/><path d="${path(shard)}" fill="${dice.pick(["#dcecf3", "#c9e2ee", "#eaf4f7"])}" stroke="#fff" stroke-opacity=".8" stroke-width=".9" stroke-linejoin="round"/>`;
    if (middle[1] > SLAB.depth * 0.3) front += drawn;
    else g += drawn;
  });
  return g + (face === "orca" ? ORCA : KRAKEN) + front;
}

/** What is seen of a slab below the water: its shadow and a turquoise glow. */
function below(seed: number): string {
  const base = outline(seed);
  return `<path d="${path(shift(base, 12, 34))}" fill="#020a10" opacity=".5" filter="url(#b8)"/><path d="${path(shift(grow(base, 1.05), 3, 25))}" fill="#2aa3b9" opacity=".58" filter="url(#b5)"/><path d="${path(shift(grow(base, 1.015), 0, 18))}" fill="#8fe3ea" opacity=".34" filter="url(#b2)"/><path d="${path(shift(inset(base, -6), 0, 15))}" fill="none" stroke="#bdeef5" stroke-opacity=".16" stroke-width="1.2"/><path d="${path(shift(inset(base, -3), 0, 15))}" fill="none" stroke="#bdeef5" stroke-opacity=".32" stroke-width="1.1"/>`;
}

const drawn = new Map<string, string>();
function once(key: string, draw: () => string): string {
  let picture = drawn.get(key);
  if (picture === undefined) drawn.set(key, (picture = draw()));
  return picture;
}

/** The picture of a face. `variant`: any number; tiles of the same number look alike. */
export function facePicture(face: Face, axis: Axis | null, variant: number): string {
  const v = variant % VARIANTS;
  const seed = v * 31 + 7;
  const turned = face.includes("floe") ? axis : null;
  return once(`${face}${turned ?? ""}${v}`, () =>
    picture(BOX, isBeast(face) ? beast(face, seed) : slab(face, turned, seed), DEFS),
  );
}

/** Every slab there is, each drawn when it is asked for; plain ones first. */
export function* allSlabs(): Generator<string> {
  for (const face of FACES)
    for (const axis of AXES)
      for (let variant = 0; variant < VARIANTS; variant++) yield facePicture(face, axis, variant);
}

export function belowPicture(variant: number): string {
  const v = variant % VARIANTS;
  return once(`below${v}`, () => picture(BELOW_BOX, below(v * 31 + 7), SOFT));
}
