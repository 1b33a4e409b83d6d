// Outlines of gears, engraved shapes and the sand heaped over them.
import { dice } from "../../art/kit";
import type { Shape } from "./types";

const n = (value: number) => String(Math.round(value * 100) / 100);

/** Trapezoid teeth around 0,0. */
export function gearPath(radius: number, teeth: number, turned: number, depth = 0.17, squash = 1): string {
  const outer = radius * (1 + depth * 0.52);
  const inner = radius * (1 - depth * 0.55);
  const tooth = (2 * Math.PI) / teeth;
  const corners: readonly [number, number][] = [
    [-tooth * 0.3, inner],
    [-tooth * 0.165, outer],
    [tooth * 0.165, outer],
    [tooth * 0.3, inner],
    [tooth * 0.5, inner - 0.4],
  ];
  let path = "";
  for (let i = 0; i < teeth; i++) {
    for (const [aside, r] of corners) {
      const angle = turned + i * tooth + aside;
      path += `${path ? "L" : "M"}${n(Math.cos(angle) * r)} ${n(Math.sin(angle) * r * squash)}`;
    }
  }
  return `${path}Z`;
}

export function shapePath(shape: Shape, r: number): string {
  switch (shape) {
    case "triangle":
      return `M0 ${n(-r * 1.02)}L${n(r * 1.02)} ${n(r * 0.8)}H${n(-r * 1.02)}Z`;
    case "circle": {
      const c = n(r * 0.92);
      return `M-${c} 0A${c} ${c} 0 1 1 ${c} 0A${c} ${c} 0 1 1 -${c} 0Z`;
    }
    case "square": {
      const c = n(r * 0.84);
      return `M-${c} -${c}H${c}V${c}H-${c}Z`;
    }
    case "moon":
      return `M${n(r * 0.42)} ${n(-r * 0.98)}A${n(r)} ${n(r)} 0 1 0 ${n(r * 0.42)} ${n(r * 0.98)}A${n(r * 1.12)} ${n(r * 1.12)} 0 0 1 ${n(r * 0.42)} ${n(-r * 0.98)}Z`;
  }
}

export interface Drift {
  /** The heap, closed. */
  heap: string;
  /** Its crest, and ripples in front of it. */
  crest: string;
  ripples: string[];
}

/** Sand over the front of a gear at x, y: "half sunk". */
export function drift(x: number, y: number, radius: number, seed: number, amount: number): Drift {
  const chance = dice(seed);
  const jitter = () => (chance() - 0.5) * radius * 0.2;
  const half = radius * 1.26;
  const top = y + radius * (0.98 - amount * 0.75);
  const bottom = y + radius * 1.6;
  const lean = (chance() - 0.5) * radius * 0.5;
  const a = [x - half, y + radius * 1.12 + jitter() * 0.5] as const;
  const b = [x - radius * 0.6 + lean * 0.3, top + radius * 0.2 + jitter()] as const;
  const c = [x + lean, top + radius * 0.08 + jitter() * 0.5] as const;
  const d = [x + radius * 0.66 + lean * 0.3, top + radius * 0.22 + jitter()] as const;
  const e = [x + half, y + radius * 1.12 + jitter() * 0.5] as const;
  const line = (down: number, inward: number) =>
    `M${n(a[0] * (1 - inward) + x * inward)} ${n(a[1] + down * 0.5)}` +
    `C${n(a[0] + radius * 0.4)} ${n(a[1] - radius * 0.04 + down)} ${n(b[0] - radius * 0.25)} ${n(b[1] + radius * 0.14 + down)} ${n(b[0])} ${n(b[1] + down)}` +
    `S${n(c[0] - radius * 0.22)} ${n(c[1] - radius * 0.02 + down)} ${n(c[0])} ${n(c[1] + down)}` +
    `S${n(d[0] - radius * 0.2)} ${n(d[1] - radius * 0.05 + down)} ${n(d[0])} ${n(d[1] + down)}` +
    `S${n(e[0] - radius * 0.4)} ${n(e[1] - radius * 0.04 + down)} ${n(e[0] * (1 - inward) + x * inward)} ${n(e[1] + down * 0.5)}`;
  const crest = line(0, 0);
  return {
    crest,
    heap: `${crest}C${n(e[0] - radius * 0.2)} ${n(bottom)} ${n(a[0] + radius * 0.2)} ${n(bottom)} ${n(a[0])} ${n(a[1])}Z`,
    ripples: [1, 2, 3].map((i) => line(radius * 0.12 * i, 0.1 * i)),
  };
}
