/** Everything a seat may do now, as a list one can walk: first what, then where. Pure, so that it can be tested. */
import { grouped } from "../lib/words/grouped";
import type { AnyFace, Offer, TableState, WordsContext } from "../lib/table/face";

/** An action with its words. */
export interface Choice extends Offer {
  action: string;
  /** The whole sentence. */
  text: string;
}

/** One line of the list: it plays an action, or opens the choices that do the same thing. */
export type Line =
  | { kind: "play"; key: string; text: string; action: string }
  | { kind: "open"; key: string; text: string; count: number };

/** So many choices fit in one list without groups. */
const FEW = 9;

export function choicesOf(face: AnyFace, table: TableState, words: WordsContext): Choice[] {
  return table.actions.map((action) => {
    const offer = face.offer(action, table, words);
    return { action, ...offer, text: wholeOf(offer, words) };
  });
}

/** An offer as one sentence. */
export function wholeOf({ what, how }: Offer, { language }: WordsContext): string {
  return how === "" ? what : `${what}${language === "fr" ? "\u202f:" : ":"} ${how}`;
}

/** The lines in sight: those that hold what was typed; or one group's; or what can be done at all. */
export function linesOf(choices: readonly Choice[], group: string | null, typed: string): Line[] {
  const play = (choice: Choice, text: string): Line => ({
    kind: "play",
    key: choice.action,
    text,
    action: choice.action,
  });
  const within = group === null ? choices : choices.filter((choice) => choice.what === group);
  if (typed.trim() !== "") {
    const parts = bare(typed).split(" ").filter(Boolean);
    return within
      .filter((choice) => holds(bare(choice.text), parts))
      .map((choice) => play(choice, group === null ? choice.text : choice.how || choice.text));
  }
  if (group !== null) return within.map((choice) => play(choice, choice.how || choice.text));
  if (choices.length <= FEW) return choices.map((choice) => play(choice, choice.text));
  const groups = grouped(choices, (choice) => choice.what);
  return [...groups].map(([what, members]) => {
    const [only] = members;
    if (members.length === 1 && only) return play(only, only.text);
    return { kind: "open", key: what, text: what, count: members.length };
  });
}

/** Every typed part begins a word of the sentence: "sm c3" finds "Place a small pyramid: c3". */
function holds(sentence: string, parts: readonly string[]): boolean {
  const words = sentence.split(/[\s,;:().’'\u202f]+/);
  return parts.every((part) => words.some((word) => word.startsWith(part)));
}

/** Without capitals and accents. */
function bare(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
}
