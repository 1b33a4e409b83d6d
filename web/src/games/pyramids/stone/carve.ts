// A coaster as a sculptor would make it: a height for every point of the slab (rounded edge, nine pockets, the engraved
// motif, the grain of the stone), then light on it. Lengths are in cells; x to the right, y towards the viewer.

import { CELL, COASTER, CORNER, FRAME } from "../camera";
import type { Coaster } from "../cells";
import { MOTIFS } from "./motifs";
import { dice } from "../../../art/kit";
import { NoiseTile } from "./noise";

const SIDE = COASTER / CELL;
const EDGE = FRAME / CELL;
const CORNER_RADIUS = CORNER / CELL;
const POCKET_HALF = 0.447;
const POCKET_CORNER = 0.17;
const CHAMFER = 0.06;

/** Sunlit and shaded red of each slab: alike, never the same. */
const REDS: Record<Coaster, readonly [Colour, Colour]> = {
  A: [rgb("#bf5a3d"), rgb("#7f3121")],
  B: [rgb("#b04c39"), rgb("#722b20")],
  C: [rgb("#c46642"), rgb("#893c26")],
  D: [rgb("#b35041"), rgb("#752f27")],
};

type Colour = readonly [number, number, number];

export interface Slab {
  coaster: Coaster;
  /** Pixels along one side. */
  pixels: number;
  height: Float32Array;
  /** 0: the first red, 1: the second. */
  tone: Float32Array;
  /** How much light a point gets at all: less in pockets, grooves and pits. */
  openness: Float32Array;
}

const grain = lazily(() => new NoiseTile(11));

export function carve(coaster: Coaster, pixels: number): Slab {
  const step = SIDE / pixels;
  const slab: Slab = {
    coaster,
    pixels,
    height: new Float32Array(pixels * pixels),
    tone: new Float32Array(pixels * pixels),
    openness: new Float32Array(pixels * pixels),
  };
  const groove = grooves(coaster, pixels);
  const noise = grain();
  const shift = coaster.charCodeAt(0) * 0.317;
  for (let j = 0, i = 0; j < pixels; j++) {
    const y = (j + 0.5) * step;
    for (let k = 0; k < pixels; k++, i++) {
      const x = (k + 0.5) * step;
      const inside = -edgeDistance(x, y);
      const pocket = -pocketDistance(x, y);
      const sunk = smooth(-0.012, 0.04, pocket);
      const cut = groove[i] ?? 0;
      const rough = noise.at(x / 1.15 + shift, y / 1.15 + shift * 2);
      const cloud = noise.at(x / 7.3 + shift, y / 5.1 - shift);
      const strata = noise.at((x + cloud * 0.5) / 11 + shift * 3, (y + cloud * 0.3) / 2.6 + shift);
      const rounded = inside < CHAMFER ? -0.034 * (1 - Math.max(0, inside) / CHAMFER) ** 1.6 : 0;
      slab.height[i] =
        rounded - 0.05 * sunk + rough * (0.0105 - 0.003 * sunk) - cut * (0.0165 - 0.005 * sunk);
      slab.tone[i] = clamp(0.46 + cloud * 0.55 + Math.max(0, strata) * 0.75 + rough * 0.16);
      const corner = 1 - 0.34 * (1 - smooth(0, 0.16, pocket));
      slab.openness[i] = (1 - sunk + sunk * 0.58 * corner) * (1 - 0.2 * cut);
    }
  }
  pit(slab, dice(coaster.charCodeAt(0)));
  return slab;
}

/** The slab's pixels (RGBA) as it lies after so many quarter turns: the light stays, so it moves in the slab's frame. */
export function light(slab: Slab, quarterTurns: number): Uint8ClampedArray<ArrayBuffer> {
  const { pixels, height, tone, openness } = slab;
  const step = SIDE / pixels;
  const [lx, ly, lz] = turnedLight(quarterTurns);
  const [bright, dark] = REDS[slab.coaster];
  const image = new Uint8ClampedArray(pixels * pixels * 4);
  const read = (x: number, y: number): number =>
    height[Math.min(pixels - 1, Math.max(0, y)) * pixels + Math.min(pixels - 1, Math.max(0, x))] ?? 0;
  for (let j = 0, i = 0; j < pixels; j++) {
    for (let k = 0; k < pixels; k++, i++) {
      const x = (k + 0.5) * step;
      const y = (j + 0.5) * step;
      const outside = edgeDistance(x, y);
      if (outside > step) continue;
      const nx = -(read(k + 1, j) - read(k - 1, j)) / (2 * step);
      const ny = -(read(k, j + 1) - read(k, j - 1)) / (2 * step);
      const length = Math.sqrt(nx * nx + ny * ny + 1);
      const facing = Math.max(0, (nx * lx + ny * ly + lz) / length) / lz;
      // The pocket's wall on the side of the lamp throws its shadow on the pocket's floor.
      const sunk = smooth(0, 0.03, -pocketDistance(x, y));
      const shaded = sunk && sunk * smooth(-0.05, 0.045, pocketDistance(x + lx * 0.14, y + ly * 0.14));
      // A polished top catches the lamp where it leans towards it.
      const lean = Math.max(0, facing - 1.12);
      const gloss = lean * lean * 0.32;
      const lit = (0.2 + facing * (0.68 + 0.12 * facing)) * (1 - 0.5 * shaded) * (openness[i] ?? 1);
      const t = tone[i] ?? 0;
      for (let channel = 0; channel < 3; channel++) {
        const colour = (bright[channel] ?? 0) * (1 - t) + (dark[channel] ?? 0) * t;
        image[4 * i + channel] = colour * lit + gloss * (channel === 2 ? 150 : 225);
      }
      image[4 * i + 3] = 255 * clamp(0.5 - outside / step);
    }
  }
  return image;
}

