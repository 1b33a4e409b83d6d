// The bear, around its feet. It sleeps curled up, stands and threatens, or swims with its head and paws out of the water.

import { IVORY } from "../../../art/kit";
import { SOFT, picture } from "./shapes";

export const POSES = ["asleep", "awake", "swimming"] as const;
export type Pose = (typeof POSES)[number];
/** How large it is drawn; and where somebody stands behind it: then its head stays below their feet. */
export const BEAR_SCALE = 0.82;
export const CROUCHED = 0.7;
/** The part of the drawing that a picture of the bear shows, by pose. */
export const BEAR_BOX = [-76, -142, 190, 176] as const;

const DEFS =
  SOFT +
  `<linearGradient id="bb" gradientUnits="userSpaceOnUse" x1="-40" y1="-110" x2="44" y2="0"><stop offset="0" stop-color="${IVORY}"/><stop offset=".45" stop-color="#f7efdf"/><stop offset="1" stop-color="#c4c9c8"/></linearGradient>` +
  '<linearGradient id="bs" gradientUnits="userSpaceOnUse" x1="0" y1="-100" x2="40" y2="0"><stop offset="0" stop-color="#b9cad4" stop-opacity=".2"/><stop offset="1" stop-color="#7f9db2" stop-opacity=".95"/></linearGradient>' +
  '<radialGradient id="bh" gradientUnits="userSpaceOnUse" cx="-20" cy="-124" r="52"><stop offset="0" stop-color="#fffefa"/><stop offset=".55" stop-color="#f8f0e0"/><stop offset="1" stop-color="#bcc6ca"/></radialGradient>' +
  `<linearGradient id="curl" gradientUnits="userSpaceOnUse" x1="-40" y1="-50" x2="40" y2="10"><stop offset="0" stop-color="${IVORY}"/><stop offset=".5" stop-color="#f4ecdc"/><stop offset="1" stop-color="#a9b7bd"/></linearGradient>`;
const LINE = 'stroke="#5f7788" stroke-opacity=".55" stroke-width="1.1"';

const SHADOW = [
  '<path d="M-30 4C-12 14 26 16 52 22C78 28 104 30 108 22C111 15 88 6 66 1C50 -3 34 -6 28 -8Z" fill="#0a2f47" opacity=".36" filter="url(#b2)"/>',
  '<ellipse cx="2" cy="2" rx="36" ry="10" fill="#06283c" opacity=".5" filter="url(#b2)"/>',
].join("");

