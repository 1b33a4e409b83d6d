// The art of the five elements, painted once and then only copied: a table of fifty cards stays quick to move.

import { bitmapOf } from "../../../lib/stage/painted.svelte";
import type { Element } from "../types";
import { air } from "./air";
import { earth } from "./earth";
import { fire } from "./fire";
import { space } from "./space";
import { HIGH, WIDE } from "./tile";
import { water } from "./water";

/** Bitmap pixels a drawing unit: sharp at the nearest zoom on a fine screen. */
const FINENESS = 3;

export const DRAWN: Record<Element, () => string> = { earth, air, fire, water, space };
/** What an element looks like before it is painted, and where only a colour fits. */
export const COLOURS: Record<Element, string> = {
  earth: "#A7692F",
  air: "#DDEAE3",
  fire: "#D8491F",
  water: "#1E6E92",
  space: "#2B2256",
};

class Paint {
  /** Addresses of the painted tiles; null until they are dry. */
  tiles: Record<Element, string> | null = $state.raw(null);
  #started = false;

  async start(): Promise<void> {
    if (this.#started || typeof document === "undefined") return;
    this.#started = true;
    const painted = await Promise.all(
      Object.entries(DRAWN).map(async ([element, draw]) => [element, await paint(draw())] as const),
    );
    this.tiles = Object.fromEntries(painted) as Record<Element, string>;
  }
}

export const paints = new Paint();

async function paint(drawn: string): Promise<string> {
  const [width, height] = [WIDE * FINENESS, HIGH * FINENESS];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${WIDE} ${HIGH}">${drawn}</svg>`;
  const drawing = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  return (await bitmapOf(drawing))?.src ?? drawing;
}
