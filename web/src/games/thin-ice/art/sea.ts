// The polar summer night: far coast, icebergs, and glints on dark water that grow towards the viewer.

import { Dice, SOFT, n, path, picture, type Point } from "./shapes";

const WIDE = 1000;
const HIGH = 760;

/** Lens-shaped glints; near the sun's path they are gold. `sun`: its place from 0 to 1. */
function glints(seed: number, sun: number, share: number): string {
  const dice = new Dice(seed);
  const groups = new Map<string, string>();
  const add = (look: string, d: string) => groups.set(look, (groups.get(look) ?? "") + d);
  const lens = (x: number, y: number, long: number, up: number, down: number) =>
    `M${n(x)} ${n(y)}q${n(long / 2)} ${n(up)} ${n(long)} 0q${n(-long / 2)} ${n(down)} ${n(-long)} 0Z`;
  for (let y = 1.5; y < HIGH; y += 2.6 + y * 0.034) {
    const count = (4 + WIDE / (20 + y * 0.6)) * share;
    for (let i = 0; i < count; i++) {
      const x = dice.between(-30, WIDE);
      const long = (9 + y * 0.1) * dice.between(0.6, 1.7);
      const high = (0.5 + y * 0.0065) * dice.between(0.7, 1.4);
      const at = y + dice.between(-1.2, 1.2);
      const near = Math.exp(-(((x + long / 2 - sun * WIDE) / (22 + y * 0.2)) ** 2));
      if (dice.next() < near * 0.9 * Math.max(0.25, 1 - y / 620))
        add(
          `fill="#ffd9a3" opacity="${y < 160 ? ".55" : y < 320 ? ".4" : ".26"}"`,
          lens(x, at, long, -high * 2, high * 1.2),
        );
      else if (dice.next() < 0.5)
        add(
          `fill="#9fdcea" opacity="${dice.pick([".08", ".12", ".17"])}"`,
          lens(x, at, long, -high * 2, -high * 0.5),
        );
      else
        add(
          `fill="#020c13" opacity="${dice.pick([".18", ".28"])}"`,
          lens(x, at, long * 1.2, high * 2.6, high * 0.6),
        );
    }
  }
  return [...groups].map(([look, d]) => `<path d="${d}" ${look}/>`).join("");
}

function swells(seed: number): string {
  const dice = new Dice(seed);
  let g = "";
  for (let i = 0; i < 24; i++) {
    const y = 30 + (HIGH - 30) * dice.next() ** 0.8;
    const long = (60 + y * 0.45) * dice.between(0.7, 1.3);
    const [x, high] = [dice.between(-40, WIDE), 3 + y * 0.028];
    const look = dice.pick([
      'fill="#3a93a8" opacity=".2"',
      'fill="#4aa7ba" opacity=".15"',
      'fill="#01080d" opacity=".32"',
    ]);
    g += `<path d="M${n(x)} ${n(y)}q${n(long * 0.45)} ${n(-high * 1.6)} ${n(long)} 0q${n(-long * 0.5)} ${n(high)} ${n(-long)} 0Z" ${look}/>`;
  }
  return `<g filter="url(#b5)">${g}</g>`;
}

function berg(x: number, y: number, size: number, seed: number, flip: 1 | -1 = 1): string {
  const dice = new Dice(seed);
  const ridge: Point[] = [
    [-1, 0],
    [-0.82, -0.34],
    [-0.55, -0.42],
    [-0.34, -0.86],
    [-0.1, -1],
    [0.12, -0.72],
    [0.34, -0.78],
    [0.62, -0.36],
    [0.9, -0.22],
    [1, 0],
  ];
  const at = ridge.map(([a, b]): Point => [
    x + a * size * 1.5 * flip,
    y + b * size * dice.between(0.88, 1.12),
  ]);
  const p = (i: number): Point => at[i] ?? [x, y];
  return `<path d="${path(at)}" fill="#c9b8ad"/><path d="${path([p(4), p(5), [p(5)[0] - size * 0.1, y - size * 0.3], p(6), p(7), p(8), p(9), [x, y], [x + size * 0.2 * flip, y - size * 0.45]])}" fill="#6f8797"/><path d="${path([p(0), p(1), p(2), p(3), p(4), [x - 0.3 * size * flip, y - size * 0.35], [x - 0.55 * size * flip, y]])}" fill="#f3dcc3" opacity=".85"/>`;
}

/** The strip above the horizon: coast and bergs, 1000 by 60, the horizon at its lower edge. */
export function coastPicture(): string {
  const dice = new Dice(21);
  const ridge: Point[] = [[0, 58]];
  for (let x = 0; x < WIDE;) {
    x += dice.between(18, 46);
    ridge.push([x, 58 - dice.between(2, 13) * (0.35 + 0.65 * Math.abs(Math.sin(x * 0.0042 + 0.7)))]);
  }
  const bergs = berg(770, 59, 22, 3) + berg(842, 59, 9, 8, -1) + berg(330, 59, 9, 5);
  return picture(
    [0, 0, WIDE, 60],
    `<path d="${path([...ridge, [WIDE, 58]])}" fill="#5a6a77" opacity=".75"/>${bergs}`,
  );
}

/** One of two sheets of water that move against each other. */
export function waterPicture(sheet: 0 | 1): string {
  const art = sheet === 0 ? swells(3) + glints(5, 0.16, 0.6) : glints(17, 0.16, 0.5);
  return picture([0, 0, WIDE, HIGH], art, SOFT);
}
