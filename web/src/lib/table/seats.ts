/** Seats are told apart by a colour and a glyph, always both. Seat 0 is blue ●, seat 1 vermilion ▲, and so on. */
export type GlyphShape = "circle" | "triangle" | "square" | "diamond" | "star" | "cross" | "hexagon";

export interface SeatToken {
  name: "blue" | "vermilion" | "green" | "purple" | "amber" | "sky" | "slate";
  colour: string;
  /** The colour in five steps: deep, dark, middle, light, bright. Facets and enamel are shaded with it. */
  ramp: readonly [string, string, string, string, string];
  glyph: GlyphShape;
  /** The glyph as a character, for text. */
  sign: string;
}

export const SEAT_TOKENS: readonly SeatToken[] = [
  {
    name: "blue",
    colour: "#0072B2",
    ramp: ["#03243B", "#054B79", "#0B78BA", "#3FA6E2", "#A5DBFA"],
    glyph: "circle",
    sign: "●",
  },
  {
    name: "vermilion",
    colour: "#D55E00",
    ramp: ["#491B02", "#8F3B02", "#DB640C", "#FF9448", "#FFCB9C"],
    glyph: "triangle",
    sign: "▲",
  },
  {
    name: "green",
    colour: "#009E73",
    ramp: ["#00291E", "#005C45", "#009E73", "#3CC79E", "#B4F0DC"],
    glyph: "square",
    sign: "■",
  },
  {
    name: "purple",
    colour: "#AA4499",
    ramp: ["#321030", "#6A2560", "#AA4499", "#CF76C1", "#F3C3EA"],
    glyph: "diamond",
    sign: "◆",
  },
  {
    name: "amber",
    colour: "#E69F00",
    ramp: ["#4A2F00", "#976300", "#E69F00", "#FFC54D", "#FFE9B8"],
    glyph: "star",
    sign: "★",
  },
  {
    name: "sky",
    colour: "#56B4E9",
    ramp: ["#0F3D5C", "#2678AD", "#56B4E9", "#8FD2F7", "#DDF3FF"],
    glyph: "cross",
    sign: "✚",
  },
  {
    name: "slate",
    colour: "#5B6770",
    ramp: ["#191E22", "#394148", "#5B6770", "#8B97A0", "#CFD8DE"],
    glyph: "hexagon",
    sign: "⬢",
  },
];

export function seatToken(seat: number): SeatToken {
  const token = SEAT_TOKENS[seat % SEAT_TOKENS.length];
  // A remainder of a non-negative seat always names a token; the check satisfies the type.
  if (!token) throw new RangeError(`no seat ${seat}`);
  return token;
}

/** The glyph's outline around 0,0 as an SVG path; `r` is about half its height. */
export function glyphPath(shape: GlyphShape, r: number): string {
  const outline = (points: [number, number][]) =>
    `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
  const around = (n: number, radius: (i: number) => number, start: number): [number, number][] =>
    Array.from({ length: n }, (_, i) => {
      const angle = start + (i * 2 * Math.PI) / n;
      return [radius(i) * Math.cos(angle), radius(i) * Math.sin(angle)];
    });
  switch (shape) {
    case "circle": {
      const c = round(r * 0.92);
      return `M${-c} 0A${c} ${c} 0 1 1 ${c} 0A${c} ${c} 0 1 1 ${-c} 0Z`;
    }
    case "triangle":
      return outline([
        [0, -r * 1.08],
        [r, r * 0.72],
        [-r, r * 0.72],
      ]);
    case "square":
      return outline([
        [-r * 0.82, -r * 0.82],
        [r * 0.82, -r * 0.82],
        [r * 0.82, r * 0.82],
        [-r * 0.82, r * 0.82],
      ]);
    case "diamond":
      return outline([
        [0, -r * 1.1],
        [r * 0.86, 0],
        [0, r * 1.1],
        [-r * 0.86, 0],
      ]);
    case "star":
      return outline(around(10, (i) => (i % 2 === 0 ? r * 1.15 : r * 0.5), -Math.PI / 2));
    case "cross": {
      const a = r * 0.34;
      const b = r * 0.98;
      return outline([
        [-a, -b],
        [a, -b],
        [a, -a],
        [b, -a],
        [b, a],
        [a, a],
        [a, b],
        [-a, b],
        [-a, a],
        [-b, a],
        [-b, -a],
        [-a, -a],
      ]);
    }
    case "hexagon":
      return outline(around(6, () => r, Math.PI / 6));
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
