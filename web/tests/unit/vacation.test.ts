/** Who is away, how it is said, and until which days one may be. */
import { expect, test } from "vitest";
import type { Clocks } from "../../src/lib/net/protocol";
import { left } from "../../src/lib/table/time";
import { asField, awayInWords, awayUntil, daysBetween, endOf } from "../../src/lib/table/vacation";

const clocks: Clocks = { left: [60_000, 60_000], runs: [0], since: 1_000, away: [10_000, 0] };

test("a clock stands until its person is back, and then runs", () => {
  expect([1_000, 9_999, 10_000, 15_000, 99_999].map((now) => left(clocks, 0, now))).toEqual([
    60_000, 60_000, 60_000, 55_000, 0,
  ]);
  expect(left({ ...clocks, away: [] }, 0, 15_000)).toBe(46_000);
});

test("who is away is said with the day, as everybody's clock has it", () => {
  expect([awayUntil(clocks, 0, 9_999), awayUntil(clocks, 0, 10_000), awayUntil(clocks, 1, 0)]).toEqual([
    10_000,
    null,
    null,
  ]);
  const wall = new Date(2026, 11, 3, 23, 58, 50).getTime();
  expect(awayInWords(clocks, 0, 0, wall, "en")).toMatch(/^away until (3 December|December 3)$/);
  expect(awayInWords(clocks, 0, 0, wall, "fr")).toBe("en vacances jusqu’au 3 décembre");
  expect(awayInWords(clocks, 1, 0, wall, "fr")).toBeNull();
});

test("only days that end within the limits can be chosen", () => {
  const earliest = new Date(2026, 10, 19, 10, 30).getTime();
  const latest = new Date(2026, 11, 18, 10, 30).getTime();
  expect(daysBetween(earliest, latest)).toEqual({ first: "2026-11-19", last: "2026-12-17" });
  const late = new Date(2026, 10, 19, 23, 59, 30).getTime();
  expect(daysBetween(late, late + 86_400_000)).toEqual({ first: "2026-11-20", last: "2026-11-20" });
  expect(asField(endOf("2027-01-05"))).toBe("2027-01-05");
  expect(endOf("")).toBeNaN();
});
