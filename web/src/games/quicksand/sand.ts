// Sand on a canvas: the level in both bulbs, the thread between them, and grains that fall.
import { dice } from "../../art/kit";
import { GLASS, levels, type Levels } from "./glass";
import type { Timer } from "./types";

interface Colours {
  bright: string;
  middle: string;
  dark: string;
  light: string;
}

/** Each kind of timer has its own sand; its posts tell it apart as well. */
export const SANDS: Record<Timer["glass"], Colours> = {
  slow: { bright: "#FFF0C4", middle: "#F3CF86", dark: "#C99545", light: "#FFF3CF" },
  normal: { bright: "#FFC9A6", middle: "#F0875A", dark: "#B04A2C", light: "#FFD2B4" },
  fast: { bright: "#DDF6F0", middle: "#86CFC4", dark: "#3F8A86", light: "#E6FBF6" },
};

/** The canvas shows this part of the unit timer. */
export const WINDOW = { x: -18, y: -90, width: 36, height: 80 };

const outline = typeof Path2D === "undefined" ? null : new Path2D(GLASS);
const GRAINS = 9;

/** Sand that lies: the levels of one timer, and what was drawn of them. It is drawn anew when they have moved by half a dot. */
interface Lying {
  canvas: HTMLCanvasElement;
  key: string;
}
const lying = new WeakMap<HTMLCanvasElement, Lying>();
/** Half the width of the column in which sand falls and bounces, and how far above the neck and below the heap's tip it reaches. */
const COLUMN = { half: 7, above: 3, below: 5 };

/**
 * Draws the sand of one timer. `part`: how much of it is above; `at`: the time in milliseconds, for the falling grains;
 * `falls`: whether it runs at all. Levels move by a dot in a second or two: between that only the column of falling sand is
 * drawn, and the browser puts no more than that on the screen.
 */
export function drawSand(
  canvas: HTMLCanvasElement,
  glass: Timer["glass"],
  part: number,
  at: number,
  falls: boolean,
): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const scale = canvas.width / WINDOW.width;
  const stand = levels(part);
  const dots = (y: number) => Math.round(y * scale * 2);
  const key = `${glass} ${canvas.width} ${canvas.height} ${dots(stand.upper)} ${dots(stand.peak)}`;
  let still = lying.get(canvas);
  const anew = still?.key !== key;
  if (!still || anew) {
    still = { canvas: still?.canvas ?? document.createElement("canvas"), key };
    lying.set(canvas, still);
    drawLying(still.canvas, canvas, SANDS[glass], part, stand);
  }
  pen.setTransform(1, 0, 0, 1, 0, 0);
  if (anew) {
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(still.canvas, 0, 0);
  } else {
    const left = Math.floor((-COLUMN.half - WINDOW.x) * scale);
    const top = Math.floor((-50 - COLUMN.above - WINDOW.y) * scale);
    const wide = Math.ceil(2 * COLUMN.half * scale);
    const high = Math.ceil((stand.peak + COLUMN.below - WINDOW.y) * scale) - top;
    pen.clearRect(left, top, wide, high);
    pen.drawImage(still.canvas, left, top, wide, high, left, top, wide, high);
  }
  if (!falls || part <= 0.0005) return;
  pen.setTransform(scale, 0, 0, scale, -WINDOW.x * scale, -WINDOW.y * scale);
  drawFalling(pen, SANDS[glass], stand.peak, at);
}

/** Both bulbs, with what lies in them. */
function drawLying(
  still: HTMLCanvasElement,
  { width, height }: HTMLCanvasElement,
  colours: Colours,
  part: number,
  { upper, upperWidth, peak, rim, lowerWidth }: Levels,
): void {
  [still.width, still.height] = [width, height];
  const pen = still.getContext("2d");
  if (!pen || !outline) return;
  const scale = width / WINDOW.width;
  pen.setTransform(scale, 0, 0, scale, -WINDOW.x * scale, -WINDOW.y * scale);
  pen.clip(outline);
  pen.fillStyle = "rgb(14 20 27 / 42%)";
  pen.fill(outline);
  const sand = pen.createLinearGradient(-17, 0, 17, 0);
  sand.addColorStop(0, colours.bright);
  sand.addColorStop(0.5, colours.middle);
  sand.addColorStop(1, colours.dark);
  pen.lineWidth = 1.1;
  pen.strokeStyle = colours.light;
  if (part > 0.002) {
    // A funnel forms above the neck.
    const dip = Math.min(5, Math.max(0, upperWidth - 2) * 0.42);
    pen.beginPath();
    pen.moveTo(-20, upper);
    pen.quadraticCurveTo(0, upper + dip * 2, 20, upper);
    pen.lineTo(20, -49);
    pen.lineTo(-20, -49);
    pen.fillStyle = sand;
    pen.fill();
    pen.beginPath();
    pen.moveTo(-20, upper);
    pen.quadraticCurveTo(0, upper + dip * 2, 20, upper);
    pen.stroke();
  }
  if (part < 0.998) {
    pen.beginPath();
    pen.moveTo(-22, rim + 3);
    pen.lineTo(-lowerWidth, rim);
    pen.quadraticCurveTo(-lowerWidth * 0.28, peak + 1, 0, peak);
    pen.quadraticCurveTo(lowerWidth * 0.28, peak + 1, lowerWidth, rim);
    pen.lineTo(22, rim + 3);
    pen.lineTo(22, 0);
    pen.lineTo(-22, 0);
    pen.fillStyle = sand;
    pen.fill();
    pen.beginPath();
    pen.moveTo(-lowerWidth, rim);
    pen.quadraticCurveTo(-lowerWidth * 0.28, peak + 1, 0, peak);
    pen.stroke();
  }
}

/** The thread through the neck, and its grains. */
function drawFalling(pen: CanvasRenderingContext2D, { light }: Colours, peak: number, at: number): void {
  pen.beginPath();
  pen.moveTo(0, -51.5);
  pen.lineTo(0, peak + 0.5);
  pen.lineWidth = 1.2;
  pen.strokeStyle = light;
  pen.stroke();
  pen.fillStyle = light;
  const chance = dice(17);
  for (let i = 0; i < GRAINS; i++) {
    const [aside, start] = [chance() - 0.5, chance()];
    const fall = (at / 620 + start) % 1;
    const y = -47 + (peak + 47) * fall * fall;
    pen.fillRect(aside * 3.6 * (0.4 + fall), y, 0.9, 0.9);
  }
  // Where they land, some bounce.
  for (let i = 0; i < 5; i++) {
    const [side, start] = [chance() < 0.5 ? -1 : 1, chance()];
    const t = (at / 430 + start) % 1;
    pen.fillRect(side * t * 5, peak - Math.sin(t * Math.PI) * 3 + t * 2, 0.8, 0.8);
  }
}
