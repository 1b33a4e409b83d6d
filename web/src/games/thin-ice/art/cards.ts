// The small pictures on the event cards: what the card does, at a glance.

import { GOLD, RED } from "../../../art/kit";
import type { Card } from "../types";
import { bearParts } from "./bear";
import { person } from "./parka";
import { Dice, SOFT, n, picture } from "./shapes";

const CARD_BOX = [0, 0, 100, 104] as const;

const SUN =
  '<circle cx="20" cy="26" r="40" fill="#ffb877" opacity=".25"/><circle cx="20" cy="24" r="11" fill="#ffe2ae"/>';
const WAVES = [56, 70, 84, 98]
  .map(
    (y) =>
      `<path d="M-4 ${y}q12-5 24 0t24 0t24 0t24 0t24 0" fill="none" stroke="#9fdcea" stroke-opacity=".24" stroke-width="1.6"/>`,
  )
  .join("");
const sea = (sky = "#123a4b") => `<rect width="100" height="104" fill="${sky}"/>${SUN}${WAVES}`;

/** A slab from the side, `x` to `x + w` at height `y`. */
function block(x: number, y: number, w: number, tone = "#e9f5f9"): string {
  const [a, b] = [x + w * 0.14, x + w * 0.92];
  return `<path d="M${n(x)} ${y + 12}L${n(a)} ${y}L${n(b)} ${y + 2}L${n(x + w)} ${y + 13}L${n(b)} ${y + 22}L${n(a)} ${y + 23}Z" fill="${tone}"/><path d="M${n(x)} ${y + 12}L${n(a)} ${y + 23}L${n(b)} ${y + 22}L${n(x + w)} ${y + 13}V${y + 22}L${n(b)} ${y + 32}L${n(a)} ${y + 33}L${n(x)} ${y + 21}Z" fill="#5fa6c4"/>`;
}

const CRACKS = (x: number, y: number) =>
  `<path d="M${x} ${y}l7-6l-2-6M${x} ${y}l-9-4l-6-5M${x} ${y}l3 7l8 3M${x} ${y}l-7 6" fill="none" stroke="#0d3b54" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>`;

function walker(x: number, y: number, size: number, seat = 0, turn = 0): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">${person(seat).art}</g>`;
}

const bear = (x: number, y: number, size: number, flip = false) =>
  `<g transform="translate(${x} ${y}) scale(${flip ? -size : size} ${size})">${bearParts.art}</g>`;

/** A way that somebody or something takes: gold dots with an arrow at the end. */
function way(d: string, head = ""): string {
  return `<path d="${d}" fill="none" stroke="#06202c" stroke-opacity=".5" stroke-width="6" stroke-linecap="round" stroke-dasharray=".1 8"/><path d="${d}" fill="none" stroke="${GOLD}" stroke-width="3.6" stroke-linecap="round" stroke-dasharray=".1 8"/>${head ? `<path d="${head}" fill="none" stroke="${GOLD}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>` : ""}`;
}

function snow(seed: number, count = 14): string {
  const dice = new Dice(seed);
  return Array.from(
    { length: count },
    () =>
      `<circle cx="${n(dice.between(4, 96))}" cy="${n(dice.between(4, 92))}" r="${n(dice.between(0.7, 1.7))}" fill="#fff" opacity=".8"/>`,
  ).join("");
}

function flake(x: number, y: number, size: number): string {
  const arm = "M0 0V-37M0-14l-8-7M0-14l8-7M0-24l-8.500-7.500M0-24l8.500-7.500M-4-37.500L0-42l4 4.500";
  const arms = [0, 60, 120, 180, 240, 300].map((a) => `<path transform="rotate(${a})" d="${arm}"/>`).join("");
  return `<g transform="translate(${x} ${y}) scale(${size})" fill="none" stroke-linecap="round" stroke-linejoin="round"><g stroke="#0c3247" stroke-opacity=".5" stroke-width="6.500" transform="translate(2 2.500)">${arms}</g><g stroke="#fff" stroke-width="4.200">${arms}</g></g>`;
}

