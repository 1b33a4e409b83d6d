/** A sentence cut where notation begins and ends (backticks). */
export function accented(sentence: string): { text: string; notation: boolean }[] {
  return sentence
    .split("`")
    .map((text, i) => ({ text, notation: i % 2 === 1 }))
    .filter((part) => part.text !== "");
}

/** The same sentence without marks, to be spoken. */
export function plain(sentence: string): string {
  return sentence.replaceAll("`", "");
}

/** The same sentence without what stands in brackets, where there is little room. */
export function brief(sentence: string): string {
  return sentence.replaceAll(/\s\([^)]*\)/g, "");
}

/** All seats clockwise from the one after `me`, `me` last: the order in which they stand around my board. */
export function around<T>(seats: T[], me: number | null): T[] {
  if (me === null) return seats;
  return [...seats.slice(me + 1), ...seats.slice(0, me + 1)];
}
