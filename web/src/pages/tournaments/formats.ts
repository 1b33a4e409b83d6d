/** Formats and tie-breaks in words. */
import type { Format, TieBreak } from "../../lib/net/protocol";
import type { Language } from "../../lib/words/language.svelte";
import { tournamentWords } from "../../lib/words/tournaments";

export const FORMATS = ["arena", "swiss", "everybody", "knockout", "tables", "relay"] as const;
export type FormatName = (typeof FORMATS)[number];

/** A format with what belongs to it: `Swiss, 5 rounds`. */
export function formatInWords(format: Format, language?: Language): string {
  const say = tournamentWords(language);
  const name = say[format.type];
  switch (format.type) {
    case "arena":
    case "relay":
      return `${name}, ${say.inMinutes(format.minutes)}`;
    case "swiss":
    case "tables":
      return `${name}, ${say.inRounds(format.rounds)}`;
    case "everybody":
      return format.double ? `${name} (× 2)` : name;
    case "knockout":
      return name;
  }
}

/** What decides, and how it is counted. */
export function tieBreakInWords(tieBreak: TieBreak, language?: Language): { name: string; why: string } {
  const say = tournamentWords(language);
  return { name: tieBreak === "wins" ? say.wins_ : say[tieBreak], why: say[`${tieBreak}-why`] };
}

/** Points as they are written: 2½, 3, 0.67. */
export function points(value: number, locale: string): string {
  const whole = Math.floor(value);
  if (value - whole === 0.5) return `${whole > 0 ? whole : ""}½`;
  return value.toLocaleString(locale, { maximumFractionDigits: 2 });
}

/** Which formats a game can be played in. */
export function formatsOf(seats: [number, number], levels: boolean): FormatName[] {
  // Levels are climbed together.
  if (levels) return ["relay"];
  const two: FormatName[] = seats[0] <= 2 ? ["arena", "swiss", "everybody", "knockout"] : [];
  return seats[1] >= 3 ? [...two, "tables"] : two;
}
