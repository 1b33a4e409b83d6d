import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inSentences } from "../../src/frame/in-sentences";
import { momentsOf, worthLooking } from "../../src/frame/moments";
import type { Outcome, Step } from "../../src/lib/table/face";
import { wordsContext } from "../../src/lib/words/reader";
import { ending, standings } from "../../src/games/thin-ice/story";
import type { Event, View } from "../../src/games/thin-ice/types";
import { ending as endOfZones, worth } from "../../src/games/quintazone/story";
import type * as zones from "../../src/games/quintazone/types";
import { faceIn } from "./faces";

interface Whole {
  steps: Step[];
  outcome: Outcome;
  view: unknown;
}
const whole = (game: string): Whole =>
  JSON.parse(readFileSync(new URL(`../recorded/${game}.whole.json`, import.meta.url), "utf8")) as Whole;

describe.each(["pyramids", "quadri", "quicksand", "quintazone", "thin-ice"])("a whole game of %s", (game) => {
  const face = faceIn(game);
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

describe("quintazone", () => {
  const { steps, outcome, view } = whole("quintazone") as {
    steps: Step<zones.Event>[];
    outcome: Outcome;
    view: zones.View;
  };
  const most = Math.max(
    ...(view.scoring ?? []).filter(({ seat }) => seat === outcome.winners[0]).map(({ points }) => points),
  );

  it("says what decided it, not only why it is over", () => {
    const [en, fr] = (["en", "fr"] as const).map((language) =>
      endOfZones(outcome, view, wordsContext([], null, language)),
    );
    expect(en).toMatch(new RegExp(`^A \`.* on .*\` brought ${most} points.* The last card is laid\\.$`));
    expect(fr).toMatch(
      new RegExp(`^Une \`.* sur .*\` a rapporté ${most} points.* La dernière carte est posée\\.$`),
    );
  });

  it("says who would have won without the secret goals, only where that is somebody else", () => {
    const words = wordsContext([], null, "en");
    expect(endOfZones(outcome, view, words)).not.toContain("Without");
    const [first, ...others] = view.seats as [zones.View["seats"][number], ...zones.View["seats"]];
    const close = { ...view, seats: [{ ...first, points: 70 }, ...others] };
    expect(endOfZones(outcome, close, words)).toContain("Without the secret goals Seat 2 would have won.");
  });

  it("looks again at the pyramids that brought most in the end, whatever their zone was when they were placed", () => {
    const face = faceIn("quintazone");
    const words = wordsContext([], null, "en");
    const points = worth(view, steps);
    expect([...points.values()].toSorted((a, b) => b - a)).toEqual(
      (view.scoring ?? []).map((score) => score.points).toSorted((a, b) => b - a),
    );
    const moments = worthLooking(steps, points, face, words);
    const best = [...points.values()].toSorted((a, b) => b - a).slice(0, 3);
    expect(moments.map(({ gain }) => Number(gain)).toSorted((a, b) => b - a)).toEqual(best);
    for (const { sentence } of moments) expect(sentence).not.toContain("(");
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
