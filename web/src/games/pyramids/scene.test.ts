import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Step } from "../../lib/table/face";
import { DESK } from "./camera";
import { CELLS, type Cell } from "./cells";
import { Scene } from "./scene.svelte";
import type { Pyramid, PyramidsEvent, PyramidsView } from "./types";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (draw: (now: number) => void) =>
    setTimeout(() => draw(Date.now()), 16),
  );
  vi.stubGlobal("cancelAnimationFrame", (id: number) => clearTimeout(id));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

function view(pieces: Record<Cell, Pyramid>): PyramidsView {
  return {
    cells: CELLS.map((cell) => pieces[cell] ?? null),
    players: [0, 1].map(() => ({ reserve: [5, 5, 5], captures: [0, 0, 0], pips: 0 })),
    turn: 0,
    step: "turn",
    round: 1,
    rounds: 1,
    turns: 0,
    quiet: 0,
    longest_quiet: 100,
    occurrences: 1,
    recurrence: 3,
    hops: {},
    results: [],
    goal: 15,
  };
}

const step = (n: number, ...events: PyramidsEvent[]): Step<PyramidsEvent> => ({
  n,
  seat: 0,
  action: null,
  at: 0,
  events,
});
const mine: Pyramid = { owner: 0, size: "small" };
const theirs: Pyramid = { owner: 1, size: "small" };
const placed = (cell: Cell): PyramidsEvent => ({ type: "placed", seat: 0, size: "small", cell });
const turned: PyramidsEvent = { type: "turned", seat: 0, coaster: "A", degrees: 90 };
const jumped: PyramidsEvent = {
  type: "jumped",
  seat: 0,
  size: "small",
  from: "a1",
  path: ["a3"],
  hops: [["a2"]],
  captured: [{ cell: "a2", size: "small" }],
  returned: [],
  pips: 1,
};

function opened(pieces: Record<Cell, Pyramid>): Scene {
  const scene = new Scene();
  scene.camera = DESK;
  scene.receive(view(pieces), [], false);
  return scene;
}

const cellsOf = (scene: Scene) => scene.pieces.map((piece) => piece.cell).sort();

describe("the scene", () => {
  it("takes the first view as it is", () => {
    const scene = opened({ a1: mine, f6: theirs });
    expect(cellsOf(scene)).toEqual(["a1", "f6"]);
    expect(scene.busy).toBe(false);
  });

  it("moves a jumper first, and lets the jumped leave at the end (P-13)", async () => {
    const scene = opened({ a1: mine, a2: theirs });
    scene.receive(view({ a3: mine }), [step(1, jumped)], true);
    await pass(100);
    expect(scene.flights.map((flight) => flight.owner)).toEqual([0]);
    expect(cellsOf(scene)).toEqual(["a1", "a2"]);
    await pass(200);
    expect(scene.flights.map((flight) => flight.owner)).toEqual([0, 1]);
    await pass(500);
    expect([cellsOf(scene), scene.flights, scene.busy]).toEqual([["a3"], [], false]);
  });

  it("turns a coaster with what stands on it, and a pyramid stays itself", async () => {
    const scene = opened({ a1: mine, f6: theirs });
    const [before] = scene.pieces;
    scene.receive(view({ a3: mine, f6: theirs }), [step(1, turned)], true);
    await pass(200);
    expect(scene.slab?.coaster).toBe("A");
    expect(scene.slab?.angle).toBeGreaterThan(30);
    await pass(400);
    expect(scene.pieceOn("a3")?.id).toBe(before?.id);
    expect([scene.slab, scene.turned.A]).toEqual([null, 90]);
  });

  it("settles a coaster that the hand has already turned the other way round", async () => {
    const scene = opened({});
    scene.held = () => -90;
    scene.receive(view({}), [step(1, { ...turned, degrees: 270 })], true);
    await pass(60);
    expect(scene.slab?.angle).toBeCloseTo(270, -1);
  });

  it("shows steps in order, also when they come while others move", async () => {
    const scene = opened({});
    const steps = [step(1, placed("a1")), step(2, turned)];
    scene.receive(view({ a1: mine }), steps.slice(0, 1), true);
    await pass(50);
    scene.receive(view({ a3: mine }), steps, true);
    await pass(100);
    expect([scene.slab, cellsOf(scene)]).toEqual([null, ["a1"]]);
    await pass(900);
    expect([cellsOf(scene), scene.busy]).toEqual([["a3"], false]);
  });

  it("hurries when asked, and never doubles a pyramid", async () => {
    const scene = opened({});
    scene.receive(view({ a3: mine }), [step(1, placed("a1")), step(2, turned)], true);
    await pass(50);
    scene.hurry();
    await pass(20);
    expect([cellsOf(scene), scene.busy]).toEqual([["a3"], false]);
  });

  it("jumps to the view after a resync, even in mid-air", async () => {
    const scene = opened({ a1: mine, a2: theirs });
    scene.receive(view({ a3: mine }), [step(1, jumped)], true);
    await pass(50);
    scene.receive(view({ c1: mine, f6: theirs }), [step(1, jumped), step(2, turned)], false);
    await pass(40);
    expect([cellsOf(scene), scene.busy]).toEqual([["c1", "f6"], false]);
  });
});

describe("a view without steps", () => {
  it("lets what moves go on", async () => {
    const scene = opened({ a1: mine, a2: theirs });
    const steps = [step(1, jumped)];
    scene.receive(view({ a3: mine }), steps, true);
    await pass(100);
    scene.receive(view({ a3: mine }), steps, false);
    await pass(32);
    expect(scene.busy).toBe(true);
    expect(scene.flights).toHaveLength(1);
    await pass(700);
    expect([cellsOf(scene), scene.busy]).toEqual([["a3"], false]);
  });

  it("is taken as it is when something was taken back", async () => {
    const scene = opened({});
    scene.receive(view({ a1: mine }), [step(1, placed("a1"))], true);
    await pass(50);
    scene.receive(view({}), [], false);
    await pass(40);
    expect([cellsOf(scene), scene.busy]).toEqual([[], false]);
  });
});
