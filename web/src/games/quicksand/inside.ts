// The room inside the track: the two piles, and the lost timers, each as near to its tile as it can stand without hiding
// anything.

import { SQUASH, type Stand, type TrackLayout } from "./track";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface PilesPlace {
  /** So little room that the piles have only a number. */
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
  const wide = tight ? 32 : narrow ? Math.min(66, width * 0.165) : Math.max(48, Math.min(76, rx * 0.22));
  const high = wide * 1.42 + (tight ? 6 : 28);
  const from = centre.y - ry + gear * 2 + 26;
  // On a phone they lie at the foot: the timers have the room above and beside them.
  const top = narrow
    ? height - high - (tight ? 8 : 26)
    : Math.max(from, (from + height - (hand + 40)) / 2 - wide * 0.84);
  const half = tight ? wide + 7 : narrow ? wide * 1.15 + 2 : Math.max(wide * 1.2, 72);
  const bottom = top + high;
  return { tight, wide, top, box: { left: centre.x - half, right: centre.x + half, top, bottom } };
}

/** A timer with its plaque, its foot at a point; `plaque`: how wide that is. */
export function timerBox({ x, y }: { x: number; y: number }, scale: number, plaque: number): Box {
  const half = Math.max(24 * scale, plaque / 2);
  return { left: x - half, right: x + half, top: y - 100 * scale, bottom: y + 22 };
}

/** The same in two parts: the glass, and the plaque below it. */
export function timerParts({ x, y }: { x: number; y: number }, scale: number, plaque: number): Box[] {
  return [
    { left: x - 22 * scale, right: x + 22 * scale, top: y - 100 * scale, bottom: y },
    { left: x - plaque / 2, right: x + plaque / 2, top: y, bottom: y + 20 },
  ];
}

/** What is read on the track: the symbol of each tile, and its number on the rim. */
export function toRead({ tiles, gear }: TrackLayout): Box[] {
  const r = gear * 0.5;
  return tiles.flatMap(({ x, y }) => {
    const rim = y + gear * 0.86 * SQUASH;
    return [
      { left: x - r, right: x + r, top: y - r, bottom: y + r },
      { left: x - 11, right: x + 11, top: rim - 8, bottom: rim + 8 },
    ];
  });
}

/** On a narrow board the name of the danger zone stands at the foot, beside its last gear. */
export function dangerWord({ tiles, gear, height }: TrackLayout): Box {
  const right = (tiles.at(-1)?.x ?? 0) - gear * 1.4;
  return { left: right - 62, right, top: height - 20, bottom: height - 6 };
}

const PLAQUE = { wide: 58, narrow: 36 };
const LOST_PLAQUE = { wide: 88, narrow: 68 };
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
  const board = layout.narrow ? "narrow" : "wide";
  const plaque = PLAQUE[board];
  const lostPlaque = LOST_PLAQUE[board];
  // A gear's enamel, not its teeth.
  const r = gear * 0.7;
  const gears = layout.tiles.map(({ x, y }) => ({ left: x - r, right: x + r, top: y - r, bottom: y + r }));
  const standing = aside(layout, timers, taken, plaque);
  const kept = standing.filter(({ lost }) => !lost).map(({ stand }) => stand);
  const read = [...toRead(layout), ...taken, ...kept.flatMap((stand) => timerParts(stand, scale, plaque))];
  const full = [...taken, ...gears, ...kept.map((stand) => timerBox(stand, scale, plaque))];
  return standing.map(({ tile, lost, stand }) => {
    const slot = layout.tiles[tile - 1];
    if (!lost || !slot) return stand;
    let best = { x: stand.x, y: stand.y, cost: Infinity };
    for (let y = centre.y - layout.ry + gear + 100 * scale; y <= height - 24; y += STEP) {
      for (let x = lostPlaque / 2 + 2; x <= width - lostPlaque / 2 - 2; x += STEP) {
        // Its middle, not its foot, is beside the tile.
        const far = Math.hypot(x - slot.x, y - 40 * scale - slot.y);
        const near = 2 * far + (isInside(layout, x, y) ? 0 : 150);
        if (near >= best.cost) continue;
        const crowded = covered([timerBox({ x, y }, scale, lostPlaque)], full);
        const hides = covered(timerParts({ x, y }, scale, lostPlaque), read);
        const cost = near + 0.5 * crowded + HIDES * hides;
        if (cost < best.cost) best = { x, y, cost };
      }
    }
    read.push(...timerParts(best, scale, lostPlaque));
    full.push(timerBox(best, scale, lostPlaque));
    return { x: best.x, y: best.y, tilt: stand.tilt };
  });
}

/** What it costs to hide a pixel of what one must read, in pixels that a timer goes to avoid it. */
const HIDES = 4;

/** How many pixels of these are below those. */
function covered(parts: readonly Box[], others: readonly Box[]): number {
  let sum = 0;
  for (const part of parts) for (const other of others) sum += overlap(part, other);
  return sum;
}

/** How far a timer steps aside, in both directions, the least first. */
const ASIDE = Array.from({ length: 33 }, (_, i) => (i - 16) * 6)
  .flatMap((across, _, all) => all.map((down) => ({ across, down, far: Math.hypot(across, down) })))
  .sort((a, b) => a.far - b.far);

/** A timer steps aside where it would hide a tile's symbol or number, or another timer or its plaque. */
function aside(layout: TrackLayout, timers: Standing[], taken: Box[], plaque: number): Standing[] {
  const standing = timers.filter(({ lost }) => !lost);
  let best = steppedAside(layout, standing, taken, plaque);
  // Who comes first takes the best place: at a foot of the track the others may do better the other way round.
  if (best.hidden > 0) {
    const other = steppedAside(layout, standing.toReversed(), taken, plaque);
    if (other.hidden < best.hidden) best = other;
  }
  return timers.map((timer) => ({ ...timer, stand: best.stands.get(timer) ?? timer.stand }));
}

/** One after another; and how much they hide. */
function steppedAside(layout: TrackLayout, timers: Standing[], taken: Box[], plaque: number) {
  const { scale, width, height } = layout;
  const read = [...toRead(layout), ...taken];
  const stands = new Map<Standing, Stand>();
  let hidden = 0;
  for (const timer of timers) {
    let best = { stand: timer.stand, hides: 0, cost: Infinity };
    for (const { across, down, far } of ASIDE) {
      if (far >= best.cost) break;
      const there = { ...timer.stand, x: timer.stand.x + across, y: timer.stand.y + down };
      const parts = timerParts(there, scale, plaque);
      const out = parts.some(
        ({ left, right, top, bottom }) => left < 2 || right > width - 2 || top < 2 || bottom > height - 2,
      );
      if (out) continue;
      const hides = covered(parts, read);
      const cost = far + HIDES * hides;
      if (cost < best.cost) best = { stand: there, hides, cost };
    }
    hidden += best.hides;
    stands.set(timer, best.stand);
    read.push(...timerParts(best.stand, scale, plaque));
  }
  return { stands, hidden };
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
