// Where cards, panels and zones are on the table, in drawing units: a card is 112 × 192, and the next one begins 116 or
// 196 further.

import { trim } from "../../art/kit";
import type { Cell, Cut, Laid } from "./types";

export const CARD = { width: 112, height: 192, corner: 9 };
const GAP = 4;
export const PITCH = { x: CARD.width + GAP, y: CARD.height + GAP };

export interface Point {
  x: number;
  y: number;
}

/** A corner of the half-card grid: a card spans 2 × 2. */
type Knot = readonly [number, number];

/** Each panel's border, clockwise, with every half-edge of the card as a step of its own. */
const BORDERS: Record<Cut, readonly (readonly Knot[])[]> = {
  whole: [
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 1],
      [2, 2],
      [1, 2],
      [0, 2],
      [0, 1],
    ],
  ],
  "top-bottom": [
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 1],
      [1, 1],
      [0, 1],
    ],
    [
      [0, 1],
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 2],
      [0, 2],
    ],
  ],
  "left-right": [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [1, 2],
      [0, 2],
      [0, 1],
    ],
    [
      [1, 0],
      [2, 0],
      [2, 1],
      [2, 2],
      [1, 2],
      [1, 1],
    ],
  ],
  quartered: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
    [
      [1, 0],
      [2, 0],
      [2, 1],
      [1, 1],
    ],
    [
      [0, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ],
    [
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 2],
    ],
  ],
  falling: [
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 1],
      [2, 2],
      [1, 1],
    ],
    [
      [2, 2],
      [1, 2],
      [0, 2],
      [0, 1],
      [0, 0],
      [1, 1],
    ],
  ],
  rising: [
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [1, 1],
      [0, 2],
      [0, 1],
    ],
    [
      [2, 0],
      [2, 1],
      [2, 2],
      [1, 2],
      [0, 2],
      [1, 1],
    ],
  ],
};

/** Each panel's middle, as parts of the card. */
const MIDDLES: Record<Cut, readonly Knot[]> = {
  whole: [[1 / 2, 1 / 2]],
  "top-bottom": [
    [1 / 2, 1 / 4],
    [1 / 2, 3 / 4],
  ],
  "left-right": [
    [1 / 4, 1 / 2],
    [3 / 4, 1 / 2],
  ],
  quartered: [
    [1 / 4, 1 / 4],
    [3 / 4, 1 / 4],
    [1 / 4, 3 / 4],
    [3 / 4, 3 / 4],
  ],
  falling: [
    [2 / 3, 1 / 3],
    [1 / 3, 2 / 3],
  ],
  rising: [
    [1 / 3, 1 / 3],
    [2 / 3, 2 / 3],
  ],
};

/** The upper left corner of the card on a cell. */
export function corner(cell: Cell): Point {
  return { x: cell.x * PITCH.x, y: cell.y * PITCH.y };
}

export function middle(cell: Cell): Point {
  const at = corner(cell);
  return { x: at.x + CARD.width / 2, y: at.y + CARD.height / 2 };
}

/** The middle of a panel, by its place in the order of the cut. */
export function panelMiddle(cell: Cell, cut: Cut, panel: number): Point {
  const at = corner(cell);
  const [x, y] = MIDDLES[cut][panel] ?? [1 / 2, 1 / 2];
  return { x: at.x + x * CARD.width, y: at.y + y * CARD.height };
}

/** A panel's outline on a card of this size whose corner is 0,0: for `<path>`. */
export function panelPath(cut: Cut, panel: number, width = CARD.width, height = CARD.height): string {
  const knots = BORDERS[cut][panel] ?? [];
  return `M${knots.map(([x, y]) => `${(x * width) / 2} ${(y * height) / 2}`).join("L")}Z`;
}

