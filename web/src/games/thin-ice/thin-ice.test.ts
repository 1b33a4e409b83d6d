import { describe, expect, test } from "vitest";
import type { Step, WordsContext } from "../../lib/table/face";
import { BEAR_BOX, BEAR_SCALE, CROUCHED } from "./art/bear";
import { BEAR_PAWS, boundsOf, CELL, fit, NAMES_HIGH, NAMES_UP, PAWN_FEET, RING } from "./camera.svelte";
import { around, cellAt, spotOf } from "./cells";
import { lay, readAction } from "./notation";
import { lately, moves } from "./story";
import type { Event } from "./types";

describe("cells", () => {
  test.each([
    ["d4", 4, 4],
    ["-a0", 0, 0],
    ["-b-3", -1, -3],
    ["aa1", 27, 1],
  ])("%s has a name and a place", (cell, x, y) => {
    expect(spotOf(cell)).toEqual({ x, y });
    expect(cellAt({ x, y })).toBe(cell);
  });

  test("every cell near the middle keeps its name", () => {
    for (let x = -60; x < 60; x++) expect(spotOf(cellAt({ x, y: 7 - x }))).toEqual({ x, y: 7 - x });
  });

  test("eight cells lie around one", () => {
    expect(around({ x: 4, y: 4 }).map(cellAt)).toEqual(["c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"]);
  });
});

describe("notation", () => {
  test.each([
    ["c4>d5", { kind: "move", from: "c4", to: "d5" }],
    ["tile c4>-a5", { kind: "slide", from: "c4", to: "-a5" }],
    ["put e5", { kind: "on", what: "put", at: "e5" }],
    ["lay ice/orca c4", { kind: "lay", tile: "ice/orca", at: "c4", axis: null }],
    ["lay floe/cracked-floe c4 |", { kind: "lay", tile: "floe/cracked-floe", at: "c4", axis: "|" }],
    ["name 2", { kind: "name", seat: 2 }],
    ["play cold-snap", { kind: "play", card: "cold-snap" }],
    ["swap c4 d5", { kind: "swap", from: "c4", to: "d5" }],
    ["roll", { kind: "plain", what: "roll" }],
    ["stay c4", { kind: "on", what: "stay", at: "c4" }],
  ])("reads %s", (action, act) => {
    expect(readAction(action)).toEqual({ ...act, action });
  });

  test("a floe is laid with its axis", () => {
    expect(lay("floe/cracked-floe", "c4", "-")).toBe("lay floe/cracked-floe c4 -");
    expect(lay("ice/orca", "c4", null)).toBe("lay ice/orca c4");
  });
});

describe("the camera", () => {
  test("shows every cell below the horizon", () => {
    const spots = [
      { x: -2, y: 0 },
      { x: 5, y: 7 },
    ];
    const { x, y, scale } = fit(boundsOf(spots, 0), 390, 400, 40);
    for (const spot of spots) {
      const [left, right] = [spot.x - 0.5, spot.x + 0.5].map((at) => x + at * CELL.width * scale);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(390);
      expect(y + (spot.y - 0.5) * CELL.height * scale).toBeGreaterThan(40);
      expect(y + (spot.y + 0.5) * CELL.height * scale).toBeLessThanOrEqual(400);
    }
  });

  test.each([3, 4, 5, 6, 7, 8])(
    "a phone's floe of %i columns has no name behind the eye in the corner",
    (columns) => {
      for (let rows = 2; rows < 9; rows++) {
        for (const [width, height] of [
          [320, 230],
          [360, 380],
          [390, 330],
          [390, 460],
        ] as const) {
          const bounds = { left: 1, top: 1, right: columns, bottom: rows };
          const { x, y, scale } = fit(bounds, width, height, 36);
          const name = x + columns * CELL.width * scale + NAMES_HIGH / 2;
          const top = y + (CELL.height - NAMES_UP) * scale - 1.6 * NAMES_HIGH;
          expect(name < width - 52 || top >= 50, `${rows} rows in ${width} × ${height}`).toBe(true);
          // The last row's feet are still in sight.
          expect(y + (rows + 0.5) * CELL.height * scale).toBeLessThanOrEqual(height);
        }
      }
    },
  );
});

describe("the story", () => {
  const context = (language: "en" | "fr"): WordsContext => ({
    language,
    seat: 0,
    name: (seat) => ["Nora", "Tomás"][seat] ?? "",
    isMe: (seat) => seat === 0,
  });
  const steps: Step<Event>[] = [
    {
      n: 1,
      seat: 1,
      action: "c4>d5",
      at: 0,
      events: [
        { type: "turn", seats: [1] },
        { type: "moved", seat: 1, pawn: 1, from: "c4", to: "d5", leap: false, shove: false, sea: false },
        { type: "turned", cell: "c4", face: "orca", axis: null },
      ],
    },
    { n: 2, seat: 1, action: "roll", at: 0, events: [{ type: "rolled", seat: 1, face: "bear" }] },
    {
      n: 3,
      seat: 1,
      action: "put e3",
      at: 0,
      events: [{ type: "put", by: 1, seat: 0, pawn: 0, from: "e4", to: "e3", why: "chase", fell: true }],
    },
  ];

  test("says a turn in both languages", () => {
    expect(lately(steps, context("en"))).toBe(
      "Tomás walked `c4 → d5`. An orca comes up at `c4`! Tomás rolled `bear` and placed your pawn on `e3`, into the hole.",
    );
    expect(lately(steps, context("fr"))).toContain(
      "Tomás a lancé le dé, `ours` et placé votre pion en `e3`, dans le trou.",
    );
  });

  test("lists one row per turn", () => {
    expect(moves(steps, context("en"))).toEqual([
      { label: "1", seat: 1, parts: [{ text: "c4→d5 · ⚄ bear · Nora → e3" }], step: 3, weight: 2 },
    ]);
  });
});

test("the bear hides neither the pawn behind it nor the ring around its feet: it crouches", () => {
  const head = CELL.height + BEAR_PAWS + BEAR_BOX[1] * BEAR_SCALE * CROUCHED;
  expect(head).toBeGreaterThan(PAWN_FEET + RING);
});
