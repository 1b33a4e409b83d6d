// The line of a jump through the air: one arc a hop, an arrow head at the end, and where its gains are written.

import { cellCentre, project, short, type Camera, type Point } from "./camera";
import type { Cell } from "./cells";
import type { Path } from "./jumps";

export interface Arc {
  d: string;
  bounces: Point[];
  end: Point;
  /** Direction of the arrow head, in degrees; 0 points down. */
  heading: number;
  /** The middle of each hop's arc. */
  tops: Point[];
}

/** How high above the floor an arc's middle is for each unit of its length, and at least. */
const RISE = 0.62;
const LEAST = 90;

export function arcOf(camera: Camera, path: Path, from: number): Arc {
  const feet = path.map((cell: Cell) => project(camera, cellCentre(cell)));
  let d = "";
  let heading = 0;
  const tops: Point[] = [];
  for (let hop = 0; hop + 1 < feet.length; hop++) {
    const a = feet[hop] as Point;
    const b = feet[hop + 1] as Point;
    const start = hop === 0 ? { x: a.x, y: a.y - from } : { x: a.x, y: a.y - 3 };
    const end = { x: b.x, y: b.y - 3 };
    const control = controlOf(camera, path, hop, a, b);
    d += `${hop === 0 ? `M${short(start.x)} ${short(start.y)}` : ""}Q${short(control.x)} ${short(control.y)} ${short(end.x)} ${short(end.y)}`;
    tops.push({ x: (start.x + 2 * control.x + end.x) / 4, y: (start.y + 2 * control.y + end.y) / 4 });
    heading = (Math.atan2(end.y - control.y, end.x - control.x) * 180) / Math.PI - 90;
  }
  const last = feet.at(-1) as Point;
  return {
    d,
    bounces: feet.slice(1, -1).map((foot) => ({ x: foot.x, y: foot.y - 3 })),
    end: { x: last.x, y: last.y - 3 },
    heading,
    tops,
  };
}

function controlOf(camera: Camera, path: Path, hop: number, a: Point, b: Point): Point {
  const from = cellCentre(path[hop] as Cell);
  const to = cellCentre(path[hop + 1] as Cell);
  const height = Math.max(LEAST, RISE * Math.hypot(to.x - from.x, to.y - from.y)) * camera.rise * 2;
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  // Straight towards or away from the viewer an arc would hide behind itself: it swings aside.
  if (Math.abs(b.x - a.x) < 1)
    return { x: middle.x + Math.min(130, 0.45 * Math.abs(b.y - a.y) + 40), y: middle.y - height * 0.3 };
  return { x: middle.x, y: middle.y - height };
}
