import { describe, expect, it } from "vitest";
import { learnPath, profilePath, routeOf, rulesPath, tablePath } from "../../src/lib/router.svelte";

describe("an address", () => {
  it("leads to its page", () => {
    expect(routeOf("/")).toEqual({ page: "home" });
    expect(routeOf("/table/k7x2")).toEqual({ page: "table", id: "k7x2" });
    expect(routeOf("/rules/thin-ice")).toEqual({ page: "rules", game: "thin-ice" });
    expect(routeOf("/rules")).toEqual({ page: "rules-index" });
    expect(routeOf("/learn/thin-ice")).toEqual({ page: "learn", game: "thin-ice" });
    expect(routeOf("/puzzles")).toEqual({ page: "puzzles", game: null, id: null });
    expect(routeOf("/puzzles/thin-ice")).toEqual({ page: "puzzles", game: "thin-ice", id: null });
    expect(routeOf("/puzzles/thin-ice/7")).toEqual({ page: "puzzles", game: "thin-ice", id: "7" });
    expect(routeOf("/me")).toEqual({ page: "me" });
    expect(routeOf("/keeper")).toEqual({ page: "keeper" });
    expect(routeOf("/people/Zo%C3%A9")).toEqual({ page: "people", name: "Zoé" });
    expect(routeOf("/rules/thin-ice/")).toEqual({ page: "rules", game: "thin-ice" });
  });

  it("may lead nowhere, but never breaks", () => {
    for (const path of ["/table", "/table/a/b", "/admin", "/%E0%A4%A", "/table/"]) {
      expect(routeOf(path)).toEqual({ page: "nowhere" });
    }
    expect(routeOf("/table/%E0%A4%A")).toEqual({ page: "table", id: "%E0%A4%A" });
  });

  it("is made so that it leads back", () => {
    expect(routeOf(learnPath("a b/c"))).toEqual({ page: "learn", game: "a b/c" });
    expect(routeOf(profilePath("a b/c"))).toEqual({ page: "people", name: "a b/c" });
    expect(routeOf(tablePath("a b/c"))).toEqual({ page: "table", id: "a b/c" });
    expect(rulesPath("pyramids", "P-10")).toBe("/rules/pyramids#P-10");
  });
});
