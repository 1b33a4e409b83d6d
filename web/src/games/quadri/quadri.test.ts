import { describe, expect, test } from "vitest";
import { deskWith } from "../../../tests/desk";
import type { Step } from "../../lib/table/face";
import { asSeenBy, fitted, fittedFrom, nearer, onGrid, onSheet } from "./camera";
import { boxOf, drawn, outline, quarters, turned, written } from "./geometry";
import { claims, openSpots, place } from "./notation";
import { QuadriPlay } from "./play.svelte";
import type { Ink, Objective, QuadriEvent, QuadriView, Square } from "./types";
import { lately, moves, rowsOf, sentence } from "./words";

const objective = (id: string, rows: string[], name = id): Objective => ({
  id,
  points: rows.join("").replaceAll(".", "").length,
  rows,
  name: { en: name, fr: name },
});
const HOOK = objective("5V", ["#..", "#..", "###"], "Hook");

function viewOf(changes: Partial<QuadriView> = {}): QuadriView {
  const colours: [Ink, Ink, Ink, Ink] = ["cyan", "magenta", "yellow", "black"];
  const squares = quarters({ x: 0, y: 0 }).map((spot, i): Square => ({
    ...spot,
    colour: colours[i] as Ink,
    card: 0,
  }));
  return {
    mode: "competitive",
    match: "exact",
    assist: "none",
    you: 0,
    step: "place",
    turn: 0,
    next: { card: "CMYK", colours },
    lying: [{ number: 0, seat: null, card: "CMYK", x: 0, y: 0, turn: 0, colours }],
    squares,
    pile: 40,
    objectives: 10,
    seats: [
      {
        seat: 0,
        points: 0,
        held: 1,
        hand: [{ objective: HOOK, tried: null, glows: false, looks: [HOOK.rows.join("/")] }],
        laid: 0,
        out: false,
        done: false,
      },
    ],
    common: [],
    realised: [],
    last_round: false,
    placements_left: 20,
    closing: null,
    ...changes,
  };
}

const context = {
  language: "en" as const,
  seat: 0,
  name: (seat: number) => ["Ada", "Ben"][seat] ?? "",
  isMe: (seat: number) => seat === 0,
};
const step = (seat: number, ...events: QuadriEvent[]): Step<QuadriEvent> => ({
  n: 1,
  seat,
  action: null,
  at: 0,
  events,
});

describe("geometry", () => {
  test("a card turned by a quarter shows its last square first", () => {
    expect(turned(["cyan", "magenta", "yellow", "black"], 90)).toEqual([
      "black",
      "cyan",
      "magenta",
      "yellow",
    ]);
  });

  test("a shape is written as it is drawn, wherever it lies", () => {
    const moved = drawn(HOOK).map(({ x, y }) => ({ x: x + 4, y: y - 9 }));
    expect(written(moved)).toBe(HOOK.rows.join("/"));
  });

  test("an outline goes once around, and around squares that touch by a corner one by one", () => {
    expect(
      outline(
        [
          { x: 0, y: 0 },
          { x: 1, y: 0 },
        ],
        10,
      ),
    ).toBe("M20 0L20 10L0 10L0 0Z");
    expect(
      outline(
        [
          { x: 0, y: 0 },
          { x: 1, y: 1 },
        ],
        10,
      ).match(/M/g),
    ).toHaveLength(2);
  });
});

describe("camera", () => {
  const size = { width: 800, height: 600 };
  test("all of the table is seen, with room for a card around it", () => {
    const camera = fitted(
      boxOf([
        { x: -10, y: 0 },
        { x: 9, y: 0 },
      ]),
      size,
      false,
    );
    expect(onSheet(camera, size, -11, 0).x).toBeGreaterThan(0);
    expect(onSheet(camera, size, 11, 0).x).toBeLessThan(800);
  });

  test("a table that grows is always seen whole, from few places, in few sizes", () => {
    const cells = [{ x: 0, y: 0 }];
    let camera = fittedFrom(null, boxOf(cells), size, false);
    const [places, scales] = [new Set([camera]), new Set([camera.scale])];
    for (let n = 1; n <= 24; n++) {
      cells.push({ x: [n % 5, -n % 4][n % 2] ?? 0, y: Math.round(3 * Math.sin(n) + n / 8) });
      const box = boxOf(cells);
      camera = fittedFrom(camera, box, size, false);
      places.add(camera);
      scales.add(camera.scale);
      const [from, to] = [
        onSheet(camera, size, box.left - 1, box.top - 1),
        onSheet(camera, size, box.right + 1, box.bottom + 1),
      ];
      expect(Math.min(from.x, from.y, size.width - to.x, size.height - to.y)).toBeGreaterThan(0);
    }
    expect(scales.size).toBeLessThan(8);
    expect(places.size).toBeLessThan(12);
  });

  test("what lies under the fingers stays there when they bring it nearer", () => {
    const box = boxOf([
      { x: -10, y: -10 },
      { x: 10, y: 10 },
    ]);
    const fit = fitted(box, size, false);
    const play = new QuadriPlay(deskWith<QuadriView, QuadriEvent>(viewOf(), []).table);
    const camera = () => nearer(fit, box, play.zoom, play.moved);
    const before = onGrid(camera(), size, 500, 200);
    for (const factor of [1.5, 1.2, 0.8]) {
      const { x, y } = camera();
      play.look(factor, { x: before.x - x, y: before.y - y });
      const after = onGrid(camera(), size, 500, 200);
      expect([after.x, after.y]).toEqual([expect.closeTo(before.x, 6), expect.closeTo(before.y, 6)]);
    }
  });

  test("a point of the sheet and its place on the grid are the same", () => {
    const camera = { x: 2, y: -1, scale: 50 };
    const { x, y } = onSheet(camera, size, 3, 4);
    expect(onGrid(camera, size, x, y)).toEqual({ x: 3, y: 4 });
  });

  test("nothing moves where nothing changed", () => {
    const camera = { x: 2, y: -1, scale: 50 };
    expect(asSeenBy(camera, camera, size)).toBe("translate(0px, 0px) scale(1)");
  });
});

