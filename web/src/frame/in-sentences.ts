/** Each line of a move list as the status line would say it. */
import type { AnyFace, MoveRow, Step, WordsContext } from "../lib/table/face";

export interface SpokenRow extends MoveRow {
  /** Null: only the notation says it. */
  sentence: string | null;
}

/** `say`: how the steps of a row are put into words. */
export function inSentences(
  rows: MoveRow[],
  steps: Step[],
  face: AnyFace,
  words: WordsContext,
  say: typeof said = said,
): SpokenRow[] {
  let from = 0;
  return rows.map((row) => {
    // A row may hold several steps, and is named by its newest; several rows may share one.
    const to = steps.findIndex((step) => step.n > row.step);
    const end = to < 0 ? steps.length : to;
    const mine = steps.slice(Math.min(from, end), end);
    from = end;
    return { ...row, sentence: mine.length > 0 ? say(mine, face, words) : null };
  });
}

function said(steps: Step[], face: AnyFace, words: WordsContext): string | null {
  const together = face.lately?.(steps, words);
  if (together) return together;
  const each = steps.flatMap((step) => face.sentence(step, words) ?? []);
  return each.length > 0 ? each.join(" ") : null;
}

/** As it would be, where a game can say that; else as if it had been. */
export const supposed: typeof said = (steps, face, words) =>
  face.planned?.(steps, words) ?? said(steps, face, words);
