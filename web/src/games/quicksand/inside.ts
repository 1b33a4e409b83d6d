// The room inside the track: the two piles, and the lost timers, each as near to its tile as it can stand without hiding
// anything.

import type { Stand, TrackLayout } from "./track";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface PilesPlace {
  /** So little room that the piles have only a number, and stand right under the top of the arch. */
  tight: boolean;
  /** How wide a card is. */
  wide: number;
  top: number;
  box: Box;
}

/** Where the piles lie. `hand`: how much of the foot of the board my hand covers. */
export function placePiles(layout: TrackLayout, hand: number): PilesPlace {
  const { narrow, width, height, rx, ry, gear, centre } = layout;
  const tight = narrow && (width < 360 || height < 330);
  const wide = tight ? 32 : narrow ? Math.min(46, width * 0.115) : Math.max(48, Math.min(76, rx * 0.22));
  const from = centre.y - ry + gear * 2 + (tight ? 6 : narrow ? 14 : 26);
  // On a phone the inner timers need the room below.
  const top = narrow ? from : Math.max(from, (from + height - hand - 40) / 2 - wide * 0.84);
  const half = tight ? wide + 7 : Math.max(wide * 1.2, 72);
  const bottom = top + wide * 1.42 + (tight ? 6 : 28);
  return { tight, wide, top, box: { left: centre.x - half, right: centre.x + half, top, bottom } };
}

/** A timer with its plaque, its foot at a point; `plaque`: how wide that is. */
export function timerBox({ x, y }: { x: number; y: number }, scale: number, plaque: number): Box {
  const half = Math.max(24 * scale, plaque / 2);
  return { left: x - half, right: x + half, top: y - 100 * scale, bottom: y + 22 };
}

const PLAQUE = 58;
const LOST_PLAQUE = 88;
/** How finely places are tried. */
const STEP = 10;

export interface Standing {
  tile: number;
  lost: boolean;
  stand: Stand;
}

/** The same timers, the lost ones where there is room for them. `taken`: what else must not be hidden. */
export function giveRoom(layout: TrackLayout, timers: Standing[], taken: Box[]): Stand[] {
  const { scale, gear, centre, width, height } = layout;
  // A gear's enamel, not its teeth.
  const r = gear * 0.7;
  const gears = layout.tiles.map(({ x, y }) => ({ left: x - r, right: x + r, top: y - r, bottom: y + r }));
  const standing = timers.filter(({ lost }) => !lost);
  const full = [...taken, ...gears, ...standing.map(({ stand }) => timerBox(stand, scale, PLAQUE))];
  return timers.map(({ tile, lost, stand }) => {
    const slot = layout.tiles[tile - 1];
    if (!lost || !slot) return stand;
    let best = { x: stand.x, y: stand.y, cost: Infinity };
    for (let y = centre.y - layout.ry + gear + 100 * scale; y <= height - 24; y += STEP) {
      for (let x = LOST_PLAQUE / 2 + 2; x <= width - LOST_PLAQUE / 2 - 2; x += STEP) {
        const box = timerBox({ x, y }, scale, LOST_PLAQUE);
        const hidden = full.reduce((sum, other) => sum + overlap(box, other), 0);
        // Its middle, not its foot, is beside the tile.
        const far = Math.hypot(x - slot.x, y - 40 * scale - slot.y);
        const cost = 2 * far + 0.5 * hidden + (isInside(layout, x, y) ? 0 : 150);
        if (cost < best.cost) best = { x, y, cost };
      }
    }
    full.push(timerBox(best, scale, LOST_PLAQUE));
    return { x: best.x, y: best.y, tilt: stand.tilt };
  });
}

/** Lost timers stand inside the track, so that what is outside stays what is safe. */
function isInside({ centre, rx, ry }: TrackLayout, x: number, y: number): boolean {
  const across = (x - centre.x) / rx;
  const up = Math.min(0, y - centre.y) / ry;
  return across ** 2 + up ** 2 < 1;
}

function overlap(a: Box, b: Box): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}
