import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { inSentences } from "../../src/frame/in-sentences";
import { momentsOf } from "../../src/frame/moments";
import { faceOf } from "../../src/games";
import type { AnyFace, Outcome, Step } from "../../src/lib/table/face";
import { wordsContext } from "../../src/lib/words/reader";
import { ending, standings } from "../../src/games/thin-ice/story";
import type { Event, View } from "../../src/games/thin-ice/types";

interface Whole {
  steps: Step[];
  outcome: Outcome;
  view: unknown;
}
const whole = (game: string): Whole =>
  JSON.parse(readFileSync(new URL(`../recorded/${game}.whole.json`, import.meta.url), "utf8")) as Whole;

describe.each(["pyramids", "quadri", "quicksand", "quintazone", "thin-ice"])("a whole game of %s", (game) => {
  let face: AnyFace;
  // A game's part is compiled when it is first asked for.
  beforeAll(async () => void (face = (await faceOf(game))!), 60_000);
  it.each(["en", "fr"] as const)("offers at its end two or three moments in their order (%s)", (language) => {
    const { steps } = whole(game);
    const words = wordsContext([], null, language);
    const moments = momentsOf(inSentences(face.moves(steps, words), steps, face, words));
    expect(moments.length).toBeGreaterThanOrEqual(2);
    expect(moments.length).toBeLessThanOrEqual(3);
    const at = moments.map(({ step }) => step);
    expect(at).toEqual([...new Set(at)].sort((a, b) => a - b));
    for (const { sentence } of moments) expect(sentence).toMatch(/./);
  });
});

describe("thin ice", () => {
  const { steps, outcome, view } = whole("thin-ice") as {
    steps: Step<Event>[];
    outcome: Outcome;
    view: View;
  };
  const went = (seat: number) =>
    steps.find((step) => step.events.some((event) => event.type === "player-out" && event.seat === seat))?.n;

  it("ranks in the order in which they went", () => {
    const stood = standings(view, steps);
    const [winner = -1] = outcome.winners;
    expect(stood.indexOf(Math.max(...stood))).toBe(winner);
    const others = [0, 1, 2].filter((seat) => seat !== winner);
    const [a = 0, b = 0] = others.map((seat) => went(seat) ?? -1);
    const [first = 0, second = 0] = others.map((seat) => stood[seat] ?? 0);
    expect(Math.sign(first - second)).toBe(Math.sign(a - b));
    expect(a).not.toBe(b);
  });

  it("says what took the last of the others", () => {
    const words = wordsContext([], null, "en");
    const [winner = -1] = outcome.winners;
    const said = ending(outcome, steps, words);
    expect(said).toMatch(/(lost at sea|drifts away)\. Last one on the ice\.$/);
    expect(said).not.toContain(`Seat ${winner + 1}`);
  });
});
