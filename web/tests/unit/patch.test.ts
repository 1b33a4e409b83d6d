import { describe, expect, it } from "vitest";
import { patched } from "../../src/lib/net/patch";

describe("a patch", () => {
  const before = { a: [{ b: 1 }, { b: 2 }, { b: 3 }], c: { "d/e": 1, "f~g": { h: 1 } }, i: null };

  it("adds, removes and replaces, in lists and in objects", () => {
    const after = patched(before, [
      [2, "/a/0/b", 9],
      [1, "/a/1"],
      [0, "/a/2", { b: 4 }],
      [0, "/a/0", { b: 0 }],
      [1, "/c/d~1e"],
      [0, "/c/f~0g/j", [1]],
      [2, "/i", 5],
    ]);
    expect(after).toEqual({
      a: [{ b: 0 }, { b: 9 }, { b: 3 }, { b: 4 }],
      c: { "f~g": { h: 1, j: [1] } },
      i: 5,
    });
  });

  it("changes nothing in place, and what it leaves alone is the same object", () => {
    const kept = structuredClone(before);
    const after = patched(before, [[2, "/a/0/b", 9]]);
    expect(before).toEqual(kept);
    expect(after.a[1]).toBe(before.a[1]);
    expect(after.c).toBe(before.c);
    expect(patched(before, [])).toBe(before);
  });

  it("of what is not there is an error", () => {
    expect(() => patched(before, [[2, "/i/x/y", 9]])).toThrow();
  });

  it("may replace everything", () => {
    expect(patched(before, [[2, "", 1]])).toBe(1);
  });
});