const BODY = [
  '<path d="M8 -26C26 -30 36 -14 33 -2C32 5 12 5 8 1Z" fill="#cfd3d0" stroke="#5f7788" stroke-opacity=".55" stroke-width="1.1"/>',
  '<ellipse cx="36" cy="-20" rx="6" ry="5.5" fill="#d6d8d3" stroke="#5f7788" stroke-opacity=".55" stroke-width="1.1"/>',
  '<path d="M-30 -6C-42 -30 -38 -62 -26 -82C-18 -96 16 -98 26 -82C38 -62 44 -28 34 -6C24 4 -20 4 -30 -6Z" fill="url(#bb)" stroke="#5f7788" stroke-opacity=".55" stroke-width="1.1"/>',
  '<path d="M26 -82C38 -62 44 -28 34 -6C28 0 14 2 4 2C20 -10 26 -40 14 -84C19 -86 23 -86 26 -82Z" fill="url(#bs)"/>',
  '<path d="M-22 -12C-30 -34 -22 -56 -8 -58C8 -60 16 -36 10 -14C4 -2 -16 -2 -22 -12Z" fill="#fffaf0" opacity=".75"/>',
  '<path d="M-12 -50l2 5l2 -4l2 5l2 -4M-18 -34l2 5l2 -4l2 5M0 -32l2 4l2 -4l2 4M-8 -20l2 4l2 -4l2 4" fill="none" stroke="#b9ad98" stroke-width="1.2" stroke-linecap="round" stroke-linejoin="round" opacity=".8"/>',
  '<ellipse cx="-19" cy="-1" rx="16" ry="8.5" fill="#f4ecdc" stroke="#5f7788" stroke-opacity=".55" stroke-width="1.1"/>',
  '<path d="M-28.5 3.5q1.6 4.5 3.6 0Z" fill="#2a2623"/><path d="M-22 3.5q1.6 4.5 3.6 0Z" fill="#2a2623"/>',
  '<path d="M-15.5 3.5q1.6 4.5 3.6 0Z" fill="#2a2623"/>',
  '<path d="M-24.2 -1v5" stroke="#a79d8c" stroke-width="1.1" stroke-linecap="round"/>',
  '<path d="M-17.8 -1v5" stroke="#a79d8c" stroke-width="1.1" stroke-linecap="round"/>',
  '<ellipse cx="17" cy="-1" rx="16" ry="8.5" fill="#d9d8d2" stroke="#5f7788" stroke-opacity=".55" stroke-width="1.1"/>',
  '<path d="M7.5 3.5q1.6 4.5 3.6 0Z" fill="#2a2623"/><path d="M14 3.5q1.6 4.5 3.6 0Z" fill="#2a2623"/>',
  '<path d="M20.5 3.5q1.6 4.5 3.6 0Z" fill="#2a2623"/>',
  '<path d="M11.8 -1v5" stroke="#a79d8c" stroke-width="1.1" stroke-linecap="round"/>',
  '<path d="M18.2 -1v5" stroke="#a79d8c" stroke-width="1.1" stroke-linecap="round"/>',
  '<path d="M22 -80C38 -76 48 -56 42 -42C38 -34 26 -32 20 -38C16 -42 18 -47 23 -47C30 -47 31 -54 24 -60Z" fill="#e3dfd6" stroke="#5f7788" stroke-opacity=".55" stroke-width="1.1"/>',
  '<path d="M19 -45q-6 1 -7.5 5.5q4 -.6 7.5 -1.8ZM19 -41q-5 2.5 -5 7q3.6 -1.8 6.4 -4ZM21.5 -38q-3 3.5 -1.6 7.5q2.8 -2.6 4.6 -5.5Z" fill="#2a2623"/>',
  '<path d="M-22 -82C-36 -84 -48 -92 -55 -104C-60 -112 -56 -119 -49 -118C-41 -117 -38 -108 -32 -102C-26 -97 -20 -92 -14 -84C-10 -74 -18 -70 -26 -72Z" fill="url(#bb)" stroke="#5f7788" stroke-opacity=".55" stroke-width="1.1"/>',
  '<path d="M-59 -111.5q-5.5 -1.5 -6.5 -6.5q5.5 -.2 8.5 2.5ZM-56.5 -116.5q-4 -4 -2.5 -9q4.6 2.6 6 6.6ZM-51.5 -119q-1.5 -5.5 2.2 -9.3q2.6 4.7 1.8 9ZM-45.5 -117.5q1.5 -5.2 6.3 -6.8q.2 5.2 -2.8 8.6Z" fill="#4b433c" stroke="#efe4d0" stroke-width="1" stroke-linejoin="round"/>',
  '<ellipse cx="-49.5" cy="-109.5" rx="4.6" ry="3.6" transform="rotate(40 -49.5 -109.5)" fill="#4a4440" opacity=".85"/>',
  '<circle cx="-55.5" cy="-113" r="1.5" fill="#4a4440" opacity=".85"/>',
  '<circle cx="-51.5" cy="-115.8" r="1.5" fill="#4a4440" opacity=".85"/>',
  '<circle cx="-46.5" cy="-115.2" r="1.5" fill="#4a4440" opacity=".85"/>',
  '<path d="M-27 -83C-16 -74 16 -73 28 -83C30 -78 29 -73 26 -70C14 -62 -14 -62 -26 -71C-29 -75 -29 -79 -27 -83Z" fill="#a8322b" stroke="#5b1714" stroke-opacity=".6" stroke-width="1"/>',
  '<path d="M-17 -77.5l-2.5 9.5M-6 -75l-1 10.5M6 -75l1 10.5M17 -77.5l2.5 9" stroke="#f4e6cd" stroke-width="3.4"/>',
  '<path d="M12 -67C16 -60 17 -50 15 -42L25 -43C28 -52 26 -62 21 -69Z" fill="#912822" stroke="#5b1714" stroke-opacity=".6" stroke-width="1"/>',
  '<path d="M15.5 -57l10 -2.5M16 -49l10 -1.5" stroke="#f4e6cd" stroke-width="3"/>',
  '<path d="M15.5 -42v4M18.7 -42.4v4M22 -42.7v4M24.8 -43v4" stroke="#a8322b" stroke-width="1.6" stroke-linecap="round"/>',
].join("");

