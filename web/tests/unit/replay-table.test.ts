import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Moment, Replay } from "../../src/lib/net/protocol";
import { ReplayTable } from "../../src/replay/replay-table.svelte";

function moment(n: number, hidden = false): Moment {
  const act = hidden || n === 0 ? null : `move ${n}`;
  return {
    n,
    at: n * 10_000,
    seat: act === null ? null : n % 2,
    action: act,
    events: act === null ? [] : [{ type: "moved" }],
    view: { position: n },
    awaited: [n % 2],
  };
}

function replay(moments: Moment[]): Replay {
  return {
    table: "t",
    name: "Olympus",
    game: "pyramids",
    options: {},
    seats: [
      { type: "person", name: "Ada", here: false },
      { type: "bot", level: "learner" },
    ],
    seed: "",
    commitment: "",
    outcome: { winners: [0], clause: "P-15" },
    outs: [],
    timed: false,
    moments,
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("stepping on is seen happening; stepping back and jumping are not", () => {
  const table = new ReplayTable(replay([0, 1, 2, 3].map((n) => moment(n))), "watch", 0);
  table.step(1);
  expect(table.fresh.map((step) => step.n)).toEqual([1]);
  expect(table.view).toEqual({ position: 1 });
  table.step(-1);
  expect([table.at, table.fresh, table.steps]).toEqual([0, [], []]);
  table.jump(3);
  expect([table.at, table.fresh.length, table.steps.length]).toEqual([3, 0, 3]);
  expect(table.outcome?.winners).toEqual([0]);
  table.jump(99);
  expect(table.at).toBe(3);
  table.jump(-5);
  expect([table.at, table.outcome]).toEqual([0, null]);
});

test("it plays to the end, faster if asked, and begins again from there", () => {
  const table = new ReplayTable(replay([0, 1, 2, 3].map((n) => moment(n))), "watch", 0);
  table.start();
  vi.advanceTimersByTime(1_400);
  expect([table.at, table.playing]).toEqual([1, true]);
  table.hasten(4);
  vi.advanceTimersByTime(700);
  expect([table.at, table.playing]).toEqual([3, false]);
  table.start();
  expect([table.at, table.playing]).toEqual([0, true]);
  table.pause();
  vi.advanceTimersByTime(60_000);
  expect(table.at).toBe(0);
});

test("what these eyes did not see is no step, and takes no time", () => {
  const table = new ReplayTable(replay([moment(0), moment(1), moment(2, true), moment(3)]), "1", 1);
  expect([table.seat, table.story.map((step) => step.n)]).toEqual([1, [1, 3]]);
  table.start();
  vi.advanceTimersByTime(10);
  expect(table.at).toBe(2);
  table.close();
});

test("a moment beyond the end is the end, and nobody is here", () => {
  const table = new ReplayTable(replay([moment(0), moment(1)]), "open", 40);
  expect([table.at, table.seat, table.people.map((person) => person.mine)]).toEqual([
    1,
    null,
    [false, false],
  ]);
});

test("where time runs by itself, every instant between two moments can be gone to, kept and left", () => {
  const game = { ...replay([0, 1, 2, 3].map((n) => moment(n))), timed: true };
  const table = new ReplayTable(game, "watch", 1, 14_000);
  expect([table.at, table.time, table.clock(), table.between]).toEqual([1, 14_000, 14_000, true]);
  table.seek(27_500);
  expect([table.at, table.time, table.view]).toEqual([2, 27_500, { position: 2 }]);
  table.step(-1);
  expect([table.at, table.time, table.between]).toEqual([2, 20_000, false]);
  table.seek(99_000);
  expect([table.at, table.time]).toEqual([3, 30_000]);
  table.seek(-1);
  expect([table.at, table.time]).toEqual([0, 0]);
  table.seek(3_000);
  table.start();
  vi.advanceTimersByTime(2_000);
  table.pause();
  expect(table.at).toBe(0);
  expect(Math.abs(table.time - 5_000)).toBeLessThan(50);
  // A time that is not between this moment and the next is none of it, nor is any where it stands still.
  expect(new ReplayTable(game, "watch", 1, 40_000).time).toBe(10_000);
  expect(new ReplayTable({ ...game, timed: false }, "watch", 1, 14_000).between).toBe(false);
});
