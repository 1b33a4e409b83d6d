// What the server says about this game, under the names that are used here. The client draws it and knows no rule.

import type { TableState } from "../../lib/table/face";
import type {
  QuintazoneCell,
  QuintazoneCut,
  QuintazoneElement,
  QuintazoneEvent,
  QuintazoneHeld,
  QuintazoneLaid,
  QuintazonePyramid,
  QuintazoneScore,
  QuintazoneSize,
  QuintazoneView,
  QuintazoneZone,
} from "../../lib/generated/quintazone";

export type Cell = QuintazoneCell;
export type Cut = QuintazoneCut;
export type Element = QuintazoneElement;
export type Event = QuintazoneEvent;
export type Held = QuintazoneHeld;
export type Laid = QuintazoneLaid;
export type Pyramid = QuintazonePyramid;
export type Score = QuintazoneScore;
export type Size = QuintazoneSize;
export type View = QuintazoneView;
export type Zone = QuintazoneZone;
export type Table = TableState<View, Event>;

export const ELEMENTS: readonly Element[] = ["earth", "air", "fire", "water", "space"];
export const SIZES: readonly Size[] = ["small", "medium", "large"];

/** A panel: Z-1, cell and element name it. */
export interface Panel {
  cell: Cell;
  element: Element;
}

/** What pointer, finger or keyboard is on: a panel of a card, or an empty cell next to one. */
export type Spot = ({ kind: "panel" } & Panel) | { kind: "opening"; cell: Cell };

export function same(a: Cell | null | undefined, b: Cell | null | undefined): boolean {
  return !!a && !!b && a.x === b.x && a.y === b.y;
}

/** The spot that an element of the page is about. */
export function spotOf(below: globalThis.Element | null): Spot | null {
  const key = below?.closest<HTMLElement>("[data-spot]")?.dataset["spot"] ?? "";
  const found = /^(-?\d+),(-?\d+)(?::(.+))?$/.exec(key);
  if (!found) return null;
  const cell = { x: Number(found[1]), y: Number(found[2]) };
  const element = ELEMENTS.find((one) => one === found[3]);
  return element ? { kind: "panel", cell, element } : { kind: "opening", cell };
}

export function spotKey(spot: Spot): string {
  return `${spot.cell.x},${spot.cell.y}${spot.kind === "panel" ? `:${spot.element}` : ""}`;
}