const SKULL = [
  '<circle cx="-17" cy="-127" r="7.5" fill="#f1e8d8" stroke="#5f7788" stroke-opacity=".55" stroke-width="1.1"/>',
  '<circle cx="-17" cy="-126.5" r="3.8" fill="#c39c8b"/>',
  '<circle cx="19" cy="-126" r="7.5" fill="#dcdad4" stroke="#5f7788" stroke-opacity=".55" stroke-width="1.1"/>',
  '<circle cx="18.5" cy="-125.5" r="3.8" fill="#a98779"/>',
  '<path d="M-26 -106C-28 -124 -14 -133 1 -133C16 -133 28 -123 27 -106C26 -92 14 -84 0 -84C-14 -84 -25 -92 -26 -106Z" fill="url(#bh)" stroke="#5f7788" stroke-opacity=".55" stroke-width="1.1"/>',
  '<path d="M27 -106C26 -92 14 -84 0 -84C14 -90 20 -104 16 -126C23 -122 27.5 -114 27 -106Z" fill="#7f9db2" opacity=".42"/>',
].join("");

const JAW = [
  '<path d="M-21 -96C-20 -84 -10 -79 -2 -81C5 -83 8 -90 8 -97Z" fill="#f3eadb" stroke="#5f7788" stroke-opacity=".55" stroke-width="1.1"/>',
  '<path d="M-17.5 -96C-17 -87.5 -10 -84 -4 -85.5C1 -87 4 -91 4 -96.5Z" fill="#6b2127"/>',
  '<path d="M-13 -88.5C-10 -91.5 -4 -92 0 -89.5C-3 -85 -9 -84.5 -13 -88.5Z" fill="#e2737b"/>',
  '<path d="M-16 -96.5l2.2 5.5l2.4 -5.5ZM-1 -96.5l2 5l2 -5ZM-12.5 -86.8l1.5 -3l1.8 3.6Z" fill="#fff"/>',
].join("");

const MUZZLE = [
  '<path d="M-25 -102C-26 -110 -18 -114 -8 -114C3 -114 11 -108 10.5 -101C10 -95 2 -93 -8 -93.5C-17 -93.5 -24 -95 -25 -102Z" fill="#fffaf0" stroke="#5f7788" stroke-opacity=".55" stroke-width="1.1"/>',
  '<path d="M-21 -110C-20 -114.5 -7 -114.5 -6 -110C-6 -105.5 -11 -103.5 -13.5 -103.5C-16 -103.5 -21 -105.5 -21 -110Z" fill="#1d1a1b"/>',
  '<ellipse cx="-15.8" cy="-111" rx="3" ry="1.2" fill="#fff" opacity=".75"/>',
  '<path d="M-13.5 -103.5v4.5M-13.5 -99q-4 3 -8.5 .5M-13.5 -99q5 3.6 12 .8" fill="none" stroke="#3a3330" stroke-width="1.4" stroke-linecap="round"/>',
].join("");

const EYES = [
  '<ellipse cx="-16.5" cy="-117.5" rx="3.1" ry="3.4" fill="#17181b"/>',
  '<circle cx="-17.7" cy="-118.8" r="1.1" fill="#fff"/>',
  '<ellipse cx="3.5" cy="-117.5" rx="3.3" ry="3.6" fill="#17181b"/>',
  '<circle cx="2.2" cy="-118.9" r="1.15" fill="#fff"/>',
  '<path d="M-22.5 -123.5C-20 -124.5 -15 -123.5 -12 -120.5" fill="none" stroke="#3a3330" stroke-width="2.6" stroke-linecap="round"/>',
  '<path d="M-1.5 -121.5C2 -126.5 8 -128 11.5 -125.5" fill="none" stroke="#3a3330" stroke-width="2.6" stroke-linecap="round"/>',
].join("");

