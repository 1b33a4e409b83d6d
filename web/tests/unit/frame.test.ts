import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { lastTurn, lately } from "../../src/frame/lately";
import { outcomeTitle } from "../../src/frame/outcome-title";
import { sealHolds } from "../../src/frame/seal";
import { accented, around, plain } from "../../src/frame/sentence-parts";
import type { AnyFace, SeatPerson, Step } from "../../src/lib/table/face";
import { wordsContext } from "../../src/lib/words/reader";

const step = (n: number, seat: number | null): Step => ({ n, seat, action: `act-${n}`, at: n, events: [] });

describe("what just happened", () => {
  it("is the newest turn: all steps at the end by one seat", () => {
    expect(lastTurn([step(1, 0), step(2, 0), step(3, 1), step(4, 1)]).map((s) => s.n)).toEqual([3, 4]);
    expect(lastTurn([step(1, 0)]).map((s) => s.n)).toEqual([1]);
    expect(lastTurn([])).toEqual([]);
  });

  const words = wordsContext([], null, "en");
  const face = (more: Partial<AnyFace>) =>
    ({ sentence: (s: Step) => (s.n === 2 ? null : `step ${s.n}`), ...more }) as AnyFace;

  it("is said together where a game can, else by the last step that says something", () => {
    const steps = [step(1, 0), step(2, 1)];
    expect(lately(face({}), steps, words)).toEqual({ seat: 0, sentence: "step 1" });
    expect(lately(face({ lately: (turn) => `${turn.length} steps` }), steps, words)).toEqual({
      seat: 1,
      sentence: "1 steps",
    });
    expect(lately(face({}), [], words)).toBeNull();
  });
});

describe("a sentence", () => {
  it("has its notation accented, and is spoken without marks", () => {
    expect(accented("Inès jumped `e3 to c3`.")).toEqual([
      { text: "Inès jumped ", notation: false },
      { text: "e3 to c3", notation: true },
      { text: ".", notation: false },
    ]);
    expect(plain("turned `C by 270°`")).toBe("turned C by 270°");
  });
});

describe("seats around the board", () => {
  it("stand clockwise, mine last; as they are for a spectator", () => {
    expect(around([0, 1, 2, 3], 1)).toEqual([2, 3, 0, 1]);
    expect(around([0, 1], 1)).toEqual([0, 1]);
    expect(around([0, 1, 2], null)).toEqual([0, 1, 2]);
  });

  it("are called by a name, or by their number", () => {
    const people: SeatPerson[] = [{ seat: 0, kind: "person", name: "Inès", mine: false, present: true }];
    const words = wordsContext(people, 0, "fr");
    expect(words.name(0)).toBe("Inès");
    expect(words.name(1)).toBe("Place 2");
    expect(words.isMe(0)).toBe(true);
  });
});

describe("the seal on the seed", () => {
  const seed = "00ff".repeat(16);
  const fingerprint = createHash("sha256").update(Buffer.from(seed, "hex")).digest("hex");

  it("holds exactly for the seed it was made from", async () => {
    expect(await sealHolds(seed, fingerprint)).toBe(true);
    expect(await sealHolds(seed, fingerprint.toUpperCase())).toBe(true);
    expect(await sealHolds(`01${seed.slice(2)}`, fingerprint)).toBe(false);
    expect(await sealHolds("no seed", fingerprint)).toBe(false);
  });
});

describe("the outcome", () => {
  const people = ["Inès", "Noé", "Ada"].map((name, seat): SeatPerson => ({
    seat,
    kind: "person",
    name,
    mine: false,
    present: true,
  }));
  const words = wordsContext(people, 0, "en");
  const title = (winners: number[], mySeats: number[]) =>
    outcomeTitle({ winners, clause: "P-15" }, words, mySeats);

  it("names the winner, and calls me you unless I share my screen", () => {
    expect(title([1], [0])).toBe("Noé wins");
    expect(title([0], [0])).toBe("You win!");
    expect(title([0], [0, 1])).toBe("Inès wins");
    expect(title([0, 2], [])).toBe("Inès and Ada win");
    expect(title([], [0])).toBe("Nobody wins");
  });
});
