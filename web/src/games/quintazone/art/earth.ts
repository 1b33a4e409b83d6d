// Earth: ploughed furrows that climb by two a card, with seedlings on every other ridge.

import { FULL, HIGH, WIDE, ground, line, n } from "./tile";

const FURROWS = 14;
const CLIMB = 2;
const STEP = HIGH / FURROWS;

function height(furrow: number, x: number): number {
  return (
    furrow * STEP +
    (STEP * CLIMB * x) / WIDE +
    5.5 * Math.sin((FULL * x) / WIDE) +
    2 * Math.sin((2 * FULL * x) / WIDE + 1)
  );
}

export function earth(): string {
  let [ridges, seedlings] = ["", ""];
  for (let furrow = -CLIMB - 2; furrow < FURROWS + 2; furrow++) {
    const points: [number, number][] = [];
    for (let x = -4; x <= WIDE + 4; x += 4) points.push([x, height(furrow, x)]);
    ridges += `<path d="${line(points)}"/>`;
    if (furrow % 2 !== 0) continue;
    const shift = (furrow / 2) % 2 === 0 ? 0.5 : 1;
    for (let i = 0; i < 4; i++) {
      const x = (((i + shift) * WIDE) / 4) % WIDE;
      seedlings += `<path d="M${n(x)} ${n(height(furrow, x) - 1)}c-1-3-4-4-6-3.4c.6 2.6 3 4 6 3.4c1-4 3.6-5.4 6.2-5c-.2 3.2-2.8 5.2-6.2 5"/>`;
    }
  }
  return (
    `${ground("#A7692F")}<g fill="none">` +
    `<g stroke="#6F4019" stroke-width="${n(STEP * 0.36)}" transform="translate(0 ${n(STEP * 0.26)})">${ridges}</g>` +
    `<g stroke="#C98B4A" stroke-width="${n(STEP * 0.26)}">${ridges}</g>` +
    `<g stroke="#EBBE7E" stroke-width="1.3" stroke-dasharray="7 5 2 5" transform="translate(0 ${n(-STEP * 0.16)})">${ridges}</g>` +
    `</g><g fill="#3F6B35" stroke="#2F5228" stroke-width=".5">${seedlings}</g>`
  );
}
