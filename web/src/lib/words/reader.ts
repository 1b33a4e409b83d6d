/** Through whose eyes, and in which language, sentences are written. */
import type { SeatPerson, TableState, WordsContext } from "../table/face";
import { spoken, type Language } from "./language.svelte";
import { frame } from "./shell";

export function wordsContext(people: SeatPerson[], seat: number | null, language: Language): WordsContext {
  return {
    language,
    seat,
    name: (of) => people[of]?.name || frame(language).seat(of + 1),
    isMe: (of) => of === seat,
  };
}

/** Who reads this page. Nobody is "you" who only borrows a seat's eyes, as a replay does. */
export function readerOf({ people, seat }: Pick<TableState, "seat" | "people">): WordsContext {
  const mine = seat !== null && people[seat]?.mine === true;
  return wordsContext(people, mine ? seat : null, spoken.language);
}

/** What a seat holds, as its label: my own, or that of whoever lends me their eyes. */
export function heldBy(
  table: Pick<TableState, "seat" | "people">,
  mine: string,
  theirs: (name: string) => string,
): string {
  const reader = readerOf(table);
  return table.seat === null || reader.isMe(table.seat) ? mine : theirs(reader.name(table.seat));
}

/** "earth over air" at the beginning of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
