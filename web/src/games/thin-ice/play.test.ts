import { describe, expect, it, vi } from "vitest";
import { deskWith } from "../../../tests/desk";
import type { Step } from "../../lib/table/face";
import { spotOf } from "./cells";
import { ThinIcePlay } from "./play.svelte";
import { Scene } from "./scene.svelte";
import type { Event, Face, MyTile, Tile, View } from "./types";

const tile = (cell: string, face: Face = "ice"): Tile => ({
  cell,
  ...spotOf(cell),
  face,
  cracked: face.startsWith("cracked"),
  walkable: true,
  axis: null,
  under: null,
  known_to_all: false,
  adrift: false,
  leaving: "turns",
});

const FLOE: MyTile = {
  front: "floe",
  back: "cracked-floe",
  front_up: "floe/cracked-floe",
  back_up: "cracked-floe/floe",
};

function viewOf(changes: Partial<View> = {}): View {
  return {
    mode: "basic",
    extension: "none",
    friendly: false,
    harsh: false,
    teamed: false,
    stage: "playing",
    sides: [[0], [1]],
    first: 0,
    seats: [],
    tiles: [tile("c3"), tile("d3"), tile("c4")],
    pawns: [{ pawn: 0, seat: 0, cell: "c3", out: false, fallen: false, missing: false, soaked: false }],
    bear: null,
    kraken: null,
    turn: null,
    pending: null,
    hand: [],
    my_tiles: [],
    pile: 0,
    discards: [],
    quiet: { turns: 0, limit: 20 },
    outcome: null,
    ...changes,
  };
}

function desk(actions: string[], changes: Partial<View> = {}) {
  const refusal = { clause: "T-11", message: { en: "No.", fr: "Non." } };
  const { table, ...said } = deskWith<View, never>(viewOf(changes), actions, { refusal });
  return { play: new ThinIcePlay(table), ...said };
}

describe("a turn", () => {
  const actions = ["c3>d3", "c3>c4", "tile c3>b3", "tile d3>e3", "tile d3>d2", "roll"];

  it("begins with the pawn: a ringed tile is one click away", async () => {
    const { play, played } = desk(actions);
    expect(play.doing).toBe("pawn");
    expect([...play.targets.keys()]).toEqual(["d3", "c4"]);
    await play.choose("c4");
    expect(played).toEqual(["c3>c4"]);
  });

  it("sends a move once, also when a frame comes while it is under way", async () => {
    const { play, played } = desk(actions);
    const first = play.choose("c4");
    play.settle();
    await Promise.all([first, play.choose("c4")]);
    expect(played).toEqual(["c3>c4"]);
  });

  it("picks a tile up, then asks where it floats", async () => {
    const { play, played } = desk(actions);
    play.want("tile");
    expect([...play.sources]).toEqual(["c3", "d3"]);
    expect(play.targets.size).toBe(0);
    await play.choose("d3");
    expect([...play.targets.keys()]).toEqual(["e3", "d2"]);
    await play.choose("d2");
    expect(played).toEqual(["tile d3>d2"]);
  });

  it("takes up the tile below my pawn when my pawn is clicked", async () => {
    const { play } = desk(actions);
    await play.choose("c3");
    expect([play.doing, play.from]).toEqual(["tile", "c3"]);
    expect(play.back()).toBe(true);
  });

  it("asks why not where nothing is offered", async () => {
    const { play, played, asked } = desk(["c3>d3"]);
    await play.choose("e9");
    expect(played).toEqual([]);
    expect(asked).toEqual(["c3>e9"]);
  });

  it("asks why a card cannot be played", async () => {
    const { play, asked, played } = desk(["roll", "play roar"]);
    await play.playCard("lifeline");
    await play.playCard("roar");
    expect([asked, played]).toEqual([["play lifeline"], ["play roar"]]);
  });
});

it("offers bear and kraken one at a time", async () => {
  const { play, played } = desk(["bear c4", "bear d3", "destroy d3"]);
  expect(play.beasts).toEqual(["bear", "destroy"]);
  expect([...play.targets.keys()]).toEqual(["c4", "d3"]);
  play.beast = "destroy";
  await play.choose("d3");
  expect(played).toEqual(["destroy d3"]);
});

it("lays a floe with the side and the axis that were chosen", async () => {
  const sides = ["floe/cracked-floe", "cracked-floe/floe"];
  const actions = sides.flatMap((side) => ["-", "|"].map((axis) => `lay ${side} b3 ${axis}`));
  const { play, played } = desk(actions, { stage: "draft", my_tiles: [FLOE] });
  play.takeTile(0, true);
  play.turnAxis();
  expect([...play.targets]).toEqual([["b3", "lay cracked-floe/floe b3 |"]]);
  await play.choose("b3");
  expect(played).toEqual(["lay cracked-floe/floe b3 |"]);
});

it("the scene takes the first view as it is, and a slab that turned keeps its identity", () => {
  const scene = new Scene();
  const steps: Step<Event>[] = [{ n: 1, seat: 0, action: "roll", at: 0, events: [] }];
  scene.receive(viewOf(), steps, false);
  const before = scene.tileOn("d3");
  expect(scene.pawns.map((pawn) => pawn.cell)).toEqual(["c3"]);
  scene.receive(viewOf({ tiles: [tile("c3"), tile("d3", "cracked")] }), [...steps], false);
  expect(scene.tileOn("d3")?.face).toBe("cracked");
  expect(scene.tileOn("d3")?.id).toBe(before?.id);
  expect(scene.tileOn("c4")).toBeUndefined();
});

it("what moves on the ice goes on when a view comes without steps", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (draw: (now: number) => void) =>
    setTimeout(() => draw(Date.now()), 16),
  );
  vi.stubGlobal("cancelAnimationFrame", (id: number) => clearTimeout(id));
  const scene = new Scene();
  scene.receive(viewOf(), [], false);
  const moved: Event = {
    type: "moved",
    seat: 0,
    pawn: 0,
    from: "c3",
    to: "d3",
    leap: false,
    shove: false,
    sea: false,
  };
  const laid: Event = { type: "laid", seat: 0, cell: "e3", face: "ice", axis: null };
  const steps: Step<Event>[] = [{ n: 1, seat: 0, action: "c3-d3", at: 0, events: [moved, laid] }];
  const after = viewOf({
    tiles: [...viewOf().tiles, tile("e3")],
    pawns: [{ pawn: 0, seat: 0, cell: "d3", out: false, fallen: false, missing: false, soaked: false }],
  });
  scene.receive(after, steps, true);
  scene.receive(after, steps, false);
  await vi.advanceTimersByTimeAsync(100);
  expect([scene.busy, scene.tileOn("e3")]).toEqual([true, undefined]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([scene.busy, scene.tileOn("e3")?.face]).toEqual([false, "ice"]);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
