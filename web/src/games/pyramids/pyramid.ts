// One pyramid, drawn: facets lit from the upper left, a notch on the front edge for each pip, an ivory cap with the
// seat's glyph. The markup is made once for each seat, size and camera and then used as often as needed.

import { IVORY, mix, onRamp } from "../../art/kit";
import { glyphPath, seatToken, type SeatToken } from "../../lib/table/seats";
import { CELL, hull, pointList, short, type Camera, type Point } from "./camera";
import type { Size } from "./types";

interface Body {
  /** Half the base, the height and half the cap, in cells. */
  base: number;
  height: number;
  cap: number;
}

export const BODIES: Record<Size, Body> = {
  small: { base: 0.2, height: 0.5, cap: 0.098 },
  medium: { base: 0.262, height: 0.76, cap: 0.104 },
  large: { base: 0.325, height: 1.04, cap: 0.11 },
};

/** Notches on the front edge. */
const PIPS: Record<Size, number> = { small: 1, medium: 2, large: 3 };

type Vector = readonly [number, number, number];

/** A pyramid stands with an edge towards the viewer, a little turned, so that two facets are seen, one lit. */
const YAW = 33;
const LIGHT = unit([-0.7, -0.14, 0.7]);
/** Where a height of one cell throws its shadow, on the floor. */
export const SHADOW: Point = { x: 0.6, y: 0.34 };
const BRIGHT = [IVORY, "#E4D3B4"] as const;

export interface Drawing {
  defs: string;
  body: string;
  shadow: string;
}

/** The pyramid with the middle of its base at 0,0. `id` prefixes its gradients; `bounce` is the light of the ground. */
export function drawPyramid(view: Camera, seat: number, size: Size, id: string, bounce: string): Drawing {
  return new Sculptor(view, seatToken(seat), size, id, bounce).draw();
}

/** How far the tip of a pyramid stands above the middle of its base, on the screen. */
export function tipHeight(view: Camera, size: Size): number {
  return BODIES[size].height * CELL * view.rise;
}

/** Whether a point, seen from the middle of the base, lies on the pyramid. */
export function covers(view: Camera, size: Size, point: Point): boolean {
  const { base, cap, height } = BODIES[size];
  const rise = height * CELL * view.rise;
  const onFloor = ([x, y]: readonly [number, number], up: number): Point => ({
    x: x * CELL,
    y: -y * view.depth * CELL - up,
  });
  const outline = hull([
    ...corners(base).map((p) => onFloor(p, 0)),
    ...corners(cap).map((p) => onFloor(p, rise)),
  ]);
  return outline.every((a, i) => {
    const b = outline[(i + 1) % outline.length] ?? a;
    return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) >= 0;
  });
}

interface Facet {
  from: number;
  to: number;
  /** How directly the light falls on it. */
  lit: number;
  outward: readonly [number, number];
}

class Sculptor {
  readonly #defs: string[] = [];
  readonly #out: string[] = [];
  readonly #body: Body;
  readonly #base: readonly (readonly [number, number])[];
  readonly #cap: readonly (readonly [number, number])[];
  readonly #facets: Facet[];

  constructor(
    readonly view: Camera,
    readonly token: SeatToken,
    readonly size: Size,
    readonly id: string,
    readonly bounce: string,
  ) {
    this.#body = BODIES[size];
    this.#base = corners(this.#body.base);
    this.#cap = corners(this.#body.cap);
    this.#facets = this.#visibleFacets();
  }

