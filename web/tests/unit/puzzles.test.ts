import { describe, expect, it } from "vitest";
import { nextPuzzle } from "../../src/pages/puzzles/solved";

describe("the next puzzle", () => {
  const all = ["easy", "hard", "easy", "hard"];
  it("is one that is not solved, of the difficulty that is wanted", () => {
    expect(nextPuzzle(all, null, 0, new Set())).toBe(1);
    expect(nextPuzzle(all, "easy", 0, new Set())).toBe(2);
    expect(nextPuzzle(all, "hard", 1, new Set([3]))).toBe(3);
    expect(nextPuzzle(all, null, 3, new Set([0, 1]))).toBe(2);
  });
  it("is none where there is no other", () => {
    expect(nextPuzzle(["easy"], null, 0, new Set())).toBeNull();
    expect(nextPuzzle(all, "medium", 0, new Set())).toBeNull();
  });
});
