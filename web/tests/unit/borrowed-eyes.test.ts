/** In a replay one looks through somebody's eyes, and is nobody: no sentence of any game says "you" or "your" then. */
import { readFileSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import { DECK } from "../../src/games/thin-ice/deck";
import type { Outcome, SeatPerson, Step, TableState } from "../../src/lib/table/face";
import { spoken, type Language } from "../../src/lib/words/language.svelte";
import { readerOf } from "../../src/lib/words/reader";
import { faceIn } from "./faces";

const GAMES = ["pyramids", "quadri", "quicksand", "quintazone", "thin-ice"];
const CASES = GAMES.flatMap((game) => [[game, "en"] as const, [game, "fr"] as const]);
const TO_ME = { en: /\b(you|your|yours)\b/i, fr: /(?<!\p{L})(vous|votre|vos|vôtres?)(?!\p{L})/iu };

const recorded = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../recorded/${name}.json`, import.meta.url), "utf8"));

/** Nobody here is me; I only look through the eyes of `seat`. */
function watched(seat: number, seats: number, rest: Partial<TableState>): TableState {
  const people = ["Inès", "Noé", "Ada", "Max"].slice(0, seats).map((name, seat): SeatPerson => ({
    seat,
    kind: "person",
    name,
    mine: false,
    present: true,
  }));
  const none = () => Promise.resolve(null);
  const still = { steps: [], fresh: [], awaited: [], actions: [], outcome: null };
  return { ...still, clock: () => 0, play: none, ask: none, view: null, seat, people, ...rest };
}

afterEach(() => spoken.choose("en"));

/** What is said to somebody who is not there; what is printed on a card is said to whoever holds it. */
const toMe = (said: (string | null | undefined)[], language: Language) =>
  said.filter((text) => TO_ME[language].test(withoutPrint(text ?? "", language)));
const withoutPrint = (said: string, language: Language) =>
  Object.values(DECK).reduce((left, { text }) => left.replace(text[language], ""), said);

it.each(CASES)("the board of %s in words (%s)", (game, language) => {
  spoken.choose(language);
  for (const { seat, seats, view } of recorded(game) as { seat: number; seats: number; view: unknown }[]) {
    const table = watched(seat, seats, { view });
    expect(toMe(faceIn(game).describe(table, readerOf(table)), language)).toEqual([]);
  }
});

it.each(CASES)("every move of %s, and its end (%s)", (game, language) => {
  spoken.choose(language);
  const face = faceIn(game);
  type Whole = { seats: number; steps: Step[]; view: unknown; outcome: Outcome };
  const { seats, steps, view, outcome } = recorded(`${game}.whole`) as Whole;
  for (let seat = 0; seat < seats; seat++) {
    const table = watched(seat, seats, { view, steps, outcome });
    const reader = readerOf(table);
    const said = [
      ...steps.map((step) => face.sentence(step, reader)),
      ...face.moves(steps, reader).flatMap(({ label, parts }) => [label, ...parts.map(({ text }) => text)]),
      face.lately?.(steps.slice(-2), reader),
      face.ending?.(outcome, table, reader),
    ];
    expect(toMe(said, language)).toEqual([]);
  }
});
