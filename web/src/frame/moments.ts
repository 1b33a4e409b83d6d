/** The two or three moments of a game that decided most, in their order, to be looked at again. */
import type { SpokenRow } from "./in-sentences";
import { brief } from "./sentence-parts";

const MOST = 3;

export interface LookedAgain {
  step: number;
  seat: number | null;
  sentence: string;
  gain: string | null;
}

/** The same rows, weighed by what their steps were worth in the end. */
export function weighed(rows: SpokenRow[], worth: Map<number, number>): SpokenRow[] {
  return rows.map((row, i) => {
    const after = rows[i - 1]?.step ?? -1;
    const points = [...worth].filter(([step]) => step > after && step <= row.step).map(([, one]) => one);
    const weight = Math.max(0, ...points);
    return weight > 0 ? { ...row, weight, gain: `+${weight}` } : { ...row, weight };
  });
}

export function momentsOf(rows: SpokenRow[]): LookedAgain[] {
  // Several rows may tell one step: they are one moment, whose sentence the first of them has.
  const steps = new Map<number, LookedAgain & { weight: number }>();
  for (const { step, seat, sentence, gain = null, weight = 0 } of rows) {
    const known = steps.get(step);
    if (!known && sentence) steps.set(step, { step, seat, sentence: brief(sentence), gain, weight });
    else if (known) known.weight = Math.max(known.weight, weight);
  }
  return [...steps.values()]
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || b.step - a.step)
    .slice(0, MOST)
    .sort((a, b) => a.step - b.step);
}
