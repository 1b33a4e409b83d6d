/** Who is away, and until when. Pure, so that it can be tested without waiting. */
import type { Clocks } from "../net/protocol";
import { locale, type Language } from "../words/language.svelte";
import { vacation } from "../words/vacation";

/** Until when a seat's person is away, by the table's clock; nothing if they are not when it shows `now`. */
export function awayUntil({ away }: Clocks, seat: number, now: number): number | null {
  const until = away[seat] ?? 0;
  return until > now ? until : null;
}

/** A day, as one says it. */
export function dayInWords(at: number, language: Language): string {
  return new Date(at).toLocaleDateString(locale(language), { day: "numeric", month: "long" });
}

/** That they are, in words; `wall` is what everybody's clock shows when the table's shows `now`. */
export function awayInWords(
  clocks: Clocks,
  seat: number,
  now: number,
  wall: number,
  language: Language,
): string | null {
  const until = awayUntil(clocks, seat, now);
  return until === null ? null : vacation(language).seat(dayInWords(wall + until - now, language));
}

/** A day as a field for dates has it. */
export function asField(at: number): string {
  const day = new Date(at);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The last minute of such a day, where this browser is. */
export function endOf(field: string): number {
  return new Date(`${field}T23:59:00`).getTime();
}

/** The first and the last day whose ends lie between these moments. */
export function daysBetween(earliest: number, latest: number): { first: string; last: string } {
  const first = new Date(earliest);
  if (endOf(asField(earliest)) < earliest) first.setDate(first.getDate() + 1);
  const last = new Date(latest);
  if (endOf(asField(latest)) > latest) last.setDate(last.getDate() - 1);
  return { first: asField(first.getTime()), last: asField(last.getTime()) };
}
