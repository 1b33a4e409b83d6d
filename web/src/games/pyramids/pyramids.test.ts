import { describe, expect, it } from "vitest";
import type { Step, WordsContext } from "../../lib/table/face";
import {
  bearing,
  cellCentre,
  coasterCentre,
  DESK,
  hull,
  PHONE,
  project,
  rotate,
  shortest,
  unproject,
} from "./camera";
import { CELLS, coasterOf, indexOf, quarters, turnedCell } from "./cells";
import {
  continuing,
  furtherLandings,
  gain,
  jumpsIn,
  mayGoOn,
  mayStop,
  nextLandings,
  passedOver,
  routeTo,
} from "./jumps";
import { layout, namesLine } from "./layout";
import { jump, parse, placement, turn } from "./notation";
import { covers, drawPyramid } from "./pyramid";
import { lastMove, totalTurns } from "./scene.svelte";
import { angleLabel, badgeHalf, badgeSize } from "./slab";
import { carve, light } from "./stone/carve";
import type { Pyramid, PyramidsEvent } from "./types";
import { lately, moves, planned, sentence } from "./story";
import { cellLabel, words as dictionary } from "./words";

function words(language: "en" | "fr", seat: number | null): WordsContext {
  return { language, seat, name: (of) => ["Camille", "Inès"][of] ?? "?", isMe: (of) => of === seat };
}

let n = 0;
function step(event: PyramidsEvent): Step<PyramidsEvent> {
  return { n: ++n, seat: "seat" in event ? event.seat : null, action: null, at: 0, events: [event] };
}

const jumped: PyramidsEvent = {
  type: "jumped",
  seat: 1,
  size: "small",
  from: "e3",
  path: ["c3"],
  hops: [["d3"]],
  captured: [{ cell: "d3", size: "medium" }],
  returned: [],
  pips: 2,
};
const turned: PyramidsEvent = { type: "turned", seat: 1, coaster: "A", degrees: 90 };

describe("cells", () => {
  it("are in the view's order", () => {
    expect(CELLS.slice(0, 7)).toEqual(["a1", "b1", "c1", "d1", "e1", "f1", "a2"]);
    expect(CELLS.every((cell, i) => indexOf(cell) === i)).toBe(true);
  });
  it("lie on the four coasters of P-1", () => {
    expect(["a1", "c3", "d1", "f3", "a4", "c6", "d4", "f6"].map(coasterOf).join("")).toBe("AABBCCDD");
  });
  it("turn clockwise: one quarter takes a1 to a3 (P-5)", () => {
    expect(turnedCell("a1", 90)).toBe("a3");
    expect(turnedCell("a3", 90)).toBe("c3");
    expect(turnedCell("e5", 270)).toBe("e5");
    expect(turnedCell("d4", 180)).toBe("f6");
    for (const cell of CELLS) expect(turnedCell(turnedCell(cell, 90), 270)).toBe(cell);
  });
  it("count quarters of any angle", () => {
    expect([0, 90, -90, 450, 269].map(quarters)).toEqual([0, 1, 3, 1, 3]);
  });
});

describe("notation", () => {
  it("reads and writes the three kinds of action", () => {
    expect(parse("S@a1")).toEqual({ kind: "place", size: "small", cell: "a1" });
    expect(parse("d2xd4xf6")).toEqual({ kind: "jump", path: ["d2", "d4", "f6"] });
    expect(parse("A+270")).toEqual({ kind: "turn", coaster: "A", degrees: 270 });
    expect([placement("large", "c3"), jump(["a1", "a3"]), turn("B", 90)]).toEqual(["L@c3", "a1xa3", "B+90"]);
  });
  it("refuses what is none", () => {
    for (const text of ["", "X@a1", "S@g1", "a1", "a1x", "a1xa7", "E+90", "A+45", "S@a1 A+90"])
      expect(parse(text)).toBeNull();
  });
});

describe("the camera", () => {
  it("sees row 6 farthest and column a leftmost", () => {
    expect(cellCentre("a6").y).toBeLessThan(cellCentre("a1").y);
    expect(cellCentre("a1").x).toBeLessThan(cellCentre("f1").x);
  });
  it("projects to the floor and back", () => {
    const floor = { x: 123, y: 456 };
    const back = unproject(DESK, project(DESK, floor));
    expect(back.x).toBeCloseTo(123);
    expect(back.y).toBeCloseTo(456);
    expect(project(DESK, floor, 10).y).toBeLessThan(project(DESK, floor).y);
  });
  it("turns a coaster's cells onto each other as the rules do", () => {
    for (const cell of CELLS) {
      const centre = coasterCentre(coasterOf(cell));
      const there = rotate(cellCentre(cell), centre, 90);
      expect(there.x).toBeCloseTo(cellCentre(turnedCell(cell, 90)).x);
      expect(there.y).toBeCloseTo(cellCentre(turnedCell(cell, 90)).y);
    }
  });
  it("measures a drag by the shortest way", () => {
    expect(shortest(350)).toBe(-10);
    expect(shortest(-190)).toBe(170);
    expect(bearing({ x: 0, y: 0 }, { x: 0, y: 5 })).toBe(90);
  });
  it("wraps points in their hull", () => {
    const square = [
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 2, y: 2 },
      { x: 0, y: 2 },
    ];
    expect(hull([...square, { x: 1, y: 1 }])).toHaveLength(4);
  });
});

