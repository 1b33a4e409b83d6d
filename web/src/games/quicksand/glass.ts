// An hourglass 100 high and 50 wide, its foot at 0,0. The level of the sand comes from integrating the bulb's profile, so
// that half the time is half the sand.

/** The outline of the glass. */
export const GLASS =
  "M-14 -88.5C-17.4 -76 -16.5 -66 -7.5 -58.2C-4 -55 -2.2 -53.5 -2.2 -50C-2.2 -46.5 -4 -45 -7.5 -41.8C-16.5 -34 -17.4 -24 -14 -11.5H14C17.4 -24 16.5 -34 7.5 -41.8C4 -45 2.2 -46.5 2.2 -50C2.2 -53.5 4 -55 7.5 -58.2C16.5 -66 17.4 -76 14 -88.5Z";

const NECK = -50;
const TOP = -88.5;
const STEP = 0.5;
/** A bulb is never full to the plate. */
const FILL = 0.8;

type Pair = readonly [number, number];
const CURVES: readonly (readonly [Pair, Pair, Pair, Pair])[] = [
  [
    [2.2, -50],
    [2.2, -53.5],
    [4, -55],
    [7.5, -58.2],
  ],
  [
    [7.5, -58.2],
    [16.5, -66],
    [17.4, -76],
    [14, -88.5],
  ],
];

/** Half the inner width of the upper bulb, from the neck up, every half unit. */
const WIDTHS: number[] = (() => {
  const samples = CURVES.flatMap((curve) =>
    Array.from({ length: 33 }, (_, i) => {
      const t = i / 32;
      const at = (axis: 0 | 1) =>
        (1 - t) ** 3 * curve[0][axis] +
        3 * (1 - t) ** 2 * t * curve[1][axis] +
        3 * (1 - t) * t ** 2 * curve[2][axis] +
        t ** 3 * curve[3][axis];
      return { width: at(0), y: at(1) };
    }),
  );
  const widths: number[] = [];
  let i = 1;
  for (let y = NECK; y >= TOP; y -= STEP) {
    while (i < samples.length - 1 && (samples[i] as { y: number }).y > y) i++;
    const [a, b] = [samples[i - 1], samples[i]] as [
      { width: number; y: number },
      { width: number; y: number },
    ];
    const t = b.y === a.y ? 0 : (y - a.y) / (b.y - a.y);
    widths.push(a.width + (b.width - a.width) * t);
  }
  return widths;
})();

/** The sand below each height of the upper bulb. */
const VOLUMES: number[] = (() => {
  let sum = 0;
  return WIDTHS.map((width) => (sum += width * width * STEP));
})();
const WHOLE = VOLUMES.at(-1) as number;

/** The index of the first height that holds at least this much. */
function heightOf(volume: number): number {
  let [low, high] = [0, VOLUMES.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((VOLUMES[middle] as number) >= volume) high = middle;
    else low = middle + 1;
  }
  const below = low === 0 ? 0 : (VOLUMES[low - 1] as number);
  const here = VOLUMES[low] as number;
  const part = here === below ? 0 : (volume - below) / (here - below);
  return Math.max(0, low - 1 + part);
}

function widthAt(height: number): number {
  const i = Math.max(0, Math.min(WIDTHS.length - 1, height));
  const [a, b] = [WIDTHS[Math.floor(i)] as number, WIDTHS[Math.ceil(i)] as number];
  return a + (b - a) * (i - Math.floor(i));
}

export interface Levels {
  /** The surface in the upper bulb, and half its width. */
  upper: number;
  upperWidth: number;
  /** The heap in the lower bulb: its tip, its rim, and half its width. */
  peak: number;
  rim: number;
  lowerWidth: number;
}

/** Where the sand stands when `part` (0 to 1) of it is above. */
export function levels(part: number): Levels {
  const above = Math.max(0, Math.min(1, part)) * FILL * WHOLE;
  const up = heightOf(above);
  // The lower bulb is the upper one upside down: it fills from its wide end.
  const down = heightOf(WHOLE - (FILL * WHOLE - above));
  const lowerWidth = widthAt(down);
  const level = NECK + down * STEP;
  const cone = Math.min(8, lowerWidth * 0.5);
  return {
    upper: NECK - up * STEP,
    upperWidth: widthAt(up),
    peak: Math.max(-46, level - cone * 0.62),
    rim: level + cone * 0.38,
    lowerWidth,
  };
}
