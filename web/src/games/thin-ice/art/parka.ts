// People in parkas of their seat's colour, its glyph on the chest, around their feet.

import { glyphPath, seatToken } from "../../../lib/table/seats";
import { mix } from "../../../art/kit";
import { SOFT, n, picture } from "./shapes";

export const MOODS = ["calm", "worried", "soaked"] as const;
export type Mood = (typeof MOODS)[number];
/** The part of the drawing that a picture of a pawn shows. */
export const PAWN_BOX = [-34, -80, 104, 106] as const;
/** The face alone. */
const BUST_BOX = [-22, -80, 44, 44] as const;

/** Skin, its shade, hair. */
const FACES = [
  ["#F0C7A2", "#7a4a2b", "#3b2a20"],
  ["#B97F56", "#5a3520", "#1f1714"],
  ["#F3D3A9", "#8a5a36", "#191614"],
  ["#8D5A3B", "#4a2a19", "#15100e"],
  ["#E3B48C", "#704428", "#5a2f16"],
  ["#6F4630", "#38200f", "#120d0b"],
] as const;

function furRing(): string {
  const [count, bump] = [15, 4.6];
  let d = "";
  for (let k = 0; k < count; k++) {
    const at = (i: number, r: number) => {
      const a = 0.2 + (i * 2 * Math.PI) / count;
      return `${n((14.2 + r) * Math.cos(a))} ${n(-56 + (13.2 + r) * Math.sin(a))}`;
    };
    d += `${k === 0 ? `M${at(k, 0)}` : ""}Q${at(k + 0.5, bump)} ${at(k + 1, 0)}`;
  }
  return `${d}Z`;
}

function hem(): string {
  let d = "M-20.5 -9";
  for (let k = 0; k < 8; k++) {
    const x = (i: number) => -20.5 + (41 * i) / 8;
    const end = -9 + 3.6 * Math.sin((Math.PI * (k + 1)) / 8);
    const low = -3.6 + 4.6 * Math.sin((Math.PI * (k + 0.5)) / 8);
    d += `Q${n(x(k + 0.5))} ${n(low)} ${n(x(k + 1))} ${n(end)}`;
  }
  return `${d}C10 -7.5-10 -7.5-20.5 -9Z`;
}

const FUR = furRing();
const HEM = hem();

function defs(colour: string): string {
  const shades = [
    [0, mix(colour, "#ffffff", 0.34)],
    [0.45, colour],
    [1, mix(colour, "#06101a", 0.43)],
  ] as const;
  const stops = shades.map(([at, shade]) => `<stop offset="${at}" stop-color="${shade}"/>`).join("");
  return `${SOFT}<linearGradient id="parka" gradientUnits="userSpaceOnUse" x1="-18" y1="-48" x2="20" y2="-4">${stops}</linearGradient><radialGradient id="hood" gradientUnits="userSpaceOnUse" cx="-7" cy="-64" r="32">${stops}</radialGradient><radialGradient id="fur" gradientUnits="userSpaceOnUse" cx="-6" cy="-60" r="26"><stop offset="0" stop-color="#fffaf0"/><stop offset=".6" stop-color="#f1e4cf"/><stop offset="1" stop-color="#bfa98c"/></radialGradient><linearGradient id="hem" gradientUnits="userSpaceOnUse" x1="-20" y1="-10" x2="20" y2="-4"><stop offset="0" stop-color="#fffaf0"/><stop offset=".5" stop-color="#efe1ca"/><stop offset="1" stop-color="#b8a286"/></linearGradient>`;
}

function head(seat: number, colour: string, mood: Mood): string {
  const [skin, shade, hair] = FACES[seat % FACES.length] ?? FACES[0];
  const light = mix(colour, "#ffffff", 0.5);
  let g = `<path d="M-19 -50C-21 -66-11 -76 1 -76C13 -76 21 -66 19 -51C17 -43 10 -40 0 -40C-10 -40-17 -43-19 -50Z" fill="url(#hood)"/><path d="M-18.8 -52C-20 -66-10.5 -75 0 -75.2" fill="none" stroke="${light}" stroke-width="1.8" opacity=".95" stroke-linecap="round"/><path d="${FUR}" fill="url(#fur)" stroke="#8a775e" stroke-opacity=".45" stroke-width=".6"/><ellipse cy="-55.5" rx="10.8" ry="10.2" fill="${skin}"/><path d="M-10.8 -55.5A10.8 10.2 0 0 1 10.8 -55.5C8 -59.5 4 -61.5-1 -61C-5 -60.5-9 -59-10.8 -55.5Z" fill="${hair}"/><path d="M10.8 -55.5A10.8 10.2 0 0 1-2 -45.4C5 -46 8 -50 8.5 -56Z" fill="${shade}" opacity=".22"/>`;
  g +=
    mood === "calm"
      ? `<ellipse cx="-4" cy="-54.5" rx="1.5" ry="1.9" fill="#1b1512"/><ellipse cx="4" cy="-54.5" rx="1.5" ry="1.9" fill="#1b1512"/><path d="M-2.6 -50q2.6 2.4 5.2 0" fill="none" stroke="#5e2a20" stroke-width="1.3" stroke-linecap="round"/>`
      : `<ellipse cx="-4" cy="-54.5" rx="1.7" ry="2.2" fill="#1b1512"/><ellipse cx="4" cy="-54.5" rx="1.7" ry="2.2" fill="#1b1512"/><path d="M-2.5 -58.2l-4 1.4M2.5 -58.2l4 1.4" stroke="${hair}" stroke-width="1.3" stroke-linecap="round"/><ellipse cy="-49.3" rx="1.9" ry="1.7" fill="#6b2a22"/>`;
  return `${g}<ellipse cx="-7" cy="-51" rx="2.2" ry="1.5" fill="#e0684f" opacity=".45"/><ellipse cx="7" cy="-51" rx="2.2" ry="1.5" fill="#e0684f" opacity=".4"/>`;
}

