// Squares on the grid: what a card lies over, the outline around a shape, and how a shape is written.

import { keyOf, type Turn } from "./notation";
import type { Ink, Objective, Spot } from "./types";

export type Colours = readonly [Ink, Ink, Ink, Ink];

/** The four squares of a card whose top left square is here, clockwise. */
export function quarters({ x, y }: Spot): [Spot, Spot, Spot, Spot] {
  return [
    { x, y },
    { x: x + 1, y },
    { x: x + 1, y: y + 1 },
    { x, y: y + 1 },
  ];
}

/** A card's colours clockwise from the top left, once it is turned. */
export function turned(colours: Colours, turn: Turn): Colours {
  const by = turn / 90;
  return [0, 1, 2, 3].map((i) => colours[(i + 4 - by) % 4]) as unknown as Colours;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The box around squares; a single card's worth of room where there are none. */
export function boxOf(squares: readonly Spot[]): Box {
  if (squares.length === 0) return { left: 0, top: 0, right: 2, bottom: 2 };
  const xs = squares.map(({ x }) => x);
  const ys = squares.map(({ y }) => y);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs) + 1,
    bottom: Math.max(...ys) + 1,
  };
}

/** The squares of an objective's drawing. */
export function drawn(objective: Pick<Objective, "rows">): Spot[] {
  return objective.rows.flatMap((row, y) => [...row].flatMap((ink, x) => (ink === "#" ? [{ x, y }] : [])));
}

/** Squares as a view writes a shape: rows from the top, `#` for a square, joined by `/`. */
export function written(squares: readonly Spot[]): string {
  const { left, top, right, bottom } = boxOf(squares);
  const inside = new Set(squares.map(keyOf));
  const row = (y: number) =>
    Array.from({ length: right - left }, (_, i) => (inside.has(keyOf({ x: left + i, y })) ? "#" : ".")).join(
      "",
    );
  return Array.from({ length: bottom - top }, (_, i) => row(top + i)).join("/");
}

/** The outline around squares as an SVG path, `size` units a square, drawn `inset` units inside; holes included. */
export function outline(squares: readonly Spot[], size: number, inset = 0): string {
  const inside = new Set(squares.map(keyOf));
  const has = (x: number, y: number) => inside.has(keyOf({ x, y }));
  // Every edge with the shape on its right hand, by where it starts.
  const edges = new Map<string, Edge[]>();
  const add = (edge: Edge) => {
    const key = keyOf(edge.from);
    edges.set(key, [...(edges.get(key) ?? []), edge]);
  };
  for (const { x, y } of squares) {
    if (!has(x, y - 1)) add({ from: { x, y }, way: 0 });
    if (!has(x + 1, y)) add({ from: { x: x + 1, y }, way: 1 });
    if (!has(x, y + 1)) add({ from: { x: x + 1, y: y + 1 }, way: 2 });
    if (!has(x - 1, y)) add({ from: { x, y: y + 1 }, way: 3 });
  }
  let path = "";
  for (let start = first(edges); start; start = first(edges)) {
    const corners: string[] = [];
    let edge: Edge | undefined = take(edges, start);
    while (edge) {
      const step = STEPS[edge.way] as Spot;
      const end: Spot = { x: edge.from.x + step.x, y: edge.from.y + step.y };
      const before: number = edge.way;
      // Where two squares touch by a corner only, turning right keeps them apart.
      const next: Edge | undefined = [1, 0, 3]
        .map((by) => (before + by) % 4)
        .map((way) => edges.get(keyOf(end))?.find((candidate) => candidate.way === way))
        .find((candidate) => candidate !== undefined);
      const after = next?.way ?? start.way;
      if (after !== before) corners.push(corner(end, before, after, size, inset));
      edge = next ? take(edges, next) : undefined;
    }
    path += `M${corners.join("L")}Z`;
  }
  return path;
}

/** An edge that starts somewhere and goes right, down, left or up. */
interface Edge {
  from: Spot;
  way: number;
}

const STEPS: readonly Spot[] = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
];

function first(edges: ReadonlyMap<string, Edge[]>): Edge | undefined {
  for (const list of edges.values()) if (list[0]) return list[0];
  return undefined;
}

function take(edges: Map<string, Edge[]>, edge: Edge): Edge {
  const key = keyOf(edge.from);
  const left = (edges.get(key) ?? []).filter((other) => other !== edge);
  if (left.length > 0) edges.set(key, left);
  else edges.delete(key);
  return edge;
}

function corner(at: Spot, before: number, after: number, size: number, inset: number): string {
  // The shape lies to the right of each edge: inwards is the next way round.
  const a = STEPS[(before + 1) % 4] as Spot;
  const b = STEPS[(after + 1) % 4] as Spot;
  return `${at.x * size + (a.x + b.x) * inset} ${at.y * size + (a.y + b.y) * inset}`;
}
