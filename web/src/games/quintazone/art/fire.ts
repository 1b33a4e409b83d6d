// Fire: rows of tongues, each four flames deep.

import { HIGH, WIDE, ground, n } from "./tile";

const COLUMNS = 3;
const ROWS = 4;
/** From the outer flame to the core: size, how much lower it sits, colour. */
const FLAMES: readonly [number, number, string][] = [
  [1.04, 0, "#CE3A1B"],
  [0.78, 3, "#EC6A25"],
  [0.52, 5, "#F79A33"],
  [0.28, 6, "#FDD469"],
];

function flame(s: number, low: number, colour: string): string {
  const at = (x: number, y: number) => `${n(x * s)} ${n(y * s + low)}`;
  const curve = (...points: [number, number][]) => `C${points.map(([x, y]) => at(x, y)).join(" ")}`;
  const d =
    `M${at(-1, -60)}${curve([4, -44], [21, -32], [20, -8])}${curve([19, 10], [9, 16], [0, 16])}` +
    `${curve([-9, 16], [-19, 10], [-20, -8])}${curve([-20, -22], [-13, -27], [-12, -41])}` +
    `${curve([-7, -36], [-5, -31], [-5, -25])}${curve([1, -34], [3, -46], [-1, -60])}Z`;
  return `<path d="${d}" fill="${colour}"/>`;
}

export function fire(): string {
  const column = WIDE / COLUMNS;
  const k = column / 37;
  const tongue = FLAMES.map(([size, low, colour]) => flame(size * k, low, colour)).join("");
  let tongues = "";
  for (let row = -1; row <= ROWS + 2; row++) {
    const odd = ((row % 2) + 2) % 2;
    for (let c = -1; c <= COLUMNS; c++) {
      const mirror = ((((c % COLUMNS) + COLUMNS) % COLUMNS) + odd) % 2 ? 1 : -1;
      const [x, y] = [(c + 0.5 + odd * 0.5) * column, ((row + 0.62) * HIGH) / ROWS];
      tongues += `<g transform="translate(${n(x)} ${n(y)}) scale(${mirror} 1)">${tongue}</g>`;
    }
  }
  return ground("#A32415") + tongues;
}