  draw(): Drawing {
    const shadow = this.#shadow();
    for (const facet of this.#facets) this.#facet(facet);
    this.#edges();
    this.#notches();
    this.#foot();
    this.#capInlay();
    return { defs: this.#defs.join(""), body: this.#out.join(""), shadow };
  }

  #screen(x: number, y: number, z: number): Point {
    return { x: x * CELL, y: -(y * this.view.depth + z * this.view.rise) * CELL };
  }

  #visibleFacets(): Facet[] {
    const { base, height, cap } = this.#body;
    const eye: Vector = [0, -this.view.rise, this.view.depth];
    const facets: Facet[] = [];
    for (let from = 0; from < 4; from++) {
      const to = (from + 1) % 4;
      const [a, b] = [at(this.#base, from), at(this.#base, to)];
      const length = Math.hypot(a[0] + b[0], a[1] + b[1]);
      const outward = [(a[0] + b[0]) / length, (a[1] + b[1]) / length] as const;
      const normal = unit([outward[0] * height, outward[1] * height, base - cap]);
      if (dot(normal, eye) > 0.02) facets.push({ from, to, lit: dot(normal, LIGHT), outward });
    }
    return facets.sort((a, b) => b.outward[1] - a.outward[1]);
  }

  #quad(facet: Facet): [Point, Point, Point, Point] {
    const { height } = this.#body;
    return [
      this.#screen(...at(this.#base, facet.from), 0),
      this.#screen(...at(this.#base, facet.to), 0),
      this.#screen(...at(this.#cap, facet.to), height),
      this.#screen(...at(this.#cap, facet.from), height),
    ];
  }

  #facet(facet: Facet): void {
    const quad = this.#quad(facet);
    const shape = pointList(quad);
    const foot = middle(quad[0], quad[1]);
    const head = middle(quad[2], quad[3]);
    const tone = 0.37 + 0.52 * facet.lit;
    const { ramp } = this.token;
    const fill = this.#linear(head, foot, [
      [0, onRamp(ramp, tone + 0.13), 1],
      [0.55, onRamp(ramp, tone), 1],
      [1, onRamp(ramp, tone - 0.1), 1],
    ]);
    this.#out.push(
      `<polygon points="${shape}" fill="${fill}" stroke="${onRamp(ramp, tone - 0.05)}" stroke-width=".6" stroke-linejoin="round"/>`,
    );
    // Light that went through the resin gathers at the far foot of the dark side.
    if (facet.lit < 0.45) {
      const far = quad[0].x > quad[1].x ? quad[0] : quad[1];
      const glow = this.#radial({ x: far.x * 0.72 + foot.x * 0.28, y: far.y - 3 }, this.#body.base * 135, [
        [0, ramp[3], 0.62],
        [0.5, ramp[3], 0.18],
        [1, ramp[3], 0],
      ]);
      this.#out.push(`<polygon points="${shape}" fill="${glow}"/>`);
    }
    // The ground's colour on the lowest part of each side.
    const warm = this.#linear(foot, mixed(foot, head, 0.3), [
      [0, this.bounce, this.token.name === "blue" ? 0.16 : 0.3],
      [1, this.bounce, 0],
    ]);
    this.#out.push(`<polygon points="${shape}" fill="${warm}"/>`);
    if (facet.lit > 0.5) this.#sheen(quad);
  }

  /** A stripe of the lamp down the lit side, fading towards the foot. */
  #sheen(quad: [Point, Point, Point, Point]): void {
    const inside = (s: number, t: number) => mixed(mixed(quad[0], quad[1], s), mixed(quad[3], quad[2], s), t);
    const stripe = [inside(0.46, 0.08), inside(0.66, 0.08), inside(0.66, 0.95), inside(0.5, 0.95)];
    const fill = this.#linear(inside(0.58, 0.95), inside(0.56, 0.08), [
      [0, "#fff", 0.34],
      [1, "#fff", 0.06],
    ]);
    this.#out.push(`<polygon points="${pointList(stripe)}" fill="${fill}"/>`);
  }

  #edges(): void {
    const { ramp } = this.token;
    const { height } = this.#body;
    for (let corner = 0; corner < 4; corner++) {
      const sides = this.#facets.filter((facet) => facet.from === corner || facet.to === corner);
      const foot = this.#screen(...at(this.#base, corner), 0);
      const head = this.#screen(...at(this.#cap, corner), height);
      const line = `M${short(foot.x)} ${short(foot.y)}L${short(head.x)} ${short(head.y)}`;
      const lit = Math.max(...sides.map((side) => side.lit), 0);
      if (sides.length === 2) {
        const strength = lit > 0.5 ? 0.95 : 0.38;
        const stroke = this.#linear(head, { x: foot.x + 0.01, y: foot.y }, [
          [0, "#fff", strength],
          [0.6, ramp[4], strength * 0.6],
          [1, ramp[4], strength * 0.25],
        ]);
        this.#out.push(`<path d="${line}" stroke="${stroke}" stroke-width="1.7" stroke-linecap="round"/>`);
      } else if (sides.length === 1) {
        const bright = lit > 0.4;
        this.#out.push(
          `<path d="${line}" stroke="${bright ? ramp[4] : ramp[0]}" stroke-opacity="${bright ? 0.7 : 0.6}" stroke-width="1" stroke-linecap="round"/>`,
        );
      }
    }
  }

  /** A pip each: a dark plane and a bright one, cut across the front edge. */
  #notches(): void {
    const { base, height, cap } = this.#body;
    const front = this.#base.reduce((best, corner, i) => (corner[1] < at(this.#base, best)[1] ? i : best), 0);
    const [left, right] = this.#facets
      .filter((facet) => facet.from === front || facet.to === front)
      .sort((a, b) => a.outward[0] - b.outward[0]);
    if (!left || !right) return;
    const onSide = (facet: Facet, s: number, t: number): Point => {
      const other = facet.from === front ? facet.to : facet.from;
      const [low, high] = [
        lerp2(at(this.#base, front), at(this.#base, other), s),
        lerp2(at(this.#cap, front), at(this.#cap, other), s),
      ];
      return this.#screen(...lerp2(low, high, t), height * t);
    };
    const { ramp } = this.token;
    const dark = mix(ramp[0], "#000000", 0.35);
    const half = 0.05 / height;
    for (let pip = 0; pip < PIPS[this.size]; pip++) {
      const t = (0.115 + pip * 0.16) / height;
      const width = 0.11 / (2 * base * (1 - t) + 2 * cap * t);
      const low = onSide(left, 0, t - half);
      const high = onSide(left, 0, t + half);
      const west = onSide(left, width, t + half * 0.35);
      const east = onSide(right, width * 1.15, t + half * 0.35);
      const mid = { x: low.x * 0.45 + high.x * 0.55 - 0.2, y: low.y * 0.45 + high.y * 0.55 - 0.4 };
      this.#out.push(
        `<polygon points="${pointList([west, high, east, mid])}" fill="${dark}"/>`,
        `<polygon points="${pointList([west, mid, low])}" fill="${ramp[4]}"/>`,
        `<polygon points="${pointList([east, mid, low])}" fill="${mix(ramp[3], ramp[4], 0.25)}"/>`,
        `<polyline points="${pointList([west, mid, east])}" fill="none" stroke="${dark}" stroke-width="1.3" stroke-linejoin="round"/>`,
      );
    }
  }

  #foot(): void {
    for (const facet of this.#facets) {
      if (facet.outward[1] > -0.3) continue;
      const [a, b] = this.#quad(facet);
      this.#out.push(
        `<polyline points="${pointList([a, b])}" stroke="${this.token.ramp[0]}" stroke-opacity=".75" stroke-width="1.2" stroke-linecap="round"/>`,
      );
    }
  }

  #capInlay(): void {
    const { height, cap } = this.#body;
    const top = this.#cap.map((corner) => this.#screen(...corner, height));
    const xs = top.map((p) => p.x);
    const ys = top.map((p) => p.y);
    const ivory = this.#linear(
      { x: Math.min(...xs), y: Math.min(...ys) },
      { x: Math.max(...xs), y: Math.max(...ys) },
      [
        [0, BRIGHT[0], 1],
        [1, BRIGHT[1], 1],
      ],
    );
    const centre = this.#screen(0, 0, height);
    const ink = this.token.name === "vermilion" ? "#C04A00" : this.token.colour;
    this.#out.push(
      `<polygon points="${pointList(top)}" fill="${ivory}" stroke="${this.token.ramp[1]}" stroke-width=".9" stroke-linejoin="round"/>`,
      `<path transform="translate(${short(centre.x)} ${short(centre.y)}) scale(1 ${short(this.view.depth)})" d="${glyphPath(this.token.glyph, cap * CELL * 0.64)}" fill="${ink}" stroke="${ink}" stroke-width="1" stroke-linejoin="round"/>`,
    );
  }

  /** Contact and cast shadow without a filter: the silhouette, widened step by step, each step a veil thinner. */
  #shadow(): string {
    const { height } = this.#body;
    const floor = (x: number, y: number, z = 0): Point => ({
      x: (x + z * SHADOW.x) * CELL,
      y: (-y + z * SHADOW.y) * this.view.depth * CELL,
    });
    const cast = hull([
      ...this.#base.map(([x, y]) => floor(x, y)),
      ...this.#cap.map(([x, y]) => floor(x, y, height)),
    ]);
    const fade = this.#linear(floor(0, 0), floor(0, 0, height * 1.1), [
      [0, "#080201", 1],
      [0.45, "#080201", 0.85],
      [1, "#080201", 0.42],
    ]);
    const contact = pointList(this.#base.map(([x, y]) => floor(x * 1.03, y * 1.03)));
    const veils = [0, 3, 6.5, 10.5, 15].map(
      (width) =>
        `<polygon points="${pointList(cast)}" fill="${fade}" stroke="${fade}" stroke-width="${width}" stroke-linejoin="round" opacity=".19"/>`,
    );
    const touch = [1, 4, 8].map(
      (width) =>
        `<polygon points="${contact}" fill="#080201" stroke="#080201" stroke-width="${width}" stroke-linejoin="round" opacity=".2"/>`,
    );
    // Tinted light that fell through the resin, inside its own shadow.
    const heart = floor(0.02, 0, height * 0.42);
    const caustic = this.#radial(heart, this.#body.base * 80, [
      [0, this.token.ramp[3], 0.4],
      [1, this.token.ramp[3], 0],
    ]);
    return `${veils.join("")}${touch.join("")}<ellipse cx="${short(heart.x)}" cy="${short(heart.y)}" rx="${short(this.#body.base * 80)}" ry="${short(this.#body.base * 62)}" fill="${caustic}"/>`;
  }

  #linear(from: Point, to: Point, stops: Stop[]): string {
    return this.#gradient(
      "linearGradient",
      `x1="${short(from.x)}" y1="${short(from.y)}" x2="${short(to.x)}" y2="${short(to.y)}"`,
      stops,
    );
  }

  #radial(centre: Point, radius: number, stops: Stop[]): string {
    return this.#gradient(
      "radialGradient",
      `cx="${short(centre.x)}" cy="${short(centre.y)}" r="${short(radius)}"`,
      stops,
    );
  }

  #gradient(kind: string, place: string, stops: Stop[]): string {
    const id = `${this.id}-${this.#defs.length}`;
    const inside = stops
      .map(
        ([offset, colour, opacity]) =>
          `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${short(opacity)}"/>`,
      )
      .join("");
    this.#defs.push(`<${kind} id="${id}" gradientUnits="userSpaceOnUse" ${place}>${inside}</${kind}>`);
    return `url(#${id})`;
  }
}

type Stop = readonly [offset: number, colour: string, opacity: number];

function corners(half: number): (readonly [number, number])[] {
  return [0, 1, 2, 3].map((i) => {
    const angle = ((YAW + 45 + 90 * i) * Math.PI) / 180;
    return [half * Math.SQRT2 * Math.cos(angle), half * Math.SQRT2 * Math.sin(angle)] as const;
  });
}

/** The base's outline on the screen: a socket in a tray. */
export function footprint(view: Camera, size: Size, scale = 1): Point[] {
  return corners(BODIES[size].base * scale).map(([x, y]) => ({ x: x * CELL, y: -y * view.depth * CELL }));
}

// The four corners of a base or cap are indexed modulo four.
function at(corners: readonly (readonly [number, number])[], i: number): readonly [number, number] {
  return corners[i % 4] ?? [0, 0];
}

function lerp2(
  a: readonly [number, number],
  b: readonly [number, number],
  t: number,
): readonly [number, number] {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
}

function mixed(a: Point, b: Point, t: number): Point {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

function middle(a: Point, b: Point): Point {
  return mixed(a, b, 0.5);
}

function unit(v: Vector): Vector {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
