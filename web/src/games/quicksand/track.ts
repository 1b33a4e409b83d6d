// Where everything stands, in CSS pixels of the room that the page gives: a half-circle of gears on a wide board, a
// stadium with the same order on a phone.

export interface Point {
  x: number;
  y: number;
}

/** A gear: its middle, and the direction away from the inside of the track. */
export interface Slot extends Point {
  nx: number;
  ny: number;
  /** How its teeth stand, so that neighbours mesh. */
  turned: number;
}

export interface TrackLayout {
  width: number;
  height: number;
  narrow: boolean;
  /** Where the sky ends. */
  horizon: number;
  /** A gear's radius. */
  gear: number;
  /** A timer is 100 × this high. */
  scale: number;
  tiles: Slot[];
  /** The disarm marker. */
  marker: Point;
  /** The middle of the track's inside, and its half-axes. */
  centre: Point;
  rx: number;
  ry: number;
  /** A polyline along the track, for ripples around it. */
  path: Point[];
}

export const TEETH = 15;
/** Gears are seen a little from above. */
export const SQUASH = 0.9;
/** The way past the marker is shorter than that from gear to gear. */
const MARKER_GAP = 0.8;
const NARROW = 560;
const NARROW_GEAR = 26;
const PLATE = 34;
/** How high a timer is, of scale 1. */
const TALL = 104;
/** How far the foot of a timer on the top of a wide track stands above the rim of its gear: its plaque hides no symbol. */
const lift = (scale: number) => Math.max(13, 15 * scale);
/** How much of a timer is below its foot: a plaque. */
const BELOW = 20;

/** `plate`: how much of the top of a narrow board says which level it is. */
export function layTrack(
  width: number,
  height: number,
  before: number,
  danger: number,
  plate = PLATE,
): TrackLayout {
  const narrow = width < NARROW;
  const gaps = [
    ...Array.from({ length: before - 1 }, () => 1),
    MARKER_GAP,
    MARKER_GAP,
    ...Array.from({ length: danger - 1 }, () => 1),
  ];
  let shape = narrow ? stadium(width, height, plate, NARROW_GEAR) : arch(width, height);
  let { slots, pitch } = spread(shape.path, gaps);
  const gear = Math.min(pitch / 2, narrow ? NARROW_GEAR : 37);
  if (narrow) {
    // Smaller gears need less room around them.
    shape = stadium(width, height, plate, gear);
    ({ slots, pitch } = spread(shape.path, gaps));
  }
  const normal = (point: Point) => shape.normal(point);
  const places = slots.filter((_, i) => i !== before);
  const turns = [...mesh(places.slice(0, before)), ...mesh(places.slice(before))];
  return {
    width,
    height,
    narrow,
    horizon: shape.horizon,
    gear,
    scale: narrow ? glassScale(height, gear) : Math.max(0.78, Math.min(1, gear / 34)),
    tiles: places.map((place, i) => ({ ...place, ...normal(place), turned: turns[i] ?? 0 })),
    marker: slots[before] ?? { x: 0, y: 0 },
    centre: shape.centre,
    rx: shape.rx,
    ry: shape.ry,
    path: shape.path,
  };
}

interface Shape {
  path: Point[];
  centre: Point;
  rx: number;
  ry: number;
  horizon: number;
  normal(point: Point): { nx: number; ny: number };
}

function arch(width: number, height: number): Shape {
  const foot = height - 70;
  const rx = Math.max(150, Math.min(width / 2 - 108, 480));
  const ry = Math.max(120, Math.min(foot - Math.max(150, height * 0.24), rx * 1.45));
  const centre = { x: width / 2, y: foot };
  const path: Point[] = [];
  for (let i = 0; i <= 360; i++) {
    const angle = Math.PI * (1 - i / 360);
    path.push({ x: centre.x + rx * Math.cos(angle), y: centre.y - ry * Math.sin(angle) });
  }
  const normal = ({ x, y }: Point) => unit((x - centre.x) / rx ** 2, (y - centre.y) / ry ** 2);
  return { path, centre, rx, ry, normal, horizon: Math.round(Math.min(foot - ry - 58, height * 0.24)) };
}

/** On a low board timers are small: inside the track two of them, with a plaque below each, have the height of four gears' halves. */
function glassScale(height: number, gear: number): number {
  const low = Math.min((height - 90) / 340, (gear * 4 - 20) / TALL);
  return Math.min(0.7, gear / 30, Math.max(0.42, low));
}

