// Space: two worlds on their orbits, bright stars, and dust.

import { Chance } from "../../../art/kit";
import { HIGH, WIDE, across, ground, n } from "./tile";

const RINGED: readonly [number, number] = [WIDE * 0.3, HIGH * 0.24];
const GOLDEN: readonly [number, number] = [WIDE * 0.78, HIGH * 0.7];
/** Across, down, size. */
const STARS: readonly [number, number, number][] = [
  [0.72, 0.12, 8.5],
  [0.1, 0.5, 7],
  [0.52, 0.44, 10],
  [0.24, 0.72, 8],
  [0.55, 0.93, 7.5],
  [0.93, 0.36, 6],
  [0.06, 0.93, 5.5],
];

function star(x: number, y: number, s: number): string {
  const k = s * 0.14;
  return `<path d="M${n(x)} ${n(y - s)}Q${n(x + k)} ${n(y - k)} ${n(x + s)} ${n(y)}Q${n(x + k)} ${n(y + k)} ${n(x)} ${n(y + s)}Q${n(x - k)} ${n(y + k)} ${n(x - s)} ${n(y)}Q${n(x - k)} ${n(y - k)} ${n(x)} ${n(y - s)}Z" fill="#FBEBC0"/>`;
}

function orbit([x, y]: readonly [number, number], radius: number, dotted: boolean): string {
  const dashes = dotted ? ' stroke-dasharray="2 4"' : "";
  return across(
    x,
    y,
    radius,
    (px, py) =>
      `<circle cx="${n(px)}" cy="${n(py)}" r="${radius}" fill="none" stroke="#5A4B9C" stroke-width="1.2"${dashes}/>`,
  );
}

function moon(x: number, y: number, r: number, colour: string): string {
  return across(x, y, 4, (px, py) => `<circle cx="${n(px)}" cy="${n(py)}" r="${r}" fill="${colour}"/>`);
}

export function space(): string {
  const chance = new Chance(19);
  let drawn = ground("#211A44");
  drawn +=
    orbit(RINGED, 30, true) + orbit(RINGED, 21, false) + orbit(GOLDEN, 36, true) + orbit(GOLDEN, 25, true);
  drawn += across(
    ...RINGED,
    20,
    (x, y) =>
      `<g transform="translate(${n(x)} ${n(y)})"><circle r="9.5" fill="#C98BD0"/><path d="M-9.5 0A9.5 9.5 0 0 0 9.5 0Q0 5-9.5 0Z" fill="#8E5AA8"/><ellipse rx="17" ry="4.6" transform="rotate(-20)" fill="none" stroke="#F4DFA8" stroke-width="1.8"/></g>`,
  );
  drawn += across(
    ...GOLDEN,
    20,
    (x, y) =>
      `<g transform="translate(${n(x)} ${n(y)})"><circle r="11" fill="#F1B94E"/><circle r="11" fill="none" stroke="#FBE3A4" stroke-width="1.4"/><path d="M3-10.6A11 11 0 0 1 3 10.6A13 13 0 0 0 3-10.6Z" fill="#C9822B"/></g>`,
  );
  drawn +=
    moon(RINGED[0] + 24, RINGED[1] + 18, 3, "#7FC6C9") +
    moon(GOLDEN[0] - 23.5, GOLDEN[1] - 8, 3.4, "#E2795A");
  for (const [x, y, size] of STARS) drawn += across(WIDE * x, HIGH * y, 12, (px, py) => star(px, py, size));
  for (let i = 0; i < 46; i++) {
    const [x, y] = [chance.unit() * WIDE, chance.unit() * HIGH];
    const [r, light] = [chance.between(0.6, 1.7), chance.between(0.5, 1)];
    drawn += across(
      x,
      y,
      2,
      (px, py) =>
        `<circle cx="${n(px)}" cy="${n(py)}" r="${n(r)}" fill="#EFE3FF" fill-opacity="${n(light)}"/>`,
    );
  }
  return drawn;
}
