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
  const wide = tight ? 32 : narrow ? Math.min(58, width * 0.145) : Math.max(48, Math.min(76, rx * 0.22));
  const from = centre.y - ry + gear * 2 + (tight ? 6 : narrow ? 14 : 26);
  // On a phone they lie in the middle of the room inside, as far as the timers beside them leave it.
  const top = tight
    ? from
    : Math.max(from, (from + height - (narrow ? 30 : hand + 40)) / 2 - wide * (narrow ? 1 : 0.84));
  const half = tight ? wide + 7 : Math.max(wide * 1.2, 72);
  const bottom = top + wide * 1.42 + (tight ? 6 : 28);
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
  const standing = layout.narrow ? apart(layout, timers, taken) : aside(layout, timers, taken);
  const boxes = standing.filter(({ lost }) => !lost).map(({ stand }) => timerBox(stand, scale, plaque));
  const full = [...taken, ...gears, ...boxes];
  return standing.map(({ tile, lost, stand }) => {
    const slot = layout.tiles[tile - 1];
    if (!lost || !slot) return stand;
    let best = { x: stand.x, y: stand.y, cost: Infinity };
    for (let y = centre.y - layout.ry + gear + 100 * scale; y <= height - 24; y += STEP) {
      for (let x = lostPlaque / 2 + 2; x <= width - lostPlaque / 2 - 2; x += STEP) {
        const box = timerBox({ x, y }, scale, lostPlaque);
        const hidden = full.reduce((sum, other) => sum + overlap(box, other), 0);
        // Its middle, not its foot, is beside the tile.
        const far = Math.hypot(x - slot.x, y - 40 * scale - slot.y);
        const cost = 2 * far + 0.5 * hidden + (isInside(layout, x, y) ? 0 : 150);
        if (cost < best.cost) best = { x, y, cost };
      }
    }
    full.push(timerBox(best, scale, lostPlaque));
    return { x: best.x, y: best.y, tilt: stand.tilt };
  });
}

/** How many pixels of two timers' boxes may lie on each other, across or down: they have some air in them. */
const AIR = 6;

const STAYS = [[0, 0]] as const;
/** Inward and down, the least first; if nothing else helps, a little outward. */
const STEPS = [...Array.from({ length: 25 }, (_, i) => i * 4), -8, -16, -24].flatMap((step) =>
  [0, 8, 16, 24, 36, 48].map((down) => [step, down] as const),
);

/**
 * On a narrow board a timer steps further in where it would hide another one or its plaque; those on top stay. Tiles are kept
 * readable, too, where that hides no timer.
 */
function apart(layout: TrackLayout, timers: Standing[], taken: Box[]): Standing[] {
  const readable = placedApart(layout, timers, taken, toRead(layout));
  if (readable.hidden === 0) return readable.timers;
  const other = placedApart(layout, timers, taken, []);
  return other.hidden < readable.hidden ? other.timers : readable.timers;
}

/** So many times worse than a tile's symbol or number is another timer's to be hidden. */
const BEFORE_TILES = 8;

/** One after another; and how much of the others and of what is `taken` they hide. */
function placedApart(layout: TrackLayout, timers: Standing[], taken: Box[], read: Box[]) {
  const { scale, centre, width, height } = layout;
  const steep = ({ tile }: Standing) => Math.abs(layout.tiles[tile - 1]?.nx ?? 0);
  const placed: Box[] = [...taken];
  const found = new Map<Standing, Stand>();
  let hidden = 0;
  for (const timer of timers.filter(({ lost }) => !lost).sort((a, b) => steep(a) - steep(b))) {
    const { stand } = timer;
    const inward = stand.x < centre.x ? 1 : -1;
    let best = { stand, hides: 0, cost: Infinity };
    for (const [step, down] of steep(timer) < 0.5 ? STAYS : STEPS) {
      const x = Math.max(20, Math.min(width - 20, stand.x + inward * step));
      const there = { ...stand, x, y: Math.min(height - 22, stand.y + down) };
      const box = timerBox(there, scale, PLAQUE.narrow);
      const hides = placed.reduce((sum, other) => sum + overlap(box, other, AIR), 0);
      const cost = BEFORE_TILES * hides + read.reduce((sum, other) => sum + overlap(box, other), 0);
      if (cost < best.cost) best = { stand: there, hides, cost };
    }
    hidden += best.hides;
    found.set(timer, best.stand);
    placed.push(timerBox(best.stand, scale, PLAQUE.narrow));
  }
  return { timers: timers.map((timer) => ({ ...timer, stand: found.get(timer) ?? timer.stand })), hidden };
}

/** How far a timer steps aside on a wide board, in both directions, the least first. */
const ASIDE = Array.from({ length: 33 }, (_, i) => (i - 16) * 6)
  .flatMap((across, _, all) => all.map((down) => ({ across, down, far: Math.hypot(across, down) })))
  .sort((a, b) => a.far - b.far);

/** On a wide board a timer steps aside where it would hide a tile's symbol or number, or another timer's plaque. */
function aside(layout: TrackLayout, timers: Standing[], taken: Box[]): Standing[] {
  const { scale, width, height } = layout;
  const read = [...toRead(layout), ...taken];
  return timers.map((timer) => {
    const { lost, stand } = timer;
    if (lost) return timer;
    let best = { stand, cost: Infinity };
    for (const { across, down, far } of ASIDE) {
      if (far >= best.cost) break;
      const there = { ...stand, x: stand.x + across, y: stand.y + down };
      const parts = timerParts(there, scale, PLAQUE.wide);
      const out = parts.some(
        ({ left, right, top, bottom }) => left < 2 || right > width - 2 || top < 2 || bottom > height - 2,
      );
      if (out) continue;
      const hidden = parts.reduce(
        (sum, part) => read.reduce((more, other) => more + overlap(part, other), sum),
        0,
      );
      const cost = far + 4 * hidden;
      if (cost < best.cost) best = { stand: there, cost };
    }
    read.push(...timerParts(best.stand, scale, PLAQUE.wide));
    return { ...timer, stand: best.stand };
  });
}

/** Lost timers stand inside the track, so that what is outside stays what is safe. */
function isInside({ centre, rx, ry }: TrackLayout, x: number, y: number): boolean {
  const across = (x - centre.x) / rx;
  const up = Math.min(0, y - centre.y) / ry;
  return across ** 2 + up ** 2 < 1;
}

function overlap(a: Box, b: Box, air = 0): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left) - air;
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) - air;
  return across > 0 && down > 0 ? across * down : 0;
}