describe("the layout", () => {
  it("fits the room, upright or wide", () => {
    for (const [width, height] of [
      [320, 360],
      [390, 420],
      [842, 760],
      [1600, 1200],
    ] as const) {
      const fitted = layout(width, height);
      expect(fitted.width).toBeLessThanOrEqual(width + 0.01);
      expect(fitted.height).toBeLessThanOrEqual(height + 0.01);
      expect(Math.max(fitted.width / width, fitted.height / height)).toBeCloseTo(1);
    }
  });
  it("keeps the angle of a turn and the names of columns apart", () => {
    for (const [width, height] of [
      [320, 360],
      [390, 312],
      [390, 420],
      [807, 760],
      [1600, 1200],
    ] as const) {
      const fitted = layout(width, height);
      const { camera, pixel } = fitted;
      const letters = namesLine(fitted) - 0.73 * badgeSize(pixel);
      for (const coaster of ["A", "B"] as const)
        expect(angleLabel(camera, coaster, pixel).y + badgeHalf(pixel)).toBeLessThan(letters);
    }
  });
  it("looks from higher up on a phone", () => {
    expect(layout(390, 500).camera).toBe(PHONE);
    expect(layout(800, 700).camera).toBe(DESK);
  });
});

describe("a jump built from the actions", () => {
  const jumps = jumpsIn(["S@b1", "a3xc1", "a3xc1xe3", "a3xc1xe3xc5", "a3xc1xe1", "d2xd4xf6", "A+90"]);

  it("offers the next landings, then the ones behind them", () => {
    expect(nextLandings(jumps, ["a3"])).toEqual(["c1"]);
    expect(nextLandings(jumps, ["a3", "c1"])).toEqual(["e3", "e1"]);
    expect(furtherLandings(jumps, ["a3"]).sort()).toEqual(["c5", "e1", "e3"]);
    expect(continuing(jumps, ["a3", "c1"])).toHaveLength(4);
  });
  it("may stop exactly where an action ends", () => {
    expect(mayStop(jumps, ["a3"])).toBe(false);
    expect(mayStop(jumps, ["a3", "c1"])).toBe(true);
    expect(mayGoOn(jumps, ["a3", "c1"])).toBe(true);
    expect(mayGoOn(jumps, ["a3", "c1", "e1"])).toBe(false);
    expect(mayStop(jumps, ["d2", "d4"])).toBe(false);
  });
  it("finds the only way to a far landing", () => {
    expect(routeTo(jumps, ["a3"], "c5")).toEqual(["a3", "c1", "e3", "c5"]);
    expect(routeTo(jumps, ["a3"], "b1")).toBeNull();
    const two = jumpsIn(["a1xa3xc3", "a1xc1xc3"]);
    expect(routeTo(two, ["a1"], "c3")).toBeNull();
  });
  it("may end a triangle where it began (P-13)", () => {
    const round = jumpsIn(["a1xa3xc3xa1", "a1xc1"]);
    expect(routeTo(round, ["a1", "a3", "c3"], "a1")).toEqual(["a1", "a3", "c3", "a1"]);
  });
  it("knows what it passes over and what that gains", () => {
    const hops = { a3xc1: { b2: 3 }, c1xe3: { d2: 0 }, e3xc5: { d4: 1 } };
    const path = ["a3", "c1", "e3", "c5"];
    expect(passedOver(hops, path).map(({ cell }) => cell)).toEqual(["b2", "d2", "d4"]);
    expect(passedOver({}, path)).toEqual([]);
    expect(gain(hops, path)).toEqual({ pips: 4, home: 1 });
  });
});