function turnedLight(quarterTurns: number): Colour {
  let [x, y] = [-0.5, -0.54];
  for (let i = 0; i < quarterTurns; i++) [x, y] = [y, -x];
  return [x, y, 0.677];
}

/** How deep each pixel lies in an engraved line, 0 to 1. */
function grooves(coaster: Coaster, pixels: number): Float32Array {
  const field = new Float32Array(pixels * pixels);
  const half = Math.max(0.0185, 0.7 * (SIDE / pixels)) / SIDE;
  const reach = half * pixels;
  for (const line of MOTIFS[coaster]()) {
    for (const [i, from] of line.entries()) {
      const to = line[i + 1];
      if (to)
        scratch(field, pixels, [from[0] * pixels, from[1] * pixels], [to[0] * pixels, to[1] * pixels], reach);
    }
  }
  return field;
}

function scratch(
  field: Float32Array,
  pixels: number,
  a: [number, number],
  b: [number, number],
  reach: number,
): void {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const squared = dx * dx + dy * dy || 1;
  const left = Math.max(0, Math.floor(Math.min(a[0], b[0]) - reach));
  const right = Math.min(pixels - 1, Math.ceil(Math.max(a[0], b[0]) + reach));
  const top = Math.max(0, Math.floor(Math.min(a[1], b[1]) - reach));
  const bottom = Math.min(pixels - 1, Math.ceil(Math.max(a[1], b[1]) + reach));
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const t = clamp(((x + 0.5 - a[0]) * dx + (y + 0.5 - a[1]) * dy) / squared);
      const distance = Math.hypot(x + 0.5 - a[0] - t * dx, y + 0.5 - a[1] - t * dy);
      const depth = 1 - smooth(reach * 0.25, reach, distance);
      const i = y * pixels + x;
      if (depth > (field[i] ?? 0)) field[i] = depth;
    }
  }
}

/** Small pits that time has left. */
function pit(slab: Slab, random: () => number): void {
  const { pixels, height, openness } = slab;
  for (let n = 0; n < 190; n++) {
    const [x, y] = [random() * pixels, random() * pixels];
    const r = (0.006 + 0.022 * random() ** 4) * (pixels / SIDE);
    const depth = 0.012 + (0.45 * (r * SIDE)) / pixels;
    for (let j = Math.max(0, Math.floor(y - r)); j <= Math.min(pixels - 1, y + r); j++) {
      for (let k = Math.max(0, Math.floor(x - r)); k <= Math.min(pixels - 1, x + r); k++) {
        const distance = Math.hypot(k + 0.5 - x, j + 0.5 - y) / r;
        if (distance >= 1) continue;
        const i = j * pixels + k;
        height[i] = (height[i] ?? 0) - depth * (1 - distance * distance);
        openness[i] = (openness[i] ?? 1) * (0.62 + 0.38 * distance);
      }
    }
  }
}

/** Signed distance to the slab's outline: negative inside. */
function edgeDistance(x: number, y: number): number {
  return roundedSquare(x - SIDE / 2, y - SIDE / 2, SIDE / 2, CORNER_RADIUS);
}

/** Signed distance to the nearest pocket's outline: negative inside. */
function pocketDistance(x: number, y: number): number {
  const nearest = (v: number) => v - EDGE - 0.5 - Math.min(2, Math.max(0, Math.floor(v - EDGE)));
  return roundedSquare(nearest(x), nearest(y), POCKET_HALF, POCKET_CORNER);
}

// Square roots are written out here and in `light`: `Math.hypot` costs ten times as much, half a million times a slab.
function roundedSquare(x: number, y: number, half: number, radius: number): number {
  const qx = Math.abs(x) - half + radius;
  const qy = Math.abs(y) - half + radius;
  if (qx <= 0 || qy <= 0) return Math.max(qx, qy) - radius;
  return Math.sqrt(qx * qx + qy * qy) - radius;
}

function smooth(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}

function rgb(hex: string): Colour {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as unknown as Colour;
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
