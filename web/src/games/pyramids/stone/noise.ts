// A tile of gradient noise that repeats without a seam; stone is made of a few readings of it at different scales.

import { dice } from "../../../art/kit";

const SIDE = 512;
const OCTAVES = 5;

export class NoiseTile {
  readonly #values = new Float32Array(SIDE * SIDE);

  constructor(seed: number) {
    let lattice = 8;
    let weight = 1;
    for (let octave = 0; octave < OCTAVES; octave++) {
      this.#add(lattice, weight, dice(seed + octave));
      lattice *= 2;
      weight *= 0.55;
    }
  }

  /** About -1 to 1, at a place measured in tiles. */
  at(u: number, v: number): number {
    const x = (u - Math.floor(u)) * SIDE;
    const y = (v - Math.floor(v)) * SIDE;
    const x0 = Math.floor(x) % SIDE;
    const y0 = Math.floor(y) % SIDE;
    const x1 = (x0 + 1) % SIDE;
    const y1 = (y0 + 1) % SIDE;
    const [fx, fy] = [x - Math.floor(x), y - Math.floor(y)];
    const top = this.#read(x0, y0) * (1 - fx) + this.#read(x1, y0) * fx;
    const bottom = this.#read(x0, y1) * (1 - fx) + this.#read(x1, y1) * fx;
    return top * (1 - fy) + bottom * fy;
  }

  #read(x: number, y: number): number {
    return this.#values[y * SIDE + x] ?? 0;
  }

  #add(lattice: number, weight: number, random: () => number): void {
    const slopes = Float32Array.from({ length: lattice * lattice * 2 });
    for (let i = 0; i < lattice * lattice; i++) {
      const angle = random() * 2 * Math.PI;
      slopes[2 * i] = Math.cos(angle);
      slopes[2 * i + 1] = Math.sin(angle);
    }
    const slope = (x: number, y: number, dx: number, dy: number): number => {
      const i = ((y % lattice) * lattice + (x % lattice)) * 2;
      return (slopes[i] ?? 0) * dx + (slopes[i + 1] ?? 0) * dy;
    };
    const scale = lattice / SIDE;
    for (let y = 0; y < SIDE; y++) {
      const v = y * scale;
      const y0 = Math.floor(v);
      const fy = v - y0;
      const sy = ease(fy);
      for (let x = 0; x < SIDE; x++) {
        const u = x * scale;
        const x0 = Math.floor(u);
        const fx = u - x0;
        const sx = ease(fx);
        const top = slope(x0, y0, fx, fy) * (1 - sx) + slope(x0 + 1, y0, fx - 1, fy) * sx;
        const bottom = slope(x0, y0 + 1, fx, fy - 1) * (1 - sx) + slope(x0 + 1, y0 + 1, fx - 1, fy - 1) * sx;
        this.#values[y * SIDE + x] = this.#read(x, y) + (top * (1 - sy) + bottom * sy) * weight;
      }
    }
  }
}

function ease(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}
