// Each coaster has its own landscape of Mars cut into it, so that a turn can be seen. Lines are polylines in
// coaster units: 0,0 is the upper left corner, 1,1 the lower right one.

import type { Coaster } from "../cells";

export type Line = readonly (readonly [number, number])[];

export const MOTIFS: Record<Coaster, () => Line[]> = {
  A: canals,
  B: craters,
  C: dunes,
  D: terraces,
};

/** Straight canals, always two side by side, that meet in oases. */
function canals(): Line[] {
  const oases = [
    [0.17, 0.81],
    [0.63, 0.29],
    [0.87, 0.73],
    [0.29, 0.2],
  ] as const;
  const lines: Line[] = oases
    .map(([x, y]) => ring(x, y, 0.028))
    .concat(oases.map(([x, y]) => ring(x, y, 0.014)));
  for (const [i, [x, y]] of oases.entries()) {
    for (const [X, Y] of oases.slice(i + 1)) {
      const length = Math.hypot(X - x, Y - y);
      const [along, across] = [
        [(X - x) / length, (Y - y) / length],
        [-(Y - y) / length, (X - x) / length],
      ] as [[number, number], [number, number]];
      for (const side of [-0.009, 0.009]) {
        lines.push([
          [x + along[0] * 0.03 + across[0] * side, y + along[1] * 0.03 + across[1] * side],
          [X - along[0] * 0.03 + across[0] * side, Y - along[1] * 0.03 + across[1] * side],
        ]);
      }
    }
  }
  return lines;
}

/** Impact craters, each with its rings and a ray or two. */
function craters(): Line[] {
  const places = [
    [0.3, 0.34, 0.2],
    [0.72, 0.62, 0.15],
    [0.68, 0.2, 0.1],
    [0.26, 0.78, 0.11],
    [0.5, 0.92, 0.055],
    [0.9, 0.86, 0.06],
    [0.92, 0.4, 0.045],
  ] as const;
  return places.flatMap(([x, y, r], i) => {
    const rings = [1, 0.74, 0.42].map((scale) => ring(x, y, r * scale, 0.018, i * 2 + scale));
    const rays = [0.4, 1.9, 3.6, 5.1].map((angle): Line => {
      const turned = angle + i;
      return [1.12, 1.42].map(
        (scale) => [x + r * scale * Math.cos(turned), y + r * scale * Math.sin(turned)] as const,
      );
    });
    return r > 0.08 ? [...rings, ...rays] : rings;
  });
}

/** Long dunes that the wind has combed. */
function dunes(): Line[] {
  return Array.from({ length: 10 }, (_, n) =>
    Array.from({ length: 61 }, (_, i) => {
      const x = 0.03 + (0.94 * i) / 60;
      const swell =
        Math.sin(x * 13.5 + Math.sin(n * 1.3) * 0.9) * (0.016 + 0.007 * Math.sin(n * 2.1 + x * 4));
      return [x, 0.055 + n * 0.1 + swell] as const;
    }),
  );
}

/** The polar cap's terraces, one inside the other. */
function terraces(): Line[] {
  return Array.from({ length: 7 }, (_, n) =>
    Array.from({ length: 91 }, (_, i) => {
      const angle = (i / 90) * 2 * Math.PI;
      const r =
        (0.05 + n * 0.073) *
        (1 + 0.06 * Math.sin(3 * angle + n * 0.7) + 0.035 * Math.sin(5 * angle - n * 0.43));
      return [0.53 + r * Math.cos(angle), 0.48 + r * Math.sin(angle)] as const;
    }),
  );
}

function ring(x: number, y: number, r: number, wobble = 0, phase = 0): Line {
  return Array.from({ length: 49 }, (_, i) => {
    const angle = (i / 48) * 2 * Math.PI;
    const bent = r * (1 + wobble * Math.sin(4 * angle + phase) + wobble * Math.sin(7 * angle + 2 * phase));
    return [x + bent * Math.cos(angle), y + bent * Math.sin(angle)] as const;
  });
}
