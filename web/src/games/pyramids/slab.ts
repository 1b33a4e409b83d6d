// A coaster's outline on the screen, and how it is turned and lifted.

import {
  CELL,
  COASTER,
  CORNER,
  FRAME,
  THICKNESS,
  closedPath,
  coasterCentre,
  hull,
  project,
  type Camera,
  type Point,
} from "./camera";
import { moves, prefersStillness } from "../../lib/stage/motion";
import type { Coaster } from "./cells";
import type { Layout } from "./layout";

/** How far a coaster is lifted while it turns, in drawing units of height. */
const LIFT = 34;
const ARC = 6;
const RISE = 140;

/** The rounded square around a centre, on the floor. */
function outline(centre: Point, inset = 0): Point[] {
  const half = COASTER / 2 - inset;
  const radius = Math.max(4, CORNER - inset);
  const points: Point[] = [];
  for (let corner = 0; corner < 4; corner++) {
    for (let i = 0; i <= ARC; i++) {
      const bend = ((corner * 90 + (i * 90) / ARC) * Math.PI) / 180;
      const sx = corner === 0 || corner === 3 ? 1 : -1;
      const sy = corner < 2 ? 1 : -1;
      points.push({
        x: centre.x + sx * (half - radius) + radius * Math.cos(bend),
        y: centre.y + sy * (half - radius) + radius * Math.sin(bend),
      });
    }
  }
  return points;
}

export function topPath(camera: Camera, centre: Point, inset: number): string {
  return closedPath(outline(centre, inset).map((point) => project(camera, point)));
}

/** The top and the sides together: the silhouette of the whole stone. */
export function stonePath(camera: Camera, centre: Point): string {
  const top = outline(centre).map((point) => project(camera, point));
  return closedPath(hull([...top, ...top.map((point) => ({ x: point.x, y: point.y + THICKNESS }))]));
}

/** The middle of the shadow of a stone that lies. */
export function shadowPlace(camera: Camera, coaster: Coaster): Point {
  const centre = coasterCentre(coaster);
  const at = project(camera, { x: centre.x + 5, y: centre.y + 6 });
  return { x: at.x, y: at.y + THICKNESS };
}

/** Seen from above, around its middle, as it is seen here and turned so far. */
export const tilted = ({ depth }: Camera, angle: number) => `scale(1, ${depth}) rotate(${angle}deg)`;

/** How a stone in the hand is moved up, in pixels: as a bitmap, which nobody paints anew. */
export function raised({ camera, pixel }: Layout, lift: number) {
  return { translate: `0 ${(-lift * LIFT * camera.rise) / pixel}px` };
}

/** How its shadow, a bitmap as seen from above, lies meanwhile: farther away, larger and fainter. */
export function shadowRaised({ camera, pixel }: Layout, lift: number) {
  const fall = (lift * LIFT * 0.6) / pixel;
  return {
    translate: `${fall}px ${fall * 0.5 * camera.depth}px`,
    scale: `${1 + (lift * 8) / (COASTER / 2)}`,
    opacity: 1 - 0.21 * lift,
  };
}

/** Taken up by hand, it comes up to where it is held. */
export function rises(element: Element, look: (lift: number) => Keyframe): void {
  if (!prefersStillness()) moves(element, RISE, (t) => look(0.25 + 0.75 * t));
}

/** How large the letters on a badge are, and half of its height. */
export const badgeSize = (pixel: number) => Math.max(12.5, 13 * pixel);
export const badgeHalf = (pixel: number) => 0.8 * badgeSize(pixel);

/** Where a coaster's angle is written: on its outer edge, right beside its cells, so that it hides no mark on them. */
export function angleLabel(camera: Camera, coaster: Coaster, pixel: number): Point {
  const centre = project(camera, coasterCentre(coaster));
  const away = (COASTER / 2 - FRAME) * camera.depth + badgeHalf(pixel) + 1.5 * pixel;
  const back = coaster === "C" || coaster === "D";
  return { x: centre.x + CELL / 2, y: back ? centre.y - away : centre.y + away };
}