/** A die seen from a corner, with this many pips in front. */
function die(x: number, y: number, turn: number, pips: readonly (readonly [number, number])[]): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn})"><rect x="-19" y="-19" width="38" height="38" rx="8" fill="#06202c" opacity=".4" transform="translate(3 4)"/><rect x="-19" y="-19" width="38" height="38" rx="8" fill="#fff7e6"/><path d="M-19 11V-11A8 8 0 0 1-11-19H11" fill="none" stroke="#fff" stroke-width="2"/>${pips.map(([px, py]) => `<circle cx="${px}" cy="${py}" r="3.800" fill="${RED}"/>`).join("")}</g>`;
}
const FIVE = [
  [-9, -9],
  [9, -9],
  [0, 0],
  [-9, 9],
  [9, 9],
] as const;
const cross = (x: number, y: number, r: number) =>
  `<path d="M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}" stroke="#06202c" stroke-opacity=".55" stroke-width="13" stroke-linecap="round"/><path d="M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}" stroke="#ff8a70" stroke-width="8" stroke-linecap="round"/>`;

const ART: Record<Card, () => string> = {
  "cold-snap": () =>
    `<rect width="100" height="104" fill="#1d5470"/><path d="M0 0H100V56C70 40 30 72 0 54Z" fill="#2f7897" opacity=".7"/><path d="M0 88L28 74L52 86L78 70L100 82V104H0Z" fill="#dff0f7"/>${flake(50, 48, 0.92)}${snow(4)}`,
  thaw: () =>
    `<rect width="100" height="104" fill="#7a4a2c"/><circle cx="50" cy="30" r="46" fill="#ffb24d" opacity=".45"/><circle cx="50" cy="28" r="17" fill="#ffe2ae"/>${[0, 45, 90, 135, 180, 225, 270, 315].map((a) => `<path transform="rotate(${a} 50 28)" d="M50 4v-8" stroke="#ffe2ae" stroke-width="4" stroke-linecap="round"/>`).join("")}<path d="M0 78q25-9 50 0t50 0V104H0Z" fill="#123a4b"/>${block(18, 58, 64)}${CRACKS(50, 68)}<path d="M30 94q-3 5 0 8q3-3 0-8ZM70 94q-3 5 0 8q3-3 0-8Z" fill="#9fdcea"/>`,
  current: () =>
    `${sea()}<path d="M-4 40q14-8 28 0t28 0t28 0t28 0" fill="none" stroke="#7fd3e4" stroke-width="4" stroke-linecap="round" opacity=".7"/>${block(10, 52, 52)}${way("M66 68H86", "M82 60l9 8l-9 8")}`,
  roar: () =>
    `<rect width="100" height="104" fill="#3a2230"/><circle cx="64" cy="40" r="46" fill="#d5603a" opacity=".35"/>${bear(60, 112, 0.74)}${[0, 1, 2].map((k) => `<path d="M${26 - k * 8} ${34 - k * 5}q${-6 - k * 2} ${12 + k * 5} 0 ${24 + k * 10}" fill="none" stroke="#ffd9a3" stroke-width="3.600" stroke-linecap="round" opacity="${0.95 - k * 0.25}"/>`).join("")}`,
  leap: () =>
    `${sea()}${block(-16, 70, 42)}${block(74, 70, 42)}${way("M14 72C26 16 68 12 86 66")}${walker(49, 60, 0.62, 0, 14)}`,
  "second-wind": () =>
    `${sea("#174a55")}${block(-10, 72, 44)}${block(30, 72, 44)}${block(70, 72, 44)}${walker(50, 84, 0.6, 2)}${way("M10 70C16 50 34 50 42 66")}${way("M58 66C66 50 82 50 90 68", "M84 66l6 4l3-8")}<path d="M4 30q20-10 40 0t40-2M20 44q16-8 34 0" fill="none" stroke="#dff8fc" stroke-width="3" stroke-linecap="round" opacity=".8"/>`,
  "light-step": () =>
    `<rect width="100" height="104" fill="#24374f"/>${SUN}<path d="M0 74C30 66 70 66 100 74V104H0Z" fill="#dff0f7"/>${[
      [22, 92],
      [40, 84],
      [58, 91],
    ]
      .map(([x, y]) => `<ellipse cx="${x}" cy="${y}" rx="6" ry="3.400" fill="#8fbdd3"/>`)
      .join(
        "",
      )}${walker(74, 78, 0.62, 3, 6)}<path d="M50 40C40 26 52 14 66 12C62 24 62 36 50 40ZM48 44L60 24" fill="#fff" stroke="#9fc6d8" stroke-width="1.600" stroke-linecap="round"/>`,
  shove: () =>
    `${sea("#3a2a22")}${block(-8, 74, 60)}${block(50, 74, 60)}${walker(30, 86, 0.6, 1, 10)}${walker(70, 84, 0.6, 5, 22)}<path d="M46 46l8-4M46 56h10M46 66l8 4" stroke="${GOLD}" stroke-width="4" stroke-linecap="round"/>`,
  "change-of-plans": () =>
    `<rect width="100" height="104" fill="#2a3d2f"/><circle cx="50" cy="52" r="44" fill="#4f7a58" opacity=".45"/>${die(46, 46, -12, FIVE)}${cross(74, 76, 13)}`,
  "trade-places": () =>
    `${sea("#1f2f57")}${block(-10, 72, 52)}${block(58, 72, 52)}${walker(22, 86, 0.58, 4)}${walker(80, 86, 0.58, 3)}${way("M26 30C40 12 62 12 76 28", "M70 30l7-1l1-8")}${way("M76 100C62 104 40 104 26 100")}`,
  lifeline: () =>
    `${sea("#123a4b")}<circle cx="50" cy="62" r="27" fill="none" stroke="#06202c" stroke-opacity=".4" stroke-width="15"/><circle cx="50" cy="60" r="27" fill="none" stroke="#fff4e0" stroke-width="14"/><circle cx="50" cy="60" r="27" fill="none" stroke="#c8402f" stroke-width="14" stroke-dasharray="21.200 21.200"/>${walker(50, 76, 0.46, 0)}<path d="M72 44C86 30 90 14 84 0" fill="none" stroke="#f1e4cf" stroke-width="3" stroke-linecap="round"/>`,
  "bear-spray": () =>
    `<rect width="100" height="104" fill="#28442f"/>${bear(78, 108, 0.56)}<path d="M26 60C44 44 58 38 66 44C74 52 66 68 54 72C44 76 34 70 26 64Z" fill="#f0c24b" opacity=".75"/><circle cx="52" cy="52" r="9" fill="#ffe08a" opacity=".8"/><circle cx="60" cy="62" r="8" fill="#ffe08a" opacity=".7"/><rect x="8" y="52" width="17" height="40" rx="4" fill="#c8402f"/><rect x="11" y="44" width="11" height="9" rx="2" fill="#1d1a1b"/><path d="M8 64h17" stroke="#fff4e0" stroke-width="5"/>`,
  "loaded-dice": () =>
    `<rect width="100" height="104" fill="#43224d"/><circle cx="50" cy="50" r="46" fill="#8a4c9c" opacity=".4"/>${die(36, 40, -16, FIVE)}${die(66, 68, 20, [[0, 0]])}<path d="M66 22A30 30 0 0 1 84 46M84 46l-9-4M84 46l4-9" fill="none" stroke="${GOLD}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`,
  "not-today": () =>
    `<rect width="100" height="104" fill="#5b2320"/><g transform="translate(50 52) rotate(-8)"><rect x="-27" y="-36" width="54" height="72" rx="7" fill="#06202c" opacity=".4" transform="translate(4 5)"/><rect x="-27" y="-36" width="54" height="72" rx="7" fill="#f3ead8"/><rect x="-21" y="-30" width="42" height="60" rx="4" fill="#2b6079"/>${flake(0, 0, 0.5)}</g>${cross(50, 52, 29)}`,
};

const drawn = new Map<Card, string>();

export function cardPicture(card: Card): string {
  let found = drawn.get(card);
  if (found === undefined) {
    const shades = [0, 1, 2, 3, 4, 5].map((seat) => person(seat).defs).join("");
    drawn.set(card, (found = picture(CARD_BOX, ART[card](), SOFT + bearParts.defs + shades)));
  }
  return found;
}
