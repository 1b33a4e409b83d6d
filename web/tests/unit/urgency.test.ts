/** My games by the day: where it is my turn, and how long I have. */
import { expect, test } from "vitest";
import type { MyGame } from "../../src/lib/net/protocol";
import { byUrgency } from "../../src/pages/me/urgency";

const game = (id: string, my_turn: boolean, up: number | null): MyGame => ({
  id,
  game: "pyramids",
  name: id,
  options: {},
  phase: "playing",
  my_turn,
  up,
  terms: { time: null, rated: false },
  others: [],
  result: null,
  score: null,
  at: 0,
  moves: 0,
});

test("where it is my turn comes first, and there what is up soonest", () => {
  const games = [
    game("theirs", false, null),
    game("no clock", true, null),
    game("tomorrow", true, 2_000),
    game("also theirs", false, null),
    game("today", true, 1_000),
  ];
  expect(byUrgency(games).map(({ id }) => id)).toEqual([
    "today",
    "tomorrow",
    "no clock",
    "theirs",
    "also theirs",
  ]);
});
