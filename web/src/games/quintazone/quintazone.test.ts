import { describe, expect, it } from "vitest";
import { deskWith } from "../../../tests/desk";
import type { Step, WordsContext } from "../../lib/table/face";
import { seatToken } from "../../lib/table/seats";
import { drawGlass, glass } from "./art/glass";
import { zoneOutline } from "./geometry";
import { growth } from "./growth";
import { readCard } from "./notation";
import { QuintazonePlay } from "./play.svelte";
import { lately, moves } from "./story";
import {
  SIZES,
  type Cut,
  type Element,
  type Event,
  type Held,
  type Laid,
  type Table,
  type View,
} from "./types";
import { counted, stops } from "./walk.svelte";
import { cardWords } from "./words";

function laid(x: number, y: number, cut: Cut, panels: [Element, number][]): Laid {
  return {
    cell: { x, y },
    card: "",
    turned: false,
    cut,
    panels: panels.map(([element, zone]) => ({ element, zone })),
  };
}

/** Corners of the outline, without their rounding: each is the control point of a curve. */
function corners(outline: string): number {
  return outline.match(/Q/g)?.length ?? 0;
}

describe("a zone is one shape", () => {
  it("has no border where its panels touch", () => {
    const row = [laid(0, 0, "whole", [["fire", 1]]), laid(1, 0, "whole", [["fire", 1]])];
    expect(corners(zoneOutline(row, 1))).toBe(4);
  });

  it("turns in where half a side touches", () => {
    const shape = [
      laid(0, 0, "whole", [["fire", 1]]),
      laid(1, 0, "top-bottom", [
        ["fire", 1],
        ["water", 2],
      ]),
    ];
    expect(corners(zoneOutline(shape, 1))).toBe(6);
  });

  it("goes around a hole", () => {
    const ring = [-1, 0, 1].flatMap((x) =>
      [-1, 0, 1].flatMap((y) => (x === 0 && y === 0 ? [] : [laid(x, y, "whole", [["earth", 4]])])),
    );
    const outline = zoneOutline(ring, 4);
    expect(outline.match(/M/g)).toHaveLength(2);
    expect(corners(outline)).toBe(8);
  });

  it("is a triangle on a diagonal card", () => {
    const card = [
      laid(0, 0, "falling", [
        ["air", 1],
        ["fire", 2],
      ]),
    ];
    expect(corners(zoneOutline(card, 1))).toBe(3);
    expect(corners(zoneOutline(card, 2))).toBe(3);
  });
});

/** Fire over water to the right of a fire card and below a water card; nothing else around. */
const FW: Held = {
  card: "FW-h",
  cut: "top-bottom",
  panels: ["fire", "water"],
  fits: [
    { cell: { x: 1, y: 0 }, upright: true, turned: true },
    { cell: { x: 2, y: 0 }, upright: false, turned: true },
  ],
};

function view(): View {
  const zone = (id: number, element: Element, cards: number) => ({
    id,
    element,
    cells: [{ x: 0, y: 0 }],
    cards,
    pyramids: [],
    worth: [cards, 2 * cards, 3 * cards] as [number, number, number],
  });
  return {
    deck: "first",
    turn: 0,
    card_step: "open",
    pyramid_placed: false,
    pyramid_possible: true,
    pile: 20,
    seats: [
      { hand: 1, reserve: [5, 5, 0], points: 0, goal: null, total: null, cards: null },
      { hand: 5, reserve: [5, 5, 5], points: 0, goal: null, total: null, cards: null },
    ],
    layout: [laid(0, 0, "whole", [["fire", 0]])],
    zones: [zone(0, "fire", 3), zone(5, "water", 2), zone(6, "fire", 4)],
    pyramids: [],
    openings: [
      { x: 1, y: 0 },
      { x: 2, y: 0 },
    ],
    mine: {
      seat: 0,
      goal: "fire",
      total: 0,
      hand: [FW],
      may: { lay: true, pass: false, pyramid: true, end: false },
      growth: {
        "FW-h@1,0": [
          [4, [0]],
          [1, []],
        ],
        "FW-h@1,0r": [
          [3, [5]],
          [4, [0]],
        ],
      },
    },
    scoring: null,
    outcome: null,
  };
}

