// Carves and lights slabs away from the page's own thread: one slab takes about a tenth of a second.

import type { Coaster } from "../cells";
import { carve, light, type Slab } from "./carve";

export interface Order {
  coaster: Coaster;
  pixels: number;
  quarterTurns: number;
}

export interface Delivery extends Order {
  image: Uint8ClampedArray<ArrayBuffer>;
}

const carved = new Map<string, Slab>();

export function fulfil(order: Order): Delivery {
  const key = `${order.coaster}${order.pixels}`;
  const slab = carved.get(key) ?? carve(order.coaster, order.pixels);
  // Slabs of an older size are not needed again.
  for (const other of carved.keys()) if (!other.endsWith(String(order.pixels))) carved.delete(other);
  carved.set(key, slab);
  return { ...order, image: light(slab, order.quarterTurns) };
}