const CLOSED =
  '<path d="M-20 -118q3.500 3.500 7 0M0 -118q3.500 3.500 7 0" fill="none" stroke="#3a3330" stroke-width="2.200" stroke-linecap="round"/>';

const SCAR = [
  '<path d="M9 -112l6 4M10.5 -107l3 -4.5" stroke="#b29d8c" stroke-width="1.2" stroke-linecap="round"/>',
].join("");

const RIM = [
  '<path d="M-33.5 -14C-39.5 -34 -36.5 -60 -27.5 -76" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" opacity=".9"/>',
].join("");

const AWAKE = `${SHADOW}${BODY}<g transform="translate(-3 -4) rotate(-5 0 -104)">${SKULL}${JAW}${MUZZLE}${EYES}${SCAR}</g>${RIM}`;

const ASLEEP = `<ellipse cx="4" cy="4" rx="48" ry="13" fill="#06283c" opacity=".5" filter="url(#b2)"/>
<path d="M-46 -4C-52 -34 -26 -52 4 -52C36 -52 54 -32 50 -6C46 8 -40 10 -46 -4Z" fill="url(#curl)" ${LINE}/>
<path d="M50 -6C54 -32 36 -52 4 -52C30 -44 38 -20 20 4C36 4 48 2 50 -6Z" fill="#7f9db2" opacity=".4"/>
<ellipse cx="48" cy="-14" rx="6" ry="5" fill="#dfe0db" ${LINE}/>
<path d="M4 4C6 -12 24 -18 36 -10C44 -4 40 6 30 7Z" fill="#ebe4d6" ${LINE}/>
<path d="M-10 -40l2 5 2-4 2 5 2-4M10 -36l2 5 2-4 2 5M22 -24l2 4 2-4 2 4" fill="none" stroke="#b9ad98" stroke-width="1.200" stroke-linecap="round" stroke-linejoin="round" opacity=".8"/>
<g transform="translate(-20 66) rotate(-12 0 -84) scale(.92)">${SKULL}${MUZZLE}${CLOSED}${SCAR}</g>
<path d="M-38 2C-36 -6 -14 -8 -6 -2C-2 3 -10 8 -20 8C-30 8 -38 7 -38 2Z" fill="#f4ecdc" ${LINE}/>
<g fill="none" stroke="#dff3f8" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" opacity=".9"><path d="M-2 -78h9l-9 11h9"/><path d="M16 -100h12l-12 14h12"/></g>`;

const SWIMMING = `<ellipse cx="0" cy="-2" rx="46" ry="15" fill="#010a10" opacity=".6" filter="url(#b5)"/>
<path d="M-34 -4C-34 -26 -18 -36 2 -36C24 -36 38 -24 38 -4Z" fill="url(#curl)" ${LINE}/>
<g transform="translate(-4 76) rotate(-4 0 -104)">${SKULL}${JAW}${MUZZLE}${EYES}${SCAR}</g>
<path d="M-48 -2C-50 -14 -40 -18 -33 -13C-28 -9 -28 -2 -31 1ZM32 0C30 -11 40 -16 46 -11C51 -6 49 1 46 3Z" fill="#f4ecdc" ${LINE}/>
<path d="M-58 0C-44 -5 -30 3 -12 1C4 -2 18 5 32 1C44 -2 52 2 60 -1C54 8 36 8 24 8C8 9 -4 7 -14 8C-30 10 -50 8 -58 0Z" fill="#dff8fc" opacity=".95"/>
<path d="M-44 14q12-4 24 0M-8 17q14-4 28 0M30 13q9-3 17 0" fill="none" stroke="#8fd6e4" stroke-opacity=".6" stroke-width="1.600" stroke-linecap="round"/>`;

/** The standing bear as SVG, for drawings that hold it. */
export const bearParts = { art: AWAKE, defs: DEFS.slice(SOFT.length) };

const DRAWN: Record<Pose, string> = { asleep: ASLEEP, awake: AWAKE, swimming: SWIMMING };
const drawn = new Map<Pose, string>();

export function bearPicture(pose: Pose): string {
  let found = drawn.get(pose);
  if (found === undefined) drawn.set(pose, (found = picture(BEAR_BOX, DRAWN[pose], DEFS)));
  return found;
}
