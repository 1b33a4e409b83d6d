import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { choicesOf, linesOf } from "../../src/frame/offers";
import { wordsContext } from "../../src/frame/words-context";
import { faceOf } from "../../src/games";
import type { AnyFace, SeatPerson, TableState } from "../../src/lib/face";
import type { Language } from "../../src/lib/language.svelte";

interface Position {
  seat: number;
  seats: number;
  view: unknown;
  actions: string[];
}
const GAMES = ["pyramids", "quadri", "quicksand", "quintazone", "thin-ice"];
const LANGUAGES: Language[] = ["en", "fr"];
const NAMES = ["Inès", "Noé", "Ada", "Max"];

function recorded(game: string): Position[] {
  const path = new URL(`../recorded/${game}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, "utf8")) as Position[];
}

function tableOf({ seat, seats, view, actions }: Position): TableState {
  const people = NAMES.slice(0, seats).map((name, i): SeatPerson => ({
    seat: i,
    kind: "person",
    name,
    mine: i === seat,
    present: true,
  }));
  const none = async () => null;
  const still = {
    steps: [],
    fresh: [],
    awaited: [seat],
    outcome: null,
    clock: () => 0,
    play: none,
    ask: none,
  };
  return { ...still, view, seat, actions, people };
}

const wordsOf = (table: TableState, language: Language) => wordsContext(table.people, table.seat, language);

describe.each(GAMES)("%s in words", (game) => {
  const positions = recorded(game);
  const face = async () => (await faceOf(game)) as AnyFace;

  it.each(LANGUAGES)("gives every action a sentence of its own (%s)", async (language) => {
    const its = await face();
    expect(positions.length).toBeGreaterThan(2);
    for (const position of positions) {
      const table = tableOf(position);
      const choices = choicesOf(its, table, wordsOf(table, language));
      for (const { text, action } of choices) {
        expect(text.trim(), action).not.toBe("");
        expect(text, action).not.toMatch(/undefined|null|NaN|\[object/);
        // The notation is for those who know it; a sentence says more.
        expect(text).not.toBe(action);
      }
      const texts = choices.map(({ text }) => text);
      expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
    }
  });

  it("says different things in the two languages", async () => {
    const its = await face();
    for (const position of positions) {
      const table = tableOf(position);
      const [en, fr] = LANGUAGES.map((language) => its.describe(table, wordsOf(table, language)));
      expect(en).not.toEqual(fr);
      expect(en?.length).toBe(fr?.length);
    }
  });

  it.each(LANGUAGES)("can be walked to every action, group by group (%s)", async (language) => {
    const its = await face();
    for (const position of positions) {
      const table = tableOf(position);
      const choices = choicesOf(its, table, wordsOf(table, language));
      const reached = linesOf(choices, null, "").flatMap((line) =>
        line.kind === "play" ? [line.action] : linesOf(choices, line.key, "").map((inner) => inner.key),
      );
      expect(reached.toSorted()).toEqual(position.actions.toSorted());
    }
  });

  it.each(LANGUAGES)("is described without holes (%s)", async (language) => {
    const its = await face();
    for (const position of positions) {
      const table = tableOf(position);
      const told = its.describe(table, wordsOf(table, language));
      expect(told.length).toBeGreaterThan(2);
      for (const paragraph of told) {
        expect(paragraph.trim()).not.toBe("");
        expect(paragraph).not.toMatch(/undefined|null|NaN|\[object/);
        expect(paragraph, paragraph).toMatch(/[.:…?!»)]$/);
      }
    }
  });
});
