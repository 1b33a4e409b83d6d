import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { choicesOf, linesOf } from "../../src/frame/offers";
import type { SeatPerson, TableState } from "../../src/lib/table/face";
import type { Language } from "../../src/lib/words/language.svelte";
import { wordsContext } from "../../src/lib/words/reader";
import { faceIn } from "./faces";

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
  const none = () => Promise.resolve(null);
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

/** What a description must name, by game: every piece, tile, card or timer that lies there. */
const NAMED: Record<string, (view: any) => string[]> = {
  pyramids: (view) =>
    view.cells.flatMap((pyramid: unknown, i: number) =>
      pyramid ? [`${"abcdef".charAt(i % 6)}${Math.floor(i / 6) + 1}`] : [],
    ),
  quadri: (view) => view.squares.map(({ y, colour }: any) => `Row ${y}, … ${colour}`),
  quicksand: (view) => view.timers.map(({ letter, glass }: any) => `${letter}, ${glass} timer`),
  quintazone: (view) =>
    view.layout.map(({ cell, panels }: any) => `Row ${cell.y}: … column ${cell.x} … ${panels[0].element}`),
  "thin-ice": (view) => view.tiles.map(({ cell }: any) => `${cell} `),
};
/** "a … b": b somewhere after a, in one paragraph. */
const names = (paragraph: string, wanted: string) => {
  let from = 0;
  return wanted.split(" … ").every((part) => {
    const at = paragraph.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
};

describe.each(GAMES)("%s in words", (game) => {
  const positions = recorded(game);
  const its = faceIn(game);

  it.each(LANGUAGES)("gives every action a sentence of its own (%s)", (language) => {
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

  it("says different things in the two languages", () => {
    for (const position of positions) {
      const table = tableOf(position);
      const [en, fr] = LANGUAGES.map((language) => its.describe(table, wordsOf(table, language)));
      expect(en).not.toEqual(fr);
      expect(en?.length).toBe(fr?.length);
    }
  });

  it.each(LANGUAGES)("can be walked to every action, group by group (%s)", (language) => {
    for (const position of positions) {
      const table = tableOf(position);
      const choices = choicesOf(its, table, wordsOf(table, language));
      const reached = linesOf(choices, null, "").flatMap((line) =>
        line.kind === "play" ? [line.action] : linesOf(choices, line.key, "").map((inner) => inner.key),
      );
      expect(reached.toSorted()).toEqual(position.actions.toSorted());
    }
  });

  it("names everything that lies on the board", () => {
    for (const position of positions) {
      const table = tableOf(position);
      const told = its.describe(table, wordsOf(table, "en"));
      const wanted = NAMED[game]?.(position.view) ?? [];
      if (game !== "pyramids") expect(wanted.length).toBeGreaterThan(0);
      for (const one of wanted)
        expect(
          told.some((paragraph) => names(paragraph, one)),
          one,
        ).toBe(true);
    }
  });

  it.each(LANGUAGES)("is described without holes (%s)", (language) => {
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
