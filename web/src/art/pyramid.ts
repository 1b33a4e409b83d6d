/** A pyramid of coloured resin as flat shapes: facets lit from the upper left, notches for pips, an ivory cap. */
import {
  LAMP,
  dot,
  hull,
  mix,
  onRamp,
  points,
  radians,
  unit,
  type Camera,
  type Point,
  type Vector,
} from "./kit";

export interface Cut {
  /** Half the base, the height and half the cap, in cells. */
  base: number;
  height: number;
  cap: number;
  pips: number;
}

export const CUTS = {
  small: { base: 0.235, height: 0.55, cap: 0.1, pips: 1 },
  medium: { base: 0.3, height: 0.84, cap: 0.108, pips: 2 },
  large: { base: 0.365, height: 1.14, cap: 0.116, pips: 3 },
} as const satisfies Record<string, Cut>;

export interface FacetShape {
  outline: string;
  /** From the tip to the foot. */
  from: Point;
  to: Point;
  tones: [string, string, string];
  edge: string;
  sheen: string | null;
}

export interface PyramidShapes {
  shadow: string;
  contact: string;
  facets: FacetShape[];
  /** The edge towards the viewer. */
  front: { from: Point; to: Point } | null;
  notches: { dark: string; left: string; right: string }[];
  cap: string;
  tip: Point;
}

function square(half: number, yaw: number): Point[] {
  return [0, 1, 2, 3].map((i) => {
    const angle = radians(yaw + 45 + 90 * i);
    return [half * Math.SQRT2 * Math.cos(angle), half * Math.SQRT2 * Math.sin(angle)];
  });
}

/** The pyramid with the middle of its base at 0,0; `scale` pixels a cell. */
export function pyramidShapes(
  camera: Camera,
  scale: number,
  cut: Cut,
  ramp: readonly string[],
  yaw: number,
): PyramidShapes {
  const base = square(cut.base, yaw);
  const cap = square(cut.cap, yaw);
  const at = ([x, y]: Point, z: number): Point => {
    const [px, py] = camera.project(x, y, z);
    return [px * scale, py * scale];
  };
  const corner = (list: Point[], i: number): Point => list[i % 4] ?? [0, 0];
  const along = (a: Point, b: Point, t: number): Point => [
    a[0] + (b[0] - a[0]) * t,
    a[1] + (b[1] - a[1]) * t,
  ];

  const seen = [0, 1, 2, 3]
    .map((i) => {
      const [mx, my] = along(corner(base, i), corner(base, i + 1), 0.5);
      const out = Math.hypot(mx, my);
      const normal: Vector = unit([(mx / out) * cut.height, (my / out) * cut.height, cut.base - cut.cap]);
      return { i, normal, light: dot(normal, LAMP), depth: my };
    })
    .filter(({ normal }) => camera.sees(normal))
    .sort((a, b) => b.depth - a.depth);

  const facets = seen.map(({ i, light }): FacetShape => {
    const foot: [Point, Point] = [at(corner(base, i), 0), at(corner(base, i + 1), 0)];
    const tip: [Point, Point] = [at(corner(cap, i + 1), cut.height), at(corner(cap, i), cut.height)];
    const tone = 0.37 + 0.52 * light;
    const inside = (s: number, t: number) => along(along(foot[0], foot[1], s), along(tip[1], tip[0], s), t);
    return {
      outline: points([...foot, ...tip]),
      from: along(tip[0], tip[1], 0.5),
      to: along(foot[0], foot[1], 0.5),
      tones: [onRamp(ramp, tone + 0.13), onRamp(ramp, tone), onRamp(ramp, tone - 0.1)],
      edge: onRamp(ramp, tone - 0.05),
      sheen:
        light > 0.5
          ? points([inside(0.5, 0.1), inside(0.66, 0.1), inside(0.66, 0.94), inside(0.5, 0.94)])
          : null,
    };
  });

  const frontCorner = [0, 1, 2, 3].find(
    (i) => seen.some((f) => f.i === i) && seen.some((f) => (f.i + 1) % 4 === i),
  );
  const notches: PyramidShapes["notches"] = [];
  if (frontCorner !== undefined) {
    const sides: [number, number] = [(frontCorner + 3) % 4, (frontCorner + 1) % 4];
    if (corner(base, sides[0])[0] > corner(base, sides[1])[0]) sides.reverse();
    // `s`: 0 on the front edge, 1 on the far edge of that facet; `t`: 0 at the foot, 1 at the cap.
    const on = (side: number, s: number, t: number): Point => {
      const low = along(corner(base, frontCorner), corner(base, side), s);
      const high = along(corner(cap, frontCorner), corner(cap, side), s);
      return at(along(low, high, t), cut.height * t);
    };
    const tall = 0.05 / cut.height;
    for (let pip = 0; pip < cut.pips; pip++) {
      const t = 0.115 / cut.height + (pip * 0.16) / cut.height;
      const width = 0.105 / (2 * cut.base * (1 - t) + 2 * cut.cap * t);
      const low = on(sides[0], 0, t - tall);
      const high = on(sides[0], 0, t + tall);
      const left = on(sides[0], width * 0.95, t + tall * 0.35);
      const right = on(sides[1], width * 1.15, t + tall * 0.35);
      const middle = along(low, high, 0.55);
      notches.push({
        dark: points([left, high, right, middle]),
        left: points([left, middle, low]),
        right: points([right, middle, low]),
      });
    }
  }

  const thrown = cap.map(([x, y]): Point => [x + cut.height * 0.6, y - cut.height * 0.34]);
  return {
    shadow: points(hull([...base, ...thrown].map((p) => at(p, 0)))),
    contact: points(base.map(([x, y]) => at([x * 1.1, y * 1.1 - 0.012], 0))),
    facets,
    front:
      frontCorner === undefined
        ? null
        : { from: at(corner(base, frontCorner), 0), to: at(corner(cap, frontCorner), cut.height) },
    notches,
    cap: points(cap.map((p) => at(p, cut.height))),
    tip: at([0, 0], cut.height),
  };
}

/** The dark of a notch. */
export const notchShade = (ramp: readonly string[]): string => mix(ramp[0] ?? "#000000", "#000000", 0.35);
