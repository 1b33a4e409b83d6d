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

/** "earth over air" at the beginning of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