describe("what the person does", () => {
  test("actions are read once a place, whatever the turn", () => {
    const actions = ["claim 5V", "@1,0+0", "@1,0+90", "@-1,-1+270", "done"];
    expect([...openSpots(actions).keys()]).toEqual(["1,0", "-1,-1"]);
    expect([...claims(actions)]).toEqual(["5V"]);
    expect(place({ x: 1, y: -2 }, 270)).toBe("@1,-2+270");
  });

  test("the card is laid as it is turned; where it may not lie the referee is asked", async () => {
    const { table, played, asked } = deskWith<QuadriView, QuadriEvent>(viewOf(), [
      "@1,0+0",
      "@1,0+90",
      "@1,0+180",
      "@1,0+270",
    ]);
    const play = new QuadriPlay(table);
    play.rotate(-1);
    await play.lay({ x: 1, y: 0 });
    await play.lay({ x: 5, y: 5 });
    expect(played).toEqual(["@1,0+270"]);
    expect(asked).toEqual(["@5,5+270"]);
  });

  test("a card is sent once, also when somebody's claim changes the view while it is under way", async () => {
    const { table, played } = deskWith<QuadriView, QuadriEvent>(viewOf(), ["@1,0+0"]);
    const play = new QuadriPlay(table);
    const first = play.lay({ x: 1, y: 0 });
    play.settle();
    await Promise.all([first, play.lay({ x: 1, y: 0 }), play.end()]);
    expect(played).toEqual(["@1,0+0"]);
  });

  test("the covered squares are those that the card lies over", () => {
    const { table } = deskWith<QuadriView, QuadriEvent>(viewOf(), ["@1,0+0"]);
    const play = new QuadriPlay(table);
    play.carry({ x: 1, y: 0 });
    expect(play.covered.map(({ colour }) => colour)).toEqual(["magenta", "yellow"]);
    expect(play.mayLayHere).toBe(true);
  });

  test("squares of one colour are pointed at until they have the shape of an objective; then it is claimed", async () => {
    const squares = drawn(HOOK).map((spot): Square => ({ ...spot, colour: "cyan", card: 0 }));
    const { table, played } = deskWith<QuadriView, QuadriEvent>(viewOf({ squares, turn: 1 }), ["claim 5V"]);
    const play = new QuadriPlay(table);
    expect(play.tool).toBe("point");
    for (const square of squares.slice(1)) play.point(square);
    expect(play.meant).toBe(null);
    play.pointAlso(squares[0] as Square);
    expect(play.meant?.objective.id).toBe("5V");
    await play.claimMeant();
    expect(played).toEqual(["claim 5V"]);
  });

  test("nobody points at squares where nothing is claimed", () => {
    const seats = viewOf().seats.map((seat) => ({ ...seat, hand: null }));
    const { table } = deskWith<QuadriView, QuadriEvent>(viewOf({ mode: "cooperative", seats }), []);
    const play = new QuadriPlay(table);
    play.point({ x: 0, y: 0 });
    expect(play.pointed.size).toBe(0);
  });
});

describe("words", () => {
  const lying = viewOf().lying[0]!;
  const placed = (seat: number): QuadriEvent => ({ type: "placed", seat, lying, covered: 2 });
  const made = (seat: number): QuadriEvent => ({
    type: "realised",
    seat,
    objective: HOOK,
    colour: "cyan",
    squares: [],
  });

  test("a card and a claim are said in one line", () => {
    expect(lately([step(0, placed(0)), step(0, made(0))], context)).toBe(
      "You laid a card, 2 squares covered. You realise `Hook`, 5 points.",
    );
  });

  test("what another's card realises falls", () => {
    expect(sentence(step(1, placed(1), made(0)), context)).toBe(
      "Ben laid a card, 2 squares covered. Your `Hook` falls.",
    );
    expect(moves([step(1, placed(1), made(0))], context)[1]?.gain).toBeUndefined();
  });

  test("a claim in vain says whether it came too late", () => {
    const missed = (covered: boolean) =>
      sentence(step(0, { type: "missed", objective: HOOK, covered }), context);
    expect(missed(true)).toContain("just been covered");
    expect(missed(false)).toContain("not there");
  });

  test("the table as text names every square in sight, and the gaps between", () => {
    const squares: Square[] = [
      { x: -1, y: 2, colour: "cyan", card: 0 },
      { x: 1, y: 2, colour: "black", card: 0 },
    ];
    expect(rowsOf(squares)).toEqual(["Row 2, from column -1: cyan, nothing, black."]);
  });
});
