import { expect, test } from "vitest";
import type { Bots } from "../../src/games/bots";

const NAMED = import.meta.glob<{ default: Bots }>("../../src/games/*/bots.ts", { eager: true });

/** So many letters of a small text stand beside a portrait on a seat card of the narrowest column. */
const ONE_LINE = 20;

test("what a bot's manner is stands on one line of its seat card, in both languages", () => {
  const manners = Object.values(NAMED).flatMap(({ default: bots }) =>
    Object.values(bots).flatMap(({ manner }) => [manner.en, manner.fr]),
  );
  expect(manners.length).toBeGreaterThanOrEqual(50);
  expect(manners.filter((manner) => manner.length > ONE_LINE)).toEqual([]);
});
