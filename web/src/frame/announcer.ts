/** What is spoken as it happens: every step in order, then whose turn it is, then the end. Pure, so that it can be tested. */
import type { AnyFace, Step, WordsContext } from "../lib/table/face";
import { plain } from "./sentence-parts";

/** The steps after number `heard`, a sentence each. */
export function spokenSteps(
  face: AnyFace,
  steps: readonly Step[],
  heard: number,
  words: WordsContext,
): string[] {
  return steps.flatMap((step) => {
    if (step.n <= heard) return [];
    const sentence = face.sentence(step, words);
    return sentence ? [aloud(sentence, words)] : [];
  });
}

/** A sentence as it is read out: without marks, and with words for arrows. */
export function aloud(sentence: string, { language }: WordsContext): string {
  return plain(sentence).replaceAll(" → ", language === "fr" ? " à " : " to ");
}
