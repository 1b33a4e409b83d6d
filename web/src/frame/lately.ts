/** "What just happened": the newest steps of one seat, as one line. */
import type { AnyFace, Step, TableState, WordsContext } from "../lib/table/face";
import { outInWords } from "../lib/table/time";
import { together } from "../lib/words/table";

/** The steps at the end of the story that belong to the same seat. */
export function lastTurn(steps: Step[]): Step[] {
  const last = steps.at(-1);
  if (!last) return [];
  let first = steps.length - 1;
  while (first > 0 && steps[first - 1]?.seat === last.seat) first--;
  return steps.slice(first);
}

export interface Lately {
  seat: number | null;
  sentence: string;
}

export function lately(face: AnyFace, steps: Step[], words: WordsContext): Lately | null {
  const turn = lastTurn(steps);
  const together = turn.length > 0 ? face.lately?.(turn, words) : null;
  if (together) return { seat: turn.at(-1)?.seat ?? null, sentence: together };
  for (const step of steps.toReversed()) {
    const sentence = face.sentence(step, words);
    if (sentence) return { seat: step.seat, sentence };
  }
  return null;
}

/** The same, or what was just taken back. */
export function latest(
  face: AnyFace,
  table: Pick<TableState, "steps" | "tookBack" | "outs">,
  words: WordsContext,
): Lately | null {
  const out = table.outs?.at(-1);
  if (out && out.n > (table.steps.at(-1)?.n ?? 0))
    return { seat: out.seat, sentence: outInWords(out, words) };
  if (!table.tookBack) return lately(face, table.steps, words);
  const { seat } = table.tookBack;
  const say = together(words.language);
  return { seat, sentence: words.isMe(seat) ? say.youTookBack : say.tookBack(words.name(seat)) };
}
