/** What clocks show. Pure, so that it can be tested without waiting. */
import type { Clocks, Pace, StepOut, Terms } from "../net/protocol";
import { clockWords } from "../words/clock";
import { ratingWords } from "../words/ratings";
import type { Language } from "../words/language.svelte";
import type { WordsContext } from "./face";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Only the end ticks, and is drawn as such. */
export const ENDING = 10 * SECOND;

/** What a seat has left when the table's clock shows `now`. */
export function left(clocks: Clocks, seat: number, now: number): number {
  const had = clocks.left[seat] ?? 0;
  if (!clocks.runs.includes(seat)) return had;
  // While its person is away it stands.
  const from = Math.max(clocks.since, clocks.away[seat] ?? 0);
  return Math.max(0, had - Math.max(0, now - from));
}

/** As digits: `2 d 5 h`, `5 h 12`, `4:05`, and at the end `0:09`. A second that has begun is still there. */
export function digits(ms: number, language: Language): string {
  const { d, h } = clockWords(language);
  if (ms >= 2 * DAY) return `${Math.floor(ms / DAY)} ${d} ${Math.floor((ms % DAY) / HOUR)} ${h}`;
  const two = (n: number) => String(n).padStart(2, "0");
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)} ${h} ${two(Math.floor((ms % HOUR) / MINUTE))}`;
  const seconds = Math.ceil(ms / SECOND);
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** In words, as somebody would say it: no more than two units. */
export function inWords(ms: number, language: Language): string {
  const say = clockWords(language);
  const seconds = Math.ceil(ms / SECOND);
  const units: [number, (n: number) => string][] = [
    [86_400, say.days],
    [3_600, say.hours],
    [60, say.minutesLong],
    [1, say.seconds],
  ];
  const parts: string[] = [];
  let rest = seconds;
  for (const [unit, words] of units) {
    const n = Math.floor(rest / unit);
    rest -= n * unit;
    if (n > 0) parts.push(words(n));
    if (parts.length === 2 || (parts.length === 1 && n === 0)) break;
  }
  return parts.join(" ") || say.seconds(0);
}

function paceInWords(pace: Pace, language: Language): string {
  const say = clockWords(language);
  const time = inWords(pace.seconds * SECOND, language);
  return pace.type === "game" ? say.aGame(time, pace.plus) : say.aTurn(time);
}

/** The clock a table plays with; nothing where it has none. */
export function timeInWords({ time }: Terms, language: Language): string | null {
  if (!time) return null;
  const pace = paceInWords(time.pace, language);
  return time.up === "bot" ? clockWords(language).withBot(pace) : pace;
}

/** Whose time was up, or who gave up, in a sentence. */
export function outInWords({ seat, why }: StepOut, words: WordsContext): string {
  if (why === "left") {
    const say = ratingWords(words.language);
    return words.isMe(seat) ? say.youGaveUp : say.gaveUp(words.name(seat));
  }
  const say = clockWords(words.language);
  return words.isMe(seat) ? say.yourTimeUp : say.timeUp(words.name(seat));
}
