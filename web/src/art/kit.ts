/** The draughtsman's kit: a camera, outlines, colours between colours, and chance that draws the same picture every time. */
export type Point = readonly [number, number];

/** `--gold`, `--ivory`, `--print-danger` and `--print` of the page, for pictures that are documents of their own. */
export const GOLD = "#f2c14e";
export const IVORY = "#fffdf6";
export const RED = "#b3261e";
export const PRINT = "#231e17";

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Two decimals are finer than a pixel at any size we draw. */
export const trim = (value: number): number => Math.round(value * 100) / 100;

/** Points as an SVG polygon wants them. */
export const points = (outline: readonly Point[]): string =>
  outline.map(([x, y]) => `${trim(x)},${trim(y)}`).join(" ");

/** An orthographic camera, so many degrees above the table. World: x right, y away, z up; screen: y down. */
export class Camera {
  readonly #sin: number;
  readonly #cos: number;

  constructor(elevation: number) {
    this.#sin = Math.sin(radians(elevation));
    this.#cos = Math.cos(radians(elevation));
  }

  /** How much a length away from the viewer is shortened. */
  get foreshortening(): number {
    return this.#sin;
  }

  project(x: number, y: number, z = 0): Point {
    return [x, -(y * this.#sin) - z * this.#cos];
  }

  /** Whether a surface with this normal faces the viewer. */
  sees([x, y, z]: Vector): boolean {
    return 0 * x - y * this.#cos + z * this.#sin > 0.02;
  }
}

export type Vector = readonly [number, number, number];

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export function unit(v: Vector): Vector {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}

/** The one light of every scene: from the upper left. */
export const LAMP: Vector = unit([-0.7, -0.14, 0.7]);

export function rotated(outline: readonly Point[], degrees: number): Point[] {
  const c = Math.cos(radians(degrees));
  const s = Math.sin(radians(degrees));
  return outline.map(([x, y]) => [x * c - y * s, x * s + y * c]);
}

export function moved(outline: readonly Point[], dx: number, dy: number): Point[] {
  return outline.map(([x, y]) => [x + dx, y + dy]);
}

export function scaledAbout([cx, cy]: Point, factor: number, outline: readonly Point[]): Point[] {
  return outline.map(([x, y]) => [cx + (x - cx) * factor, cy + (y - cy) * factor]);
}

/** A square with round corners around 0,0, as a polygon. */
export function roundedSquare(half: number, corner: number, steps = 8): Point[] {
  const corners: Point[] = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ];
  return corners.flatMap(([sx, sy], i) =>
    Array.from({ length: steps + 1 }, (_, k): Point => {
      const angle = radians(i * 90 + (90 * k) / steps);
      return [
        sx * (half - corner) + corner * Math.cos(angle),
        sy * (half - corner) + corner * Math.sin(angle),
      ];
    }),
  );
}

/** The convex outline around some points: what a slab or a shadow covers. */
export function hull(cloud: readonly Point[]): Point[] {
  const sorted = [...cloud].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (line: Point[]): Point[] => {
    const kept: Point[] = [];
    for (const p of line) {
      while (kept.length > 1) {
        const [a, b] = [kept[kept.length - 2], kept[kept.length - 1]] as [Point, Point];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        kept.pop();
      }
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half([...sorted].reverse())];
}

/** A colour between two, both as #RRGGBB. */
export function mix(from: string, to: string, t: number): string {
  const channel = (colour: string, i: number) => parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16);
  const mixed = [0, 1, 2].map((i) => Math.round(channel(from, i) + (channel(to, i) - channel(from, i)) * t));
  return `#${mixed.map((c) => Math.max(0, Math.min(255, c)).toString(16).padStart(2, "0")).join("")}`;
}

/** A colour on a ramp: 0 its first, 1 its last. */
export function onRamp(ramp: readonly string[], t: number): string {
  const place = Math.max(0, Math.min(1, t)) * (ramp.length - 1);
  const i = Math.min(Math.floor(place), ramp.length - 2);
  return mix(ramp[i] ?? "#000000", ramp[i + 1] ?? "#000000", place - i);
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). Art only, never a game. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Chance with a seed: grains and stars fall the same way on every visit. */
export class Chance {
  readonly unit: () => number;

  constructor(seed: number) {
    this.unit = dice(seed);
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.unit();
  }

  /** Around `middle`, as a bell. */
  bell(middle: number, spread: number): number {
    return middle + spread * Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit());
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[Math.floor(this.unit() * list.length)] ?? list[0];
  }
}

/** Many of something, drawn by chance. */
export function scatter<T>(count: number, draw: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => draw(i));
}
