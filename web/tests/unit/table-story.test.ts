import { describe, expect, it } from "vitest";
import type { SeatView, Frame, LoggedStep } from "../../src/lib/net/protocol";
import { NO_STORY, chooseEyes, mustRepeat, told } from "../../src/lib/net/table-story";

const played = (n: number, seat = 0): LoggedStep => ({
  n,
  at: n,
  seat,
  action: `S@a${n}`,
  events: [{ type: "placed" }],
});
const hidden = (n: number): LoggedStep => ({ n, at: n, seat: null, action: null, events: [] });
const spoke = (n: number): LoggedStep => ({
  ...hidden(n),
  said: { who: 7, name: "Inès", seat: 1, text: "well played" },
});
const frame = (steps: LoggedStep[], whole = false): Frame => ({
  n: steps.at(-1)?.n ?? 0,
  now: 0,
  whole,
  steps,
});

const undo = (n: number, to: number): LoggedStep => ({ ...hidden(n), seat: 0, undone_to: to });

describe("a long table", () => {
  it("is told from some number on, and says from which", () => {
    const cut = told(NO_STORY, frame([played(257), played(258)], true), true);
    expect(cut.begins).toBe(257);
    expect(told(cut, frame([played(259)]), false).begins).toBe(257);
    expect(told(NO_STORY, frame([hidden(1), played(2)], true), true).begins).toBe(1);
  });
});

describe("what is taken back", () => {
  const before = told(
    NO_STORY,
    frame([played(1), played(2, 1), spoke(3), played(4), played(5, 1)], true),
    true,
  );

  it("leaves the story, with what was played after it; talk stays, and nothing moves", () => {
    const after = told(before, frame([undo(6, 3)]), false);
    expect(after.steps.map((step) => step.n)).toEqual([1, 2]);
    expect(after.talk).toHaveLength(1);
    expect(after.fresh).toEqual([]);
    expect(after.tookBack).toEqual({ seat: 0 });
  });

  it("is said until something is played", () => {
    const said = told(told(before, frame([undo(6, 3)]), false), frame([spoke(7)]), false);
    expect(said.tookBack?.seat).toBe(0);
    const after = told(said, frame([played(8)]), false);
    expect(after.steps.map((step) => step.n)).toEqual([1, 2, 8]);
    expect(after.tookBack).toBeNull();
    expect(after.fresh.map((step) => step.n)).toEqual([8]);
  });

  it("may have come and gone while the line was cut", () => {
    const after = told(before, frame([hidden(6), undo(7, 5), played(8)]), true);
    expect(after.steps.map((step) => step.n)).toEqual([1, 2, 4, 5, 8]);
  });
});

describe("a frame", () => {
  it("adds what is new and says what to animate", () => {
    const first = told(NO_STORY, frame([played(1)], true), true);
    const then = told(first, frame([played(2, 1)]), false);
    expect(then.steps.map((step) => step.n)).toEqual([1, 2]);
    expect(then.fresh.map((step) => step.n)).toEqual([2]);
    expect(then.n).toBe(2);
  });

  it("catches up without animating when the line came back", () => {
    const before = told(NO_STORY, frame([played(1)], true), true);
    const after = told(before, frame([played(2), played(3)]), true);
    expect(after.steps).toHaveLength(3);
    expect(after.fresh).toEqual([]);
  });

  it("starts the story again when it is the whole story", () => {
    const before = told(NO_STORY, frame([played(1), played(2)], true), true);
    const after = told(before, frame([played(1)], true), false);
    expect(after.steps.map((step) => step.n)).toEqual([1]);
    expect(after.fresh).toEqual([]);
    expect(after.n).toBe(1);
  });

  it("never tells a step twice", () => {
    const before = told(NO_STORY, frame([played(1), played(2)], true), true);
    const after = told(before, frame([played(2), played(3)]), false);
    expect(after.steps.map((step) => step.n)).toEqual([1, 2, 3]);
    expect(after.fresh.map((step) => step.n)).toEqual([3]);
  });

  it("keeps talk apart, and counts what this seat may not see", () => {
    const story = told(NO_STORY, frame([played(1), hidden(2), spoke(3)]), false);
    expect(story.steps.map((step) => step.n)).toEqual([1]);
    expect(story.talk).toEqual([{ n: 3, who: 7, name: "Inès", seat: 1, text: "well played" }]);
    expect(story.n).toBe(3);
  });
});

describe("the seat one looks through", () => {
  const eyes = (...seats: (number | null)[]): SeatView[] =>
    seats.map((seat) => ({ seat, view: seat, actions: [] }));

  it("is nobody's for a spectator, and nothing before the game", () => {
    expect(chooseEyes(eyes(null), [0], null)?.seat).toBeNull();
    expect(chooseEyes([], [], null)).toBeNull();
  });

  it("is my own, awaited or not", () => {
    expect(chooseEyes(eyes(1), [0], null)?.seat).toBe(1);
  });

  it("follows the turn on a shared screen, and stays while nobody of us is awaited", () => {
    expect(chooseEyes(eyes(0, 2), [2], 0)?.seat).toBe(2);
    expect(chooseEyes(eyes(0, 2), [1], 2)?.seat).toBe(2);
    expect(chooseEyes(eyes(0, 2), [0, 2], 2)?.seat).toBe(2);
  });
});

describe("after the line broke", () => {
  it("a move is sent again exactly if the story does not hold it", () => {
    const move = { op: "play", seat: 0, action: "S@a4" } as const;
    expect(mustRepeat(move, 3, frame([played(4)]))).toBe(false);
    expect(mustRepeat(move, 4, frame([played(4)]))).toBe(true);
    expect(mustRepeat(move, 3, frame([played(4, 1)]))).toBe(true);
    expect(mustRepeat(move, 3, frame([]))).toBe(true);
  });

  it("talk is not said twice, and a seat is not taken twice", () => {
    expect(mustRepeat({ op: "say", text: "well played" }, 0, frame([spoke(1)]))).toBe(false);
    expect(mustRepeat({ op: "say", text: "hello" }, 0, frame([spoke(1)]))).toBe(true);
    expect(mustRepeat({ op: "sit", seat: 1 }, 0, frame([]))).toBe(false);
  });
});