/** The least box around a panel. */
export function panelBox(cell: Cell, cut: Cut, panel: number): Box {
  const at = corner(cell);
  const knots = BORDERS[cut][panel] ?? [];
  const [xs, ys] = [knots.map(([x]) => x), knots.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return {
    x: at.x + (left * CARD.width) / 2,
    y: at.y + (top * CARD.height) / 2,
    width: ((Math.max(...xs) - left) * CARD.width) / 2,
    height: ((Math.max(...ys) - top) * CARD.height) / 2,
  };
}

/** What of that box is the panel, for `clip-path`: all of it, unless the cut is a diagonal. */
export function panelClip(cut: Cut, panel: number): string {
  if (cut !== "falling" && cut !== "rising") return "none";
  const knots = BORDERS[cut][panel] ?? [];
  return `polygon(${knots.map(([x, y]) => `${x * 50}% ${y * 50}%`).join(",")})`;
}

/** The lines between a card's panels, for `<path>`. */
export function seams(cut: Cut): string {
  const { width: w, height: h } = CARD;
  switch (cut) {
    case "whole":
      return "";
    case "top-bottom":
      return `M0 ${h / 2}H${w}`;
    case "left-right":
      return `M${w / 2} 0V${h}`;
    case "quartered":
      return `M0 ${h / 2}H${w}M${w / 2} 0V${h}`;
    case "falling":
      return `M0 0L${w} ${h}`;
    case "rising":
      return `M${w} 0L0 ${h}`;
  }
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What these cells cover, with so many cells of room around them. */
export function cover(cells: readonly Cell[], room = 0): Box {
  if (cells.length === 0) return { x: 0, y: 0, width: CARD.width, height: CARD.height };
  const xs = cells.map(({ x }) => x);
  const ys = cells.map(({ y }) => y);
  const [left, right] = [Math.min(...xs) - room, Math.max(...xs) + room];
  const [top, bottom] = [Math.min(...ys) - room, Math.max(...ys) + room];
  return {
    x: left * PITCH.x,
    y: top * PITCH.y,
    width: (right - left) * PITCH.x + CARD.width,
    height: (bottom - top) * PITCH.y + CARD.height,
  };
}

const key = ([x, y]: Knot) => `${x},${y}`;

/** The zone as one shape: the border of all its panels together, drawn `inset` inside it and with round corners. */
export function zoneOutline(layout: readonly Laid[], zone: number, inset = 4.5, round = 11): string {
  return loops(layout, zone)
    .map((loop) => rounded(drawnInside(straightened(loop), inset), round))
    .join("");
}

/** The zone's borders as closed walks with the zone on the right hand: the outer one, and one around each hole. */
function loops(layout: readonly Laid[], zone: number): Knot[][] {
  const steps = new Map<string, Knot[]>();
  for (const laid of layout) {
    laid.panels.forEach((panel, i) => {
      if (panel.zone !== zone) return;
      const border = (BORDERS[laid.cut][i] ?? []).map(([x, y]): Knot => [
        laid.cell.x * 2 + x,
        laid.cell.y * 2 + y,
      ]);
      border.forEach((from, k) => {
        const to = border[(k + 1) % border.length] ?? from;
        // Where two panels of the zone touch, the one walks back what the other walked: no border.
        const back = steps.get(key(to));
        const met = back?.findIndex((end) => key(end) === key(from)) ?? -1;
        if (back && met >= 0) back.splice(met, 1);
        else steps.set(key(from), [...(steps.get(key(from)) ?? []), to]);
      });
    });
  }
  const walks: Knot[][] = [];
  for (const [first, ends] of steps) {
    while (ends.length > 0) {
      const start = first.split(",").map(Number) as unknown as Knot;
      const walk: Knot[] = [start];
      let next = ends.pop();
      while (next && key(next) !== first) {
        const from = walk.at(-1) ?? start;
        walk.push(next);
        next = sharpestRight(from, next, steps.get(key(next)) ?? []);
      }
      walks.push(walk);
    }
  }
  return walks;
}

/** At a corner that two parts of the zone share, the walk stays with its own part. */
function sharpestRight(from: Knot, at: Knot, ends: Knot[]): Knot | undefined {
  const heading = Math.atan2(at[1] - from[1], at[0] - from[0]);
  let best = 0;
  let sharpest = -Infinity;
  ends.forEach((end, i) => {
    const turn = Math.atan2(end[1] - at[1], end[0] - at[0]) - heading;
    const right = Math.atan2(Math.sin(turn), Math.cos(turn));
    if (right > sharpest) [best, sharpest] = [i, right];
  });
  return ends.splice(best, 1)[0];
}

/** Without the knots on a straight line, in drawing units. */
function straightened(loop: readonly Knot[]): Point[] {
  const turns = loop.filter((knot, i) => {
    const before = loop.at(i - 1) ?? knot;
    const after = loop[(i + 1) % loop.length] ?? knot;
    return (knot[0] - before[0]) * (after[1] - knot[1]) !== (knot[1] - before[1]) * (after[0] - knot[0]);
  });
  return turns.map(([x, y]) => ({ x: (x * PITCH.x) / 2 - GAP / 2, y: (y * PITCH.y) / 2 - GAP / 2 }));
}

function direction(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}

function drawnInside(loop: readonly Point[], inset: number): Point[] {
  return loop.map((point, i) => {
    const before = direction(loop.at(i - 1) ?? point, point);
    const after = direction(point, loop[(i + 1) % loop.length] ?? point);
    // The inside is on the right hand: the inward normal of a step (x, y) is (−y, x).
    const sum = { x: -before.y - after.y, y: before.x + after.x };
    const along = inset / (1 + before.x * after.x + before.y * after.y);
    return { x: point.x + sum.x * along, y: point.y + sum.y * along };
  });
}

function rounded(loop: readonly Point[], radius: number): string {
  const parts = loop.map((point, i) => {
    const before = loop.at(i - 1) ?? point;
    const after = loop[(i + 1) % loop.length] ?? point;
    const towards = (end: Point) => {
      const length = Math.hypot(end.x - point.x, end.y - point.y) || 1;
      const part = Math.min(radius, length / 2) / length;
      return `${trim(point.x + (end.x - point.x) * part)} ${trim(point.y + (end.y - point.y) * part)}`;
    };
    return `${i === 0 ? "M" : "L"}${towards(before)}Q${trim(point.x)} ${trim(point.y)} ${towards(after)}`;
  });
  return parts.length > 0 ? `${parts.join("")}Z` : "";
}
