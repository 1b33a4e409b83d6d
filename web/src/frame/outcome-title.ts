/** Who won, in a few words. */
import type { Outcome, WordsContext } from "../lib/table/face";
import { frame, listed } from "../lib/words/shell";

/** `mySeats`: the seats of this screen; somebody who plays alone on it is called "you". */
export function outcomeTitle(outcome: Outcome, words: WordsContext, mySeats: number[]): string {
  const say = frame(words.language);
  const [first, ...more] = outcome.winners;
  if (first === undefined) return say.nobodyWon;
  if (more.length > 0) return say.wonTogether(listed(outcome.winners.map(words.name), words.language));
  return mySeats.length === 1 && mySeats[0] === first ? say.youWon : say.won(words.name(first));
}
