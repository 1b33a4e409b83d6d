// The slabs' pictures for one board: ordered from the workshop, kept as image addresses, ordered anew when the board's
// size on the screen changes much. Until a picture is there the board draws a plain slab.

import { SvelteMap } from "svelte/reactivity";
import { COASTERS, type Coaster } from "../cells";
import type { Delivery, Order } from "./mason";

/** Sizes are rounded up to this many pixels, so that a window dragged wider orders few times. */
const ROUND_UP = 96;
const SMALLEST = 288;
const LARGEST = 960;

export class Quarry {
  readonly #pictures = new SvelteMap<string, string>();
  /** What the workshop has been asked for, in this size. */
  readonly #ordered = new Set<string>();
  #workshop: Worker | null = null;
  #pixels = 0;

  /** The address of a slab's picture, if it is ready. */
  picture(coaster: Coaster, quarterTurns: number): string | undefined {
    return this.#pictures.get(key(coaster, quarterTurns));
  }

  /**
   * Orders the slabs for a coaster that is `wanted` device pixels wide: as they lie on the table, and turned in every way
   * once one is about to be turned.
   */
  order(wanted: number, turning: boolean, lying: (coaster: Coaster) => number): void {
    if (typeof Worker === "undefined") return;
    const pixels = Math.min(LARGEST, Math.max(SMALLEST, Math.ceil(wanted / ROUND_UP) * ROUND_UP));
    if (pixels !== this.#pixels) {
      this.#pixels = pixels;
      this.#ordered.clear();
      // A worker that is still busy with another size is of no use any more.
      this.#workshop?.terminate();
      this.#workshop = new Worker(new URL("./workshop.ts", import.meta.url), { type: "module" });
      this.#workshop.onmessage = (event: MessageEvent<Delivery>) => void this.#receive(event.data);
    }
    for (let turn = 0; turn < (turning ? 4 : 1); turn++) {
      for (const coaster of COASTERS) this.#orderOne(coaster, (lying(coaster) + turn) % 4);
    }
  }

  #orderOne(coaster: Coaster, quarterTurns: number): void {
    const name = key(coaster, quarterTurns);
    if (this.#ordered.has(name)) return;
    this.#ordered.add(name);
    const order: Order = { coaster, pixels: this.#pixels, quarterTurns };
    this.#workshop?.postMessage(order);
  }

  close(): void {
    this.#workshop?.terminate();
    this.#workshop = null;
    this.#pixels = 0;
    this.#ordered.clear();
    for (const address of this.#pictures.values()) URL.revokeObjectURL(address);
    this.#pictures.clear();
  }

  async #receive(delivery: Delivery): Promise<void> {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = delivery.pixels;
    canvas.getContext("2d")?.putImageData(new ImageData(delivery.image, delivery.pixels), 0, 0);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
    if (!blob || delivery.pixels !== this.#pixels) return;
    const name = key(delivery.coaster, delivery.quarterTurns);
    const old = this.#pictures.get(name);
    this.#pictures.set(name, URL.createObjectURL(blob));
    if (old) URL.revokeObjectURL(old);
  }
}

function key(coaster: Coaster, quarterTurns: number): string {
  return `${coaster}${quarterTurns}`;
}