function stadium(width: number, height: number, plate: number, gear: number): Shape {
  // The teeth, and the sand around them, stand out of the gear.
  const left = gear * 1.14 + 10;
  const rx = width / 2 - left;
  // All timers stand inside: the track has the whole of the board below the plate.
  const top = plate + gear * 1.14 + 8;
  const foot = height - gear - 12;
  const ry = Math.max(30, Math.min(100, (foot - top) * 0.4));
  const centre = { x: width / 2, y: top + ry };
  const path: Point[] = [];
  for (let y = foot; y > centre.y; y -= 2) path.push({ x: left, y });
  for (let i = 0; i <= 240; i++) {
    const angle = Math.PI * (1 - i / 240);
    path.push({ x: centre.x + rx * Math.cos(angle), y: centre.y - ry * Math.sin(angle) });
  }
  for (let y = centre.y + 2; y <= foot; y += 2) path.push({ x: width - left, y });
  const normal = ({ x, y }: Point) =>
    y >= centre.y
      ? { nx: x < centre.x ? -1 : 1, ny: 0 }
      : unit((x - centre.x) / rx ** 2, (y - centre.y) / ry ** 2);
  return { path, centre, rx, ry, normal, horizon: Math.round(plate + 14) };
}

function unit(x: number, y: number): { nx: number; ny: number } {
  const length = Math.hypot(x, y) || 1;
  return { nx: x / length, ny: y / length };
}

/** Points along a polyline, with these gaps between them. */
function spread(path: Point[], gaps: number[]): { slots: Point[]; pitch: number } {
  const lengths = [0];
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [path[i - 1] as Point, path[i] as Point];
    lengths.push((lengths[i - 1] as number) + Math.hypot(b.x - a.x, b.y - a.y));
  }
  const whole = lengths.at(-1) as number;
  const pitch = whole / gaps.reduce((sum, gap) => sum + gap, 0);
  const at = (way: number): Point => {
    let i = 1;
    while (i < path.length - 1 && (lengths[i] as number) < way) i++;
    const [a, b] = [path[i - 1] as Point, path[i] as Point];
    const [from, to] = [lengths[i - 1] as number, lengths[i] as number];
    const t = (way - from) / (to - from || 1);
    return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
  };
  const slots = [at(0)];
  let way = 0;
  for (const gap of gaps) slots.push(at(Math.min(whole, (way += gap * pitch))));
  return { slots, pitch };
}

/** How each gear is turned so that its teeth stand between its neighbour's. */
function mesh(slots: Point[]): number[] {
  const tooth = (2 * Math.PI) / TEETH;
  const turns = [0.1];
  for (let i = 1; i < slots.length; i++) {
    const [a, b] = [slots[i - 1] as Point, slots[i] as Point];
    const towards = Math.atan2((b.y - a.y) / SQUASH, b.x - a.x);
    const met = ((towards - (turns[i - 1] as number)) / tooth) % 1;
    turns.push(towards + Math.PI - tooth * (0.5 - met));
  }
  return turns;
}

export interface Stand extends Point {
  tilt: number;
}

/** Where the foot of a timer stands that belongs to this tile (from 1). */
export function standOf(layout: TrackLayout, tile: number, lost: boolean): Stand {
  const slot = layout.tiles[tile - 1] ?? layout.tiles[0];
  if (!slot) return { x: 0, y: 0, tilt: 0 };
  const { scale, gear, narrow } = layout;
  // 0 on top of the arch, 1 at its feet.
  const side = Math.min(1, Math.max(0, (Math.abs(slot.nx) - 0.5) / 0.3));
  const tall = 100 * scale;
  if (lost) {
    const inward = gear + tall * (narrow ? 1.12 : 0.95);
    return {
      x: slot.x - slot.nx * inward * side,
      y: Math.min(layout.height - 24, slot.y + (gear * 1.3 + tall * 1.08) * (1 - side) + tall * 0.4 * side),
      tilt: slot.nx < 0 ? 12 : -12,
    };
  }
  if (narrow) {
    // No room outside: right inside its gear, whose number is on the lower rim.
    const [halfWide, halfHigh] = [Math.max(18, 24 * scale), (tall + BELOW) / 2];
    const y = slot.y - slot.ny * (gear * 0.78 + 9 + halfHigh) + tall - halfHigh;
    return {
      x: slot.x - slot.nx * (gear * 1.05 + halfWide),
      y: Math.min(layout.height - BELOW - 2, y),
      tilt: 0,
    };
  }
  // On top a timer stands behind its gear, its plaque above the rim.
  const above = Math.min(0, slot.ny) * (gear + lift(scale)) * (1 - side * 0.6);
  const beside = gear + tall * 0.3;
  // At the feet of the arch gears stand closer than timers are high: every other timer stands on the inner side.
  const inside = tile % 2 === 0 && Math.abs(slot.nx) > 0.62;
  return inside
    ? { x: slot.x - slot.nx * (beside + 4 * scale), y: slot.y + tall * 0.48, tilt: 0 }
    : {
        x: slot.x + slot.nx * beside * Math.min(1, Math.abs(slot.nx) * 1.25),
        y: slot.y + above + tall * 0.42 * side,
        tilt: 0,
      };
}
