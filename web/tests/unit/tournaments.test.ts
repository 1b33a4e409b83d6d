import { describe, expect, it } from "vitest";
import { routeOf, tournamentOf, tournamentPath } from "../../src/lib/router.svelte";
import type { TournamentTable } from "../../src/lib/net/protocol";
import { formatInWords, formatsOf, points, tieBreakInWords } from "../../src/pages/tournaments/formats";
import { byRound, scores } from "../../src/pages/tournaments/rounds";

const table = (id: string, round: number, places: number[] | null): TournamentTable => ({
  id,
  round,
  players: (places ?? [1, 2]).map((_, n) => n),
  places,
  level: null,
});

describe("a tournament", () => {
  it("has pages of its own, and its tables know it", () => {
    expect(routeOf("/tournaments")).toEqual({ page: "tournaments" });
    expect(routeOf(tournamentPath("k7x2"))).toEqual({ page: "tournament", id: "k7x2" });
    expect(tournamentOf("k7x2-12")).toBe("k7x2");
    expect(tournamentOf("k7x2")).toBeNull();
    expect(tournamentOf("k7x2-x")).toBeNull();
  });

  it("says its format in both languages", () => {
    expect(formatInWords({ type: "swiss", rounds: 5 }, "en")).toBe("Swiss, 5 rounds");
    expect(formatInWords({ type: "arena", minutes: 1 }, "fr")).toBe("Arène, 1 minute");
    expect(formatInWords({ type: "everybody", double: true }, "en")).toBe(
      "Everybody against everybody (× 2)",
    );
    expect(tieBreakInWords("wins", "en").name).toBe("Wins");
    expect(tieBreakInWords("direct", "fr").name).toBe("Confrontation directe");
  });

  it("is offered in formats that its game can be played in", () => {
    expect(formatsOf([2, 2], false)).toEqual(["arena", "swiss", "everybody", "knockout"]);
    expect(formatsOf([2, 6], false)).toContain("tables");
    expect(formatsOf([1, 7], true)).toEqual(["relay"]);
  });

  it("writes points as people do", () => {
    expect(points(2.5, "en")).toBe("2½");
    expect(points(0.5, "en")).toBe("½");
    expect(points(3, "en")).toBe("3");
    expect(points(0.67, "fr")).toBe("0,67");
  });

  it("gives a table's point to its seats", () => {
    expect(scores(table("a", 1, [2, 1]))).toEqual([0, 1]);
    expect(scores(table("a", 1, [1, 1]))).toEqual([0.5, 0.5]);
    expect(scores(table("a", 1, [1, 3, 2]))).toEqual([1, 0, 0.5]);
    expect(scores(table("a", 1, [2, 2]))).toEqual([0, 0]);
    expect(scores(table("a", 1, null))).toBeNull();
  });

  it("lists the newest round first, and where there are none what is played", () => {
    const tables = [table("a", 1, [1, 2]), table("b", 2, null), table("c", 2, [2, 1])];
    expect(byRound(tables, false).map(({ round, tables }) => [round, tables.length])).toEqual([
      [2, 2],
      [1, 1],
    ]);
    expect(byRound(tables, true)[0]?.tables.map(({ id }) => id)).toEqual(["b", "c", "a"]);
  });
});
