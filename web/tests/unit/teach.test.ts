import { describe, expect, it } from "vitest";
import { because } from "../../src/lib/teach/in-words";
import { spoken } from "../../src/lib/words/language.svelte";
import { mistakesOf, chancesAt } from "../../src/pages/analysis/analysis.svelte";
import type { Analysis, JudgedMove, Reason } from "../../src/lib/generated/teach";

const reason = (good: boolean, en: string, fr: string): Reason => ({
  term: "x",
  value: 1,
  good,
  words: { en, fr },
});

describe("why a move is good", () => {
  it("is one sentence: what speaks for it, then what against it", () => {
    const reasons = [
      reason(true, "it takes 3 pips", "cela prend 3 points"),
      reason(false, "it goes", "cela va"),
    ];
    spoken.choose("en");
    expect(because({ reasons })).toBe("It takes 3 pips, but it goes.");
    expect(because({ reasons: reasons.slice(1) })).toBe("It goes.");
    expect(because({ reasons: [] })).toBe("");
    spoken.choose("fr");
    expect(because({ reasons })).toBe("Cela prend 3 points, mais cela va.");
    spoken.choose("en");
  });
});

describe("an analysis", () => {
  const better = { action: "b", at: null, chances: [0.6, 0.4], doubt: 0, line: [], reasons: [] };
  const move = (n: number, more: Partial<JudgedMove>): JudgedMove => ({
    n,
    seat: 0,
    action: "a",
    chances: [0.1 * n, 1 - 0.1 * n],
    mark: null,
    loss: 0,
    luck: null,
    played: null,
    better: null,
    ...more,
  });
  const analysis: Analysis = {
    game: "pyramids",
    open: false,
    together: false,
    start: [0.5, 0.5],
    moves: [
      move(1, { mark: "doubtful", better }),
      move(2, { mark: "blunder", better }),
      move(3, { mark: "mistake", better, seat: 1 }),
      move(4, { mark: "mistake", better }),
    ],
    seats: [],
    moments: [],
  };
  it("has the mistakes of each seat, in order", () => {
    expect(mistakesOf(analysis, 0).map(({ n }) => n)).toEqual([2, 4]);
    expect(mistakesOf(analysis, 1).map(({ n }) => n)).toEqual([3]);
  });
  it("knows the chances of every moment", () => {
    expect(chancesAt(analysis, 0)).toEqual([0.5, 0.5]);
    expect(chancesAt(analysis, 2)).toEqual([0.2, 0.8]);
    expect(chancesAt(analysis, 99)).toEqual([0.5, 0.5]);
  });
});
