import { describe, expect, it } from "vitest";
import { deskWith } from "../../../tests/desk";
import type { Refusal } from "../../lib/table/face";
import { CELLS } from "./cells";
import { PyramidsPlay } from "./play.svelte";
import type { Pyramid, PyramidsView } from "./types";

const REFUSAL: Refusal = { clause: "P-3", message: { en: "Taken.", fr: "Prise." } };

function desk(pieces: Record<string, Pyramid>, actions: string[], seat: number | null = 0) {
  const view: PyramidsView = {
    cells: CELLS.map((cell) => pieces[cell] ?? null),
    players: [0, 1].map(() => ({ reserve: [5, 5, 5], captures: [0, 0, 0], pips: 0 })),
    turn: 0,
    step: "place-or-jump",
    round: 1,
    rounds: 1,
    turns: 0,
    quiet: 0,
    longest_quiet: 100,
    occurrences: 1,
    recurrence: 3,
    hops: { a3xc1: { b2: 3 }, c1xe3: { d2: 0 } },
    results: [],
    goal: 15,
  };
  const { table, ...said } = deskWith<PyramidsView, never>(view, actions, { seat, refusal: REFUSAL });
  return { play: new PyramidsPlay(table), table, ...said };
}

const mine = (size: Pyramid["size"]): Pyramid => ({ owner: 0, size });
const theirs = (size: Pyramid["size"]): Pyramid => ({ owner: 1, size });

describe("placing", () => {
  const actions = ["S@a1", "S@b1", "L@a1", "L@b1"];

  it("takes a size, then a cell", async () => {
    const { play, played } = desk({}, actions);
    await play.chooseSize("large");
    expect(play.targets).toEqual(["a1", "b1"]);
    await play.choose("b1");
    expect(played).toEqual(["L@b1"]);
  });
  it("sends a move once, also when a frame comes while it is under way", async () => {
    const { play, played } = desk({}, actions);
    await play.chooseSize("large");
    const first = play.choose("b1");
    play.settle();
    await play.choose("b1");
    await first;
    expect(played).toEqual(["L@b1"]);
  });
  it("counts the empty cells of the board, not those of the moves that a hint offers", () => {
    const { play } = desk({ c3: mine("small"), d4: theirs("large") }, actions);
    expect(play.emptyCells.size).toBe(2);
    expect(play.empty).toBe(34);
  });
  it("takes a cell, then a size", async () => {
    const { play, played } = desk({}, actions);
    await play.choose("a1");
    expect(play.sizesFor("a1")).toEqual(["small", "large"]);
    await play.chooseSize("small");
    expect(played).toEqual(["S@a1"]);
  });
  it("asks why a taken cell cannot be placed on", async () => {
    const { play, played, asked } = desk({ c3: theirs("small") }, actions);
    await play.chooseSize("small");
    await play.choose("c3");
    expect([played, asked]).toEqual([[], ["S@c3"]]);
    expect(play.refused).toEqual({ cell: "c3", count: 1 });
  });
});

describe("jumping", () => {
  const pieces = { a3: mine("large"), b2: theirs("large"), d2: mine("medium"), f6: mine("small") };
  const actions = ["S@a1", "a3xc1", "a3xc1xe3", "f6xd4"];

  it("waits for a word where a jump may stop or go on", async () => {
    const { play, played } = desk(pieces, actions);
    await play.choose("a3");
    expect([play.targets, play.further]).toEqual([["c1"], ["e3"]]);
    await play.choose("c1");
    expect([play.mayStop, play.mayGoOn, played]).toEqual([true, true, []]);
    await play.choose("c1");
    expect(played).toEqual(["a3xc1"]);
  });
  it("goes on hop by hop and plays when nothing can follow", async () => {
    const { play, played } = desk(pieces, actions);
    await play.choose("a3");
    await play.choose("c1");
    await play.choose("e3");
    expect(played).toEqual(["a3xc1xe3"]);
  });
  it("takes back a hop, then the pyramid", async () => {
    const { play } = desk(pieces, actions);
    await play.choose("a3");
    await play.choose("c1");
    play.back();
    expect(play.path).toEqual(["a3"]);
    play.back();
    expect(play.pick).toBeNull();
  });
  it("asks about a landing that is none, with the path as it was meant", async () => {
    const { play, asked } = desk(pieces, actions);
    await play.choose("a3");
    await play.choose("c1");
    await play.choose("f4");
    expect(asked).toEqual(["a3xc1xf4"]);
  });
  it("changes to another pyramid of mine", async () => {
    const { play, asked } = desk(pieces, actions);
    await play.choose("a3");
    await play.choose("f6");
    expect([play.path, asked]).toEqual([["f6"], []]);
  });
  it("asks why the opponent's pyramid cannot be moved", async () => {
    const { play, asked } = desk(pieces, actions);
    await play.choose("b2");
    expect(asked).toEqual(["b2xb4"]);
  });
  it("lists whole jumps, the greediest first", async () => {
    const { play } = desk(pieces, actions);
    await play.choose("a3");
    expect(play.offers.map((offer) => [offer.path.join("x"), offer.pips, offer.home])).toEqual([
      ["a3xc1", 3, 0],
      ["a3xc1xe3", 3, 1],
    ]);
    expect(play.jumpers.map(({ cell, most }) => [cell, most])).toEqual([
      ["a3", 3],
      ["f6", 0],
    ]);
  });
});

