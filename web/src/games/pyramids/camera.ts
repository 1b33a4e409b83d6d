// Where things are on the screen. The floor is measured in hundredths of a cell, x to the right, y towards the viewer,
// z up; an orthographic camera looks at it from the south.

import { hull as around } from "../../art/kit";
import { column, row, type Cell, type Coaster } from "./cells";

export interface Point {
  x: number;
  y: number;
}

export const CELL = 100;
/** Stone around a coaster's nine cells. */
export const FRAME = 15;
const GAP = 8.5;
export const COASTER = 3 * CELL + 2 * FRAME;
export const BOARD = 2 * COASTER + GAP;
/** How thick a coaster's side is drawn, on the screen. */
export const THICKNESS = 17;
export const CORNER = 30;

export interface Camera {
  /** How much of a floor depth is seen. */
  readonly depth: number;
  /** How much of a height is seen. */
  readonly rise: number;
}

export function camera(elevation: number): Camera {
  const angle = (elevation * Math.PI) / 180;
  return { depth: Math.sin(angle), rise: Math.cos(angle) };
}

/** A wide board is seen at 60°, an upright phone's a little more from above, a tray in a card less. */
export const DESK = camera(60.5);
export const PHONE = camera(64);
export const TRAY = camera(50);

export function project(view: Camera, floor: Point, z = 0): Point {
  return { x: floor.x, y: floor.y * view.depth - z * view.rise };
}

/** The floor point under a point of the screen. */
export function unproject(view: Camera, screen: Point): Point {
  return { x: screen.x, y: screen.y / view.depth };
}

function along(i: number): number {
  return i < 3 ? FRAME + (i + 0.5) * CELL : COASTER + GAP + FRAME + (i - 3 + 0.5) * CELL;
}

/** The middle of a cell, on the floor: row 1 is nearest to the viewer. */
export function cellCentre(cell: Cell): Point {
  return { x: along(column(cell)), y: BOARD - along(row(cell)) };
}

export function coasterCentre(coaster: Coaster): Point {
  const near = COASTER / 2;
  const far = COASTER + GAP + COASTER / 2;
  return {
    x: coaster === "A" || coaster === "C" ? near : far,
    y: coaster === "C" || coaster === "D" ? near : far,
  };
}

/** Clockwise as the board is seen, like a coaster's turn. */
export function rotate(point: Point, centre: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const [x, y] = [point.x - centre.x, point.y - centre.y];
  return { x: centre.x + x * cos - y * sin, y: centre.y + x * sin + y * cos };
}

/** The direction from a centre to a point, in degrees clockwise; differences of it are turns. */
export function bearing(centre: Point, point: Point): number {
  return (Math.atan2(point.y - centre.y, point.x - centre.x) * 180) / Math.PI;
}

/** The same angle, between -180 and 180. */
export function shortest(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

/** The convex outline around points, for silhouettes of extruded and shadow-casting shapes. */
export function hull(points: readonly Point[]): Point[] {
  return around(points.map(({ x, y }) => [x, y] as const)).map(([x, y]) => ({ x, y }));
}

export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function pointList(points: readonly Point[]): string {
  return points.map((p) => `${short(p.x)},${short(p.y)}`).join(" ");
}

export function closedPath(points: readonly Point[]): string {
  return `M${pointList(points).replaceAll(" ", "L")}Z`;
}