describe("what a card would do", () => {
  it("is told panel by panel as it lies, turned over too", () => {
    expect(growth(view(), FW, { x: 1, y: 0 }, false)).toEqual([
      { element: "fire", cards: 4, joined: [0] },
      { element: "water", cards: 1, joined: [] },
    ]);
    expect(growth(view(), FW, { x: 1, y: 0 }, true)).toEqual([
      { element: "water", cards: 3, joined: [5] },
      { element: "fire", cards: 4, joined: [0] },
    ]);
  });

  it("is not guessed where it may not be laid", () => {
    expect(growth(view(), FW, { x: 2, y: 0 }, false)).toEqual([]);
  });
});

function desk(actions: string[]) {
  const refusal = { clause: "Z-11", message: { en: "No.", fr: "Non." } };
  const { table, ...said } = deskWith<Table["view"], never>(view(), actions, { refusal });
  return { play: new QuintazonePlay(table), ...said };
}

const ACTIONS = ["FW-h@1,0", "FW-h@1,0r", "FW-h@2,0r", "S^0,0:fire", "M^0,0:fire"];
const opening = (x: number) => ({ kind: "opening", cell: { x, y: 0 } }) as const;
const FIRE = { kind: "panel", cell: { x: 0, y: 0 }, element: "fire" } as const;

describe("laying a card", () => {
  it("is taken up, turned over by a second click, and laid as it is shown", async () => {
    const { play, played } = desk(ACTIONS);
    await play.take(0);
    await play.take(0);
    expect(play.turned).toBe(true);
    await play.choose(opening(1), true);
    expect(played).toEqual(["FW-h@1,0r"]);
    expect(play.card).toBeNull();
  });

  it("is sent once, also when a frame comes while it is under way", async () => {
    const { play, played } = desk(ACTIONS);
    await play.take(0);
    const first = play.choose(opening(1), true);
    play.settle();
    await Promise.all([first, play.choose(opening(1), true)]);
    expect(played).toEqual(["FW-h@1,0"]);
  });

  it("turns by itself where it fits only the other way up", async () => {
    const { play, played } = desk(ACTIONS);
    await play.take(0);
    play.hover = opening(2);
    expect(play.ghost).toMatchObject({ turned: true, fits: true, other: false });
    await play.choose(opening(2), true);
    expect(played).toEqual(["FW-h@2,0r"]);
  });

  it("says why it cannot be turned over where only one way fits", async () => {
    const { play, asked } = desk(ACTIONS);
    await play.take(0);
    play.hover = opening(2);
    play.turnOver();
    expect(asked).toEqual(["FW-h@2,0"]);
    expect(play.ghost).toMatchObject({ turned: true, fits: true });
  });

  it("waits for a second tap of a finger", async () => {
    const { play, played } = desk(ACTIONS);
    await play.take(0);
    await play.choose(opening(1), false);
    expect(played).toEqual([]);
    play.turnOver();
    await play.choose(opening(1), false);
    expect(played).toEqual(["FW-h@1,0r"]);
  });

  it("asks why not where it fits no way", async () => {
    const { play, asked } = desk(ACTIONS);
    await play.take(0);
    await play.choose(opening(-1), true);
    expect(asked).toEqual(["FW-h@-1,0"]);
  });
});

describe("placing a pyramid", () => {
  it("goes on the chosen zone", async () => {
    const { play, played } = desk(ACTIONS);
    await play.choose(FIRE, true);
    expect(play.chosenZone?.worth).toEqual([3, 6, 9]);
    await play.takeSize("medium");
    expect(played).toEqual(["M^0,0:fire"]);
  });

  it("or is taken up first", async () => {
    const { play, played } = desk(ACTIONS);
    await play.takeSize("small");
    play.hover = FIRE;
    expect(play.ghostPyramid).toMatchObject({ size: "small", element: "fire" });
    await play.choose(FIRE, true);
    expect(played).toEqual(["S^0,0:fire"]);
  });

  it("asks about a size that is used up", async () => {
    const { play, asked } = desk(ACTIONS);
    await play.takeSize("large");
    expect(asked).toEqual(["L^0,0:fire"]);
  });
});