describe("turning", () => {
  const actions = ["A+90", "A+180", "A+270", "B+90"];

  it("takes a coaster by any of its cells and plays a turn", async () => {
    const { play, played } = desk({}, actions);
    await play.choose("b2");
    expect(play.coaster).toBe("A");
    await play.turn("A", 270);
    expect(played).toEqual(["A+270"]);
  });
  it("knows the quarter that a drag is nearest to", () => {
    const { play } = desk({}, actions);
    play.hold("A", -80);
    expect(play.quarter).toBe(270);
    play.hold("A", 30);
    expect(play.quarter).toBe(0);
    play.hold("A", 200);
    expect(play.quarter).toBe(180);
  });
  it("puts the coaster down again", async () => {
    const { play } = desk({}, actions);
    await play.choose("b2");
    await play.choose("b2");
    expect(play.coaster).toBeNull();
  });
});

describe("out of turn", () => {
  it("asks why not", async () => {
    const { play, asked } = desk({ a3: mine("large") }, []);
    await play.choose("b1");
    await play.choose("a3");
    expect(asked).toEqual(["S@b1", "a3xa5"]);
  });
  it("leaves a spectator in peace", async () => {
    const { play, asked } = desk({ a3: mine("large") }, [], null);
    await play.choose("a3");
    expect(asked).toEqual([]);
  });
});

describe("a move chosen ahead", () => {
  /** It is the other one's turn; `comes` is what is offered when mine comes. */
  function waits(pieces: Record<string, Pyramid>) {
    const { play, played, asked, table } = desk(pieces, []);
    play.ahead.open = true;
    const comes = (actions: string[]) => {
      Object.assign(table, { actions });
      play.settle();
    };
    return { play, played, asked, comes };
  }

  it("is played as soon as it is offered, once", async () => {
    const { play, played, comes } = waits({});
    await play.chooseSize("large");
    await play.choose("c3");
    expect(play.ahead.cells).toEqual(["c3"]);
    comes(["S@c3", "L@c3"]);
    comes(["S@c3", "L@c3"]);
    expect(played).toEqual(["L@c3"]);
  });
  it("may be a jump, where one way leads there", async () => {
    const { play, played, comes } = waits({ a1: mine("small") });
    await play.choose("a1");
    await play.choose("a3");
    comes(["S@b1", "a1xa3", "a1xa3xa5"]);
    expect(played).toEqual(["a1xa3"]);
  });
  it("is forgotten, and said to be, where it can no longer be played", async () => {
    const { play, played, comes } = waits({});
    await play.chooseSize("small");
    await play.choose("c3");
    comes(["S@a1"]);
    expect(played).toEqual([]);
    expect(play.ahead.gone).toBe(true);
    expect(play.ahead.wish).toBeNull();
  });
  it("is taken back with Escape", async () => {
    const { play, played, comes } = waits({});
    await play.chooseSize("small");
    await play.choose("c3");
    play.back();
    comes(["S@c3"]);
    expect(played).toEqual([]);
    expect(play.ahead.gone).toBe(false);
  });
  it("is not made of a click that picked nothing: the referee says why not", async () => {
    const { play, asked } = waits({});
    await play.choose("c3");
    expect(asked).toEqual(["S@c3"]);
  });
});
