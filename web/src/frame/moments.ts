/** The two or three moments of a game that decided most, in their order, to be looked at again. */
import type { AnyFace, Step, WordsContext } from "../lib/table/face";
import type { SpokenRow } from "./in-sentences";
import { brief } from "./sentence-parts";

const MOST = 3;

export interface LookedAgain {
  step: number;
  seat: number | null;
  sentence: string;
  gain: string | null;
}

/** The steps themselves, weighed by what they were worth in the end. */
export function worthLooking(
  steps: Step[],
  worth: Map<number, number>,
  face: AnyFace,
  words: WordsContext,
): LookedAgain[] {
  const rows = steps.flatMap((step): SpokenRow[] => {
    const points = worth.get(step.n) ?? 0;
    if (points === 0) return [];
    const { n, seat } = step;
    const sentence = face.sentence(step, words);
    return [{ label: "", parts: [], step: n, seat, sentence, weight: points, gain: `+${points}` }];
  });
  return momentsOf(rows);
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
