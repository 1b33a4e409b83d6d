// Air: curls of wind on pale morning, and a few birds.

import { Chance } from "../../../art/kit";
import { FULL, HIGH, WIDE, across, ground, n } from "./tile";

/** Where the curls are, how large, and which way they roll. */
const CURLS: readonly [number, number, number, 1 | -1][] = [
  [0.3, 0.13, 0.95, 1],
  [0.8, 0.3, 1.05, -1],
  [0.28, 0.47, 1.1, 1],
  [0.82, 0.64, 0.9, 1],
  [0.34, 0.81, 1, -1],
  [0.86, 0.95, 0.85, 1],
];
const BIRDS: readonly [number, number, number][] = [
  [0.74, 0.13, 0.8],
  [0.22, 0.31, 0.7],
  [0.66, 0.79, 0.75],
];
const TURNS = 1.9;

function curl(size: number, way: 1 | -1): string {
  const foot = 18.1 * size;
  let d = `M${n(-46 * size * way)} ${n(foot + 3 * size)}C${n(-30 * size * way)} ${n(foot - 5 * size)} ${n(-16 * size * way)} ${n(foot + size)} 0 ${n(foot)}`;
  for (let i = 0; i <= 44; i++) {
    const t = i / 44;
    const angle = Math.PI / 2 - t * TURNS * FULL;
    const radius = (15.5 * (1 - t) + 2.6) * size;
    d += `L${n(Math.cos(angle) * radius * way)} ${n(Math.sin(angle) * radius)}`;
  }
  return d;
}

function bird(x: number, y: number, k: number): string {
  return `<path d="M${n(x - 9 * k)} ${n(y - 4 * k)}Q${n(x - 3 * k)} ${n(y - 5 * k)} ${n(x)} ${n(y)}Q${n(x + 4 * k)} ${n(y - 6 * k)} ${n(x + 10 * k)} ${n(y - 6 * k)}Q${n(x + 3 * k)} ${n(y - 3 * k)} ${n(x + k)} ${n(y + 4 * k)}Q${n(x - 3 * k)} ${n(y - 2 * k)} ${n(x - 9 * k)} ${n(y - 4 * k)}Z"/>`;
}

export function air(): string {
  let [lines, light, breaths, birds] = ["", "", "", ""];
  for (const [x, y, size, way] of CURLS) {
    const at = (dx: number, dy: number, scale: number) =>
      across(
        WIDE * x,
        HIGH * y,
        60,
        (px, py) =>
          `<path d="${curl(size * scale, way)}" transform="translate(${n(px + dx)} ${n(py + dy)})"/>`,
      );
    lines += at(0, 0, 1);
    light += at(1.6, 3.2, 0.97);
  }
  const chance = new Chance(3);
  for (let i = 0; i < 16; i++) {
    const [x, y, long] = [chance.unit() * WIDE, chance.unit() * HIGH, chance.between(8, 22)];
    breaths += across(x, y, 30, (px, py) => `<path d="M${n(px)} ${n(py)}q${n(long / 2)}-3 ${n(long)} 0"/>`);
  }
  for (const [x, y, k] of BIRDS) birds += across(WIDE * x, HIGH * y, 14, (px, py) => bird(px, py, k));
  return (
    `${ground("#DDEAE3")}<g fill="none" stroke-linecap="round"><g stroke="#B4D2CA" stroke-width="1.4">${breaths}</g>` +
    `<g stroke="#fff" stroke-width="5">${light}</g><g stroke="#5F9AA0" stroke-width="2.5">${lines}</g></g>` +
    `<g fill="#2F6B74">${birds}</g>`
  );
}
