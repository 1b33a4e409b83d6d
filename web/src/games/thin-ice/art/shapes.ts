// What slabs of ice are made of: chance that can be repeated, outlines, facets, cracks. All drawing is text of SVG around
// 0,0, the middle of a cell at the level of ordinary ice; the light comes from the upper left.

import { dice, mix } from "../../../art/kit";

export type Point = readonly [number, number];

/** A slab's length and depth; a cell is a little larger. */
export const SLAB = { width: 112, depth: 90 };
const LIGHT: Point = [-0.58, -0.81];

/** Numbers from 0 to 1, the same ones for the same seed. */
export class Dice {
  readonly next: () => number;

  constructor(seed: number) {
    this.next = dice((seed * 2654435761) >>> 0 || 1);
  }

  between(a: number, b: number): number {
    return a + (b - a) * this.next();
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[Math.floor(this.next() * list.length)] ?? list[0];
  }

  /** Around 0, seldom far from it. */
  bell(spread: number): number {
    return spread * (this.next() + this.next() + this.next() + this.next() - 2) * 1.73;
  }
}

export const n = (value: number): string => String(Math.round(value * 10) / 10);

export function path(points: readonly Point[], close = true): string {
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}${close ? "Z" : ""}`;
}

/** A closed curve through the points. */
export function smooth(points: readonly Point[]): string {
  const at = (i: number): Point => points[(i + points.length) % points.length] ?? [0, 0];
  let d = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let i = 0; i < points.length; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const c1 = [p1[0] + (p2[0] - p0[0]) / 3, p1[1] + (p2[1] - p0[1]) / 3] as const;
    const c2 = [p2[0] - (p3[0] - p1[0]) / 3, p2[1] - (p3[1] - p1[1]) / 3] as const;
    d += `C${[...c1, ...c2, ...p2].map(n).join(" ")}`;
  }
  return `${d}Z`;
}

/** Outward normals of a polygon that runs clockwise on the screen. */
export function normals(points: readonly Point[]): Point[] {
  return points.map((a, i) => {
    const b = points[(i + 1) % points.length] ?? a;
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const long = Math.hypot(dx, dy) || 1;
    return [dy / long, -dx / long];
  });
}

export function inset(points: readonly Point[], by: number): Point[] {
  const all = normals(points);
  return points.map(([x, y], i) => {
    const a = all[(i + all.length - 1) % all.length] ?? [0, 0];
    const b = all[i] ?? [0, 0];
    const k = Math.max(1 + a[0] * b[0] + a[1] * b[1], 0.6);
    return [x - ((a[0] + b[0]) / k) * by, y - ((a[1] + b[1]) / k) * by];
  });
}

export const shift = (points: readonly Point[], dx: number, dy: number): Point[] =>
  points.map(([x, y]) => [x + dx, y + dy]);
export const grow = (points: readonly Point[], by: number): Point[] =>
  points.map(([x, y]) => [x * by, y * by]);

/** How much a facet with this normal faces the light, from 0 to 1. */
export const lit = ([x, y]: Point): number => 0.5 + 0.5 * (x * LIGHT[0] + y * LIGHT[1]);

export function ramp(stops: readonly [string, ...string[]], t: number): string {
  const k = Math.max(0, Math.min(1, t)) * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(k));
  return mix(stops[i] ?? stops[0], stops[i + 1] ?? stops[0], k - i);
}

/** A slab seen from above: a rectangle with chamfered corners and rough edges. */
export function outline(seed: number, width = SLAB.width, depth = SLAB.depth): Point[] {
  const dice = new Dice(seed);
  const [a, b] = [width / 2, depth / 2];
  const cut = [0, 1, 2, 3].map(() => dice.between(0.1, 0.22));
  const corners: Point[] = [
    [-a, -b],
    [a, -b],
    [a, b],
    [-a, b],
  ];
  const points: Point[] = [];
  for (let i = 0; i < 4; i++) {
    const [p, q] = [corners[i] ?? [0, 0], corners[(i + 1) % 4] ?? [0, 0]];
    const next = cut[(i + 1) % 4] ?? 0.15;
    const middle = [dice.between(0.3, 0.5), dice.between(0.5, 0.7)];
    const stops = [(cut[i] ?? 0.15) * dice.between(0.6, 1.1), ...middle, 1 - next * dice.between(0.6, 1.1)];
    for (const t of stops) {
      const rough = dice.between(-0.5, 1) * width * 0.018;
      const [x, y] = [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
      points.push(i % 2 === 0 ? [x, y + (i === 0 ? rough : -rough)] : [x + (i === 1 ? -rough : rough), y]);
    }
    points.push([q[0] * (1 - next * 0.42), q[1] * (1 - next * 0.5)]);
  }
  return points;
}

/** The lower edge of a clockwise polygon, from its leftmost to its rightmost point. */
export function lowerEdge(points: readonly Point[]): Point[] {
  const left = points.reduce((best, p, i) => (p[0] < (points[best]?.[0] ?? 0) ? i : best), 0);
  const right = points.reduce((best, p, i) => (p[0] > (points[best]?.[0] ?? 0) ? i : best), 0);
  const edge: Point[] = [];
  for (let i = right; ; i = (i + 1) % points.length) {
    edge.push(points[i] ?? [0, 0]);
    if (i === left) return edge.reverse();
  }
}

interface Crack {
  points: Point[];
  widths: number[];
}

/** A crack walks on, gets thinner, and branches. */
function crack(
  dice: Dice,
  from: Point,
  heading: number,
  length: number,
  width: number,
  depth: number,
): Crack[] {
  let [x, y] = from;
  let [angle, left] = [heading, length];
  const own: Crack = { points: [[x, y]], widths: [width] };
  const all = [own];
  while (left > 0) {
    const step = dice.between(6, 11);
    angle += dice.bell(0.3);
    x += Math.cos(angle) * step;
    y += Math.sin(angle) * step * 0.86;
    left -= step;
    const now = Math.max(0.5, (width * Math.max(0, left)) / length);
    own.points.push([x, y]);
    own.widths.push(now);
    if (depth < 2 && left > 10 && dice.next() < 0.34) {
      const aside = angle + dice.pick([-1, 1]) * dice.between(0.5, 1);
      all.push(...crack(dice, [x, y], aside, left * dice.between(0.35, 0.7), now * 0.75, depth + 1));
    }
  }
  return all;
}

function tapered({ points, widths }: Crack): string {
  const sides = points.map((p, i) => {
    const [a, b] = [points[Math.max(0, i - 1)] ?? p, points[Math.min(points.length - 1, i + 1)] ?? p];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const k = (widths[i] ?? 1) / 2 / (Math.hypot(dx, dy) || 1);
    return [
      [p[0] - dy * k, p[1] + dx * k],
      [p[0] + dy * k, p[1] - dx * k],
    ] as const satisfies readonly [Point, Point];
  });
  return path([...sides.map(([a]) => a), ...sides.map(([, b]) => b).reverse()]);
}

/** Cracks from the middle of the slab, or from the rim of its hole: dark, with a white hairline on the lit side. */
export function cracks(seed: number, hole?: Point): string {
  const dice = new Dice(seed);
  const arms = hole ? dice.pick([5, 6]) : dice.pick([4, 5, 5]);
  const start = dice.between(0, 6.28);
  const middle: Point = [dice.between(-18, 18), dice.between(-11, 11)];
  const all: Crack[] = [];
  for (let i = 0; i < arms; i++) {
    const angle = start + (i * 6.283) / arms + dice.between(-0.3, 0.3);
    const from: Point = hole ? [hole[0] * Math.cos(angle) * 0.92, hole[1] * Math.sin(angle) * 0.92] : middle;
    all.push(...crack(dice, from, angle, SLAB.width * (hole ? 0.42 : 0.66), 4.1, 0));
  }
  const soft = all.map(({ points }) => path(points, false)).join("");
  const light = all
    .map(({ points, widths }) =>
      path(
        points.map(([x, y], i): Point => [x + (widths[i] ?? 0) * 0.32, y + (widths[i] ?? 0) * 0.32]),
        false,
      ),
    )
    .join("");
  return `<path d="${soft}" fill="none" stroke="#2f86ab" stroke-opacity=".35" stroke-width="6.5" stroke-linejoin="round" filter="url(#b2)"/><path d="${light}" transform="translate(1.1 1.3)" fill="none" stroke="#fff" stroke-opacity=".9" stroke-linejoin="round"/><path d="${all.map(tapered).join("")}" fill="#0d3b54"/>`;
}

/** An uneven ring, for holes. */
export function blob(seed: number, rx: number, ry: number, points = 16): Point[] {
  const dice = new Dice(seed);
  return Array.from({ length: points }, (_, i): Point => {
    const a = (i * 2 * Math.PI) / points;
    const k = 1 + dice.between(-0.05, 0.05);
    return [rx * Math.cos(a) * k, ry * Math.sin(a) * k];
  });
}

/** A text of SVG as the address of a picture: the browser draws it once and moves it cheaply. */
export function picture(box: readonly [number, number, number, number], content: string, defs = ""): string {
  const [x, y, w, h] = box;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${w} ${h}" width="${w * 2}" height="${h * 2}"><defs>${defs}</defs>${content}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Soft edges that all drawings here share. */
export const SOFT = [2, 4, 5, 8]
  .map(
    (by) =>
      `<filter id="b${by}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${by}"/></filter>`,
  )
  .join("");