function body(seat: number, colour: string): string {
  const [dark, light] = [mix(colour, "#06101a", 0.5), mix(colour, "#ffffff", 0.5)];
  return `<path d="M-13 -8h11v7c0 3-1 4-3 4h-9c-3 0-4-2-3-4c1-2 4-2 4-3Z" fill="#2c2621"/><path d="M13 -8h-11v7c0 3 1 4 3 4h9c3 0 4-2 3-4c-1-2-4-2-4-3Z" fill="#1d1916"/><path d="M14 -40C22 -36 26 -24 24 -15C22 -11 16 -11 15 -15Z" fill="${dark}"/><path d="M-20 -7C-22 -26-17 -41-9 -46L9 -46C17 -41 22 -26 20 -7C12 -2-12 -2-20 -7Z" fill="url(#parka)"/><path d="M-19.5 -10C-21 -27-16 -41-9 -45.5" fill="none" stroke="${light}" stroke-width="1.6" opacity=".9" stroke-linecap="round"/><path d="M-19.5 -20C-10 -16.5 10 -16.5 19.5 -20" fill="none" stroke="${dark}" stroke-opacity=".35" stroke-width="1.2"/><path d="M-12 -42C-22 -38-26 -26-25 -17C-23 -12-16 -13-15 -17C-14 -25-13 -34-12 -42Z" fill="url(#parka)" stroke="${dark}" stroke-opacity=".35"/><path d="M-25.5 -19C-23 -17-18 -17-15 -18.5C-14 -13-16 -9-20 -9C-24 -9-26.5 -13-25.5 -19Z" fill="#3a322b"/><path d="M-26 -20q5.5 3 11.5 .8l.3 3q-6 2-12 -.6Z" fill="url(#hem)"/><path d="M25 -17C22 -15.5 18 -15.5 15.5 -17C15 -12 17 -8.5 20 -8.5C23.5 -8.5 25.5 -12 25 -17Z" fill="#26201b"/><path d="M25.5 -18.5q-5 2.5-10.5 .5l-.2 2.8q5.5 1.8 11 -.5Z" fill="#b8a286"/><path d="${HEM}" fill="url(#hem)" stroke="#8a775e" stroke-opacity=".5" stroke-width=".6"/><path transform="translate(1 -25)" d="${glyphPath(seatToken(seat).glyph, 7.4)}" fill="#fff" stroke="#fff" stroke-width=".8" stroke-linejoin="round"/>`;
}

const SHADOW =
  '<path d="M-15 3C-6 9 14 9 26 14C40 19 58 21 63 15C66 11 54 5 40 1C30-2 20-4 16-5Z" fill="#0a2f47" opacity=".34" filter="url(#b2)"/><ellipse cx="1" cy="1" rx="19" ry="6.5" fill="#06283c" opacity=".5" filter="url(#b2)"/>';

/** Up to the chest in the water of a hole, arms on its rim. */
function soaked(seat: number, colour: string): string {
  return `<clipPath id="out"><path d="M-40 -90H40V-12C20 -4-20 -4-40 -12Z"/></clipPath><g transform="translate(0 16)"><g clip-path="url(#out)">${body(seat, colour)}</g>${head(seat, colour, "soaked")}<path d="M-24 -12C-12 -5 12 -5 24 -12" fill="none" stroke="#bff0f7" stroke-width="2.4" stroke-linecap="round"/><path d="M-30 -9q6-3 10 0M20 -8q6-3 10 0" fill="none" stroke="#9be4ee" stroke-width="1.6" stroke-linecap="round"/><path d="M-16 -66q-2 4 0 6q2-2 0-6ZM15 -60q-2 4 0 6q2-2 0-6Z" fill="#7fd3e4"/></g>`;
}

const drawn = new Map<string, string>();
function once(key: string, draw: () => string): string {
  let found = drawn.get(key);
  if (found === undefined) drawn.set(key, (found = draw()));
  return found;
}

export function pawnPicture(seat: number, mood: Mood): string {
  const { colour } = seatToken(seat);
  return once(`${seat}${mood}`, () =>
    picture(
      PAWN_BOX,
      mood === "soaked" ? soaked(seat, colour) : `${SHADOW}${body(seat, colour)}${head(seat, colour, mood)}`,
      defs(colour),
    ),
  );
}

export function bustPicture(seat: number): string {
  const { colour } = seatToken(seat);
  return once(`bust${seat}`, () => picture(BUST_BOX, head(seat, colour, "calm"), defs(colour)));
}

/** A person as SVG, for drawings that hold several: shades have the seat's number in their names. */
export function person(seat: number): { art: string; defs: string } {
  const { colour } = seatToken(seat);
  const own = (svg: string) => svg.replaceAll(/(id="|url\(#)(parka|hood|fur|hem)/g, `$1$2${seat}`);
  return {
    art: own(body(seat, colour) + head(seat, colour, "calm")),
    defs: own(defs(colour).slice(SOFT.length)),
  };
}