describe("the drawing", () => {
  it("notches a pip for each point", () => {
    const notches = (size: Pyramid["size"]) =>
      drawPyramid(DESK, 0, size, "x", "#000000").body.match(/<polyline[^>]*fill="none"/g)?.length;
    expect([notches("small"), notches("medium"), notches("large")]).toEqual([1, 2, 3]);
  });
  it("never names two gradients alike", () => {
    const { defs } = drawPyramid(DESK, 1, "large", "x", "#000000");
    const ids = [...defs.matchAll(/id="([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
  });
  it("knows its own silhouette", () => {
    expect(covers(DESK, "large", { x: 0, y: -40 })).toBe(true);
    expect(covers(DESK, "small", { x: 0, y: -40 })).toBe(false);
    expect(covers(DESK, "large", { x: 60, y: 0 })).toBe(false);
  });
  it("carves the same stone each time, lit from the same side after a turn", () => {
    const slab = carve("B", 48);
    expect(carve("B", 48).height).toEqual(slab.height);
    const [before, after] = [light(slab, 0), light(slab, 1)];
    expect(before).not.toEqual(after);
    // The corners lie outside the rounded slab.
    expect([before[3], after[3]]).toEqual([0, 0]);
  });
});

describe("the last move", () => {
  it("marks origin and landing, where the stone has taken them", () => {
    expect(lastMove([step(jumped)], false)).toEqual({ cells: ["e3", "c3"], turned: null });
    expect(lastMove([step(jumped), step(turned)], false)).toEqual({
      cells: ["e3", "c1"],
      turned: { coaster: "A", degrees: 90 },
    });
    expect(lastMove([], false)).toBeNull();
  });
  it("goes with its round, but stays when all is over", () => {
    const ended = step({ type: "round-ended", round: 1, winner: 1, clause: "P-15", pips: [3, 15] });
    expect(lastMove([step(jumped), ended], false)).toBeNull();
    expect(lastMove([step(jumped), ended], true)).toEqual({ cells: ["e3", "c3"], turned: null });
  });
  it("adds up the turns of each coaster", () => {
    expect(totalTurns([step(turned), step(jumped), step({ ...turned, degrees: 270 })]).A).toBe(360);
  });
});

describe("words", () => {
  it("say a whole turn in one sentence", () => {
    const steps = [step(jumped), step(turned)];
    expect(lately(steps, words("en", 0))).toBe(
      "Inès jumped `e3 to c3`, took your medium and turned `A by 90°`.",
    );
    expect(lately(steps, words("fr", 0))).toBe(
      "Inès a sauté de `e3` à `c3`, pris votre moyenne et tourné `A de 90°`.",
    );
    expect(lately(steps, words("fr", 1))).toBe(
      "Vous avez sauté de `e3` à `c3`, pris une moyenne de Camille et tourné `A de 90°`.",
    );
  });
  it("say a turn that is only planned as it would be, after “if” and “then”", () => {
    const steps = [step({ ...jumped, returned: [{ cell: "d3", size: "small" }] }), step(turned)];
    expect(planned(steps, words("en", 0))).toBe(
      "Inès jumps `e3 to c3`, takes your medium, takes their small back and turns `A by 90°`",
    );
    expect(planned(steps, words("fr", 1))).toBe(
      "vous sautez de `e3` à `c3`, prenez une moyenne de Camille, reprenez une petite et tournez `A de 90°`",
    );
    const placed = [step({ type: "placed", seat: 0, size: "large", cell: "c3" })];
    expect(planned(placed, words("en", 0))).toBe("you place a large on `c3`");
    expect(planned(placed, words("fr", null))).toBe("Camille pose une grande en `c3`");
  });
  it("say one step, and how a round ended", () => {
    const placed = step({ type: "placed", seat: 0, size: "large", cell: "c3" });
    expect(sentence(placed, words("en", 0))).toBe("You placed a large on `c3`.");
    expect(sentence(placed, words("fr", null))).toBe("Camille a posé une grande en `c3`.");
    const ended = step({ type: "round-ended", round: 1, winner: 1, clause: "P-15", pips: [3, 15] });
    expect(sentence(ended, words("en", 0))).toBe("Inès wins the round, 15 to 3.");
    expect(sentence(ended, words("fr", 1))).toBe("Vous gagnez la manche, 15 à 3.");
  });
  it("elide French names that begin with a vowel", () => {
    const mine: Step<PyramidsEvent> = step({ ...jumped, seat: 0 });
    expect(sentence(mine, words("fr", 0))).toContain("une moyenne d’Inès");
  });
  it("write the move list a row per turn", () => {
    const steps = [
      step({ type: "placed", seat: 0, size: "small", cell: "a1" }),
      step({ type: "turned", seat: 0, coaster: "C", degrees: 180 }),
      step(jumped),
    ];
    expect(moves(steps, words("en", 0))).toEqual([
      { label: "1", seat: 0, parts: [{ text: "S@a1" }, { text: "C+180", quiet: true }], step: steps[1]?.n },
      { label: "2", seat: 1, parts: [{ text: "e3xc3" }], gain: "+2", weight: 2, step: steps[2]?.n },
    ]);
  });
  it("name a cell for a screen reader, in both languages", () => {
    const state = { chosen: false, target: null, canJump: true } as const;
    expect(cellLabel("a3", { owner: 0, size: "large" }, state, words("en", 0))).toBe(
      "a3, your large pyramid, can jump",
    );
    expect(cellLabel("a3", { owner: 0, size: "large" }, state, words("fr", 1))).toBe(
      "a3, grande pyramide de Camille, peut sauter",
    );
    expect(cellLabel("b1", null, { ...state, canJump: false, target: "land" }, words("fr", 0))).toBe(
      "b1, vide, arrivée possible",
    );
  });
});

it("says one and several in French", () => {
  expect(dictionary("fr").reserveIs(0, 1, 2)).toBe("Réserve\u202f: 0 petite, 1 moyenne, 2 grandes");
});
