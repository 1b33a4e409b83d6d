/** What clocks show, and how it is said. */
import { expect, test } from "vitest";
import type { Clocks } from "../../src/lib/net/protocol";
import { digits, inWords, left, outInWords, timeInWords } from "../../src/lib/table/time";

const clocks: Clocks = { left: [65_000, 10_000], runs: [0], since: 1_000, away: [] };

test("a running clock counts by itself, a standing one does not, and none goes below nought", () => {
  expect(left(clocks, 0, 1_000)).toBe(65_000);
  expect(left(clocks, 0, 6_500)).toBe(59_500);
  expect(left(clocks, 0, 500)).toBe(65_000);
  expect(left(clocks, 0, 99_999)).toBe(0);
  expect(left(clocks, 1, 99_999)).toBe(10_000);
});

test("digits are as short as they can be, in both languages", () => {
  const shown = [3 * 86_400_000 + 7_200_000, 5 * 3_600_000 + 60_000, 600_000, 64_001, 9_001, 1, 0];
  expect(shown.map((ms) => digits(ms, "en"))).toEqual([
    "3 d 2 h",
    "5 h 01",
    "10:00",
    "1:05",
    "0:10",
    "0:01",
    "0:00",
  ]);
  expect(digits(shown[0] as number, "fr")).toBe("3 j 2 h");
});

test("times are said with two units at most", () => {
  expect(inWords(65_000, "en")).toBe("1 minute 5 seconds");
  expect(inWords(90_061_000, "en")).toBe("1 day 1 hour");
  expect(inWords(3_600_000, "fr")).toBe("1 heure");
  expect(inWords(0, "fr")).toBe("0 secondes");
});

test("a table says with which clock it plays", () => {
  const game = { type: "game", seconds: 600, plus: 5 } as const;
  expect(timeInWords({ time: { pace: game, up: "lost" }, rated: false }, "en")).toBe(
    "10 minutes + 5 s a turn",
  );
  const turn = { type: "turn", seconds: 172_800 } as const;
  expect(timeInWords({ time: { pace: turn, up: "bot" }, rated: false }, "fr")).toBe(
    "2 jours par tour, puis un bot continue",
  );
  expect(timeInWords({ time: null, rated: false }, "en")).toBeNull();
});

test("whose time is up is said to everybody in their own words", () => {
  const words = (language: "en" | "fr", me: number | null) => ({
    language,
    seat: me,
    name: (seat: number) => ["Inès", "Noé"][seat] ?? "",
    isMe: (seat: number) => seat === me,
  });
  const out = { seat: 0, why: "time" } as const;
  expect(outInWords(out, words("en", 1))).toBe("Inès’ time is up.");
  expect(outInWords(out, words("fr", null))).toBe("Le temps d’Inès est écoulé.");
  expect(outInWords(out, words("fr", 0))).toBe("Votre temps est écoulé.");
});
