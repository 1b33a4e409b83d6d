// Sand on a canvas: the level in both bulbs, the thread between them, and grains that fall.
import { dice } from "../../art/kit";
import { GLASS, levels } from "./glass";
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

/**
 * Draws the sand of one timer. `part`: how much of it is above; `at`: the time in milliseconds, for the falling grains;
 * `falls`: whether it runs at all.
 */
export function drawSand(
  canvas: HTMLCanvasElement,
  glass: Timer["glass"],
  part: number,
  at: number,
  falls: boolean,
): void {
  const pen = canvas.getContext("2d");
  if (!pen || !outline) return;
  const scale = canvas.width / WINDOW.width;
  const colours = SANDS[glass];
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(scale, 0, 0, scale, -WINDOW.x * scale, -WINDOW.y * scale);
  pen.save();
  pen.clip(outline);
  pen.fillStyle = "rgb(14 20 27 / 42%)";
  pen.fill(outline);
  const sand = pen.createLinearGradient(-17, 0, 17, 0);
  sand.addColorStop(0, colours.bright);
  sand.addColorStop(0.5, colours.middle);
  sand.addColorStop(1, colours.dark);
  const { upper, upperWidth, peak, rim, lowerWidth } = levels(part);
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
  if (falls && part > 0.0005) {
    pen.beginPath();
    pen.moveTo(0, -51.5);
    pen.lineTo(0, peak + 0.5);
    pen.lineWidth = 1.2;
    pen.stroke();
    pen.fillStyle = colours.light;
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
  pen.restore();
}