describe("the count", () => {
  const over: View = {
    ...view(),
    seats: [
      { hand: 0, reserve: [0, 0, 0], points: 9, goal: "fire", total: 15, cards: null },
      { hand: 0, reserve: [0, 0, 0], points: 4, goal: "air", total: 4, cards: null },
    ],
    scoring: [
      {
        seat: 0,
        pyramid: 0,
        size: "medium",
        pips: 2,
        cell: { x: 0, y: 0 },
        element: "fire",
        cards: 3,
        doubled: true,
        points: 12,
      },
      {
        seat: 0,
        pyramid: 2,
        size: "large",
        pips: 3,
        cell: { x: 1, y: 0 },
        element: "air",
        cards: 1,
        doubled: false,
        points: 3,
      },
      {
        seat: 1,
        pyramid: 1,
        size: "small",
        pips: 1,
        cell: { x: 0, y: 1 },
        element: "water",
        cards: 4,
        doubled: false,
        points: 4,
      },
    ],
  };

  it("turns each seat's goal over, then adds its pyramids", () => {
    const all = stops(over);
    expect(all.map((stop) => stop.kind)).toEqual(["goal", "sum", "sum", "goal", "sum"]);
    expect([0, 1, 2, 3, 4].map((at) => counted(all, at, 2))).toEqual([
      [0, 0],
      [12, 0],
      [15, 0],
      [15, 0],
      [15, 4],
    ]);
  });
});

describe("words", () => {
  const context = (language: "en" | "fr"): WordsContext => ({
    language,
    seat: 0,
    name: (seat) => ["Ada", "Inès"][seat] ?? "",
    isMe: (seat) => seat === 0,
  });
  const step = (n: number, seat: number, ...events: Event[]): Step<Event> => ({
    n,
    seat,
    action: null,
    at: 0,
    events,
  });
  const steps = [
    step(1, 0, {
      type: "pyramid-placed",
      seat: 0,
      size: "large",
      cell: { x: 0, y: 0 },
      element: "fire",
      cards: 1,
    }),
    step(
      2,
      0,
      {
        type: "card-laid",
        seat: 0,
        card: "EA-h",
        cell: { x: 1, y: 0 },
        turned: false,
        zones: [
          { element: "earth", cards: 5, joined: 2 },
          { element: "air", cards: 1, joined: 0 },
        ],
      },
      { type: "card-drawn", seat: 0, card: "E", pile: 3 },
      { type: "turn-passed", to: 1 },
    ),
    step(3, 1, { type: "passed", seat: 1 }, { type: "turn-passed", to: 0 }),
  ];

  it("read a card's name", () => {
    expect(readCard("AF-WS")).toEqual({ cut: "quartered", elements: ["air", "fire", "water", "space"] });
    expect(["E", "EA-h", "EA-v", "EA-d", "AF-WS"].map((card) => cardWords(card, "en"))).toEqual([
      "whole earth",
      "earth over air",
      "earth beside air",
      "earth and air, cut diagonally",
      "all but earth",
    ]);
    expect(cardWords("S", "fr")).toBe("espace entier");
  });

  it("tell a turn in one sentence", () => {
    expect(lately(steps.slice(0, 2), context("en"))).toBe(
      "You placed a `large pyramid on fire` (1 card) and laid `earth over air` (earth: 5 cards).",
    );
    expect(lately(steps.slice(2), context("fr"))).toBe("Inès a passé, faute de carte qui convienne.");
  });

  it("list one row per turn", () => {
    expect(
      moves(steps, context("en")).map(({ label, seat, parts }) => [label, seat, parts.map((p) => p.text)]),
    ).toEqual([
      ["1", 0, ["large on fire", "earth over air"]],
      ["2", 1, ["passes"]],
    ]);
  });
});

describe("a pyramid's picture", () => {
  it("has room for all that is drawn", () => {
    const points = (paths: string[]) =>
      paths.flatMap((d) => d.split(/[MLZ]/).filter(Boolean)).map((point) => point.split(" ").map(Number));
    for (const size of SIZES) {
      const { left, right, back, floor, shadow, pool } = glass(size);
      const drawn = drawGlass(seatToken(1), size);
      const ends = [pool.x - pool.rx, pool.x + pool.rx].map((x) => [x, pool.y + pool.ry]);
      for (const [{ box }, corners] of [
        [drawn.body, points([left, right, ...back, floor])],
        [drawn.shadow, [...points([shadow]), ...ends]],
      ] as const) {
        expect(corners.length).toBeGreaterThan(4);
        for (const [x = NaN, y = NaN] of corners) {
          // The line around it needs some of it, too.
          expect(Math.min(x - box.x, box.x + box.width - x)).toBeGreaterThanOrEqual(1);
          expect(Math.min(y - box.y, box.y + box.height - y)).toBeGreaterThanOrEqual(1);
        }
      }
    }
  });
});
