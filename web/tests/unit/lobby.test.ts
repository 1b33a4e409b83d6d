import { describe, expect, it } from "vitest";
import { lobbyAfter } from "../../src/lib/net/lobby";
import type { LobbyTable } from "../../src/lib/net/protocol";

const table = (id: string, moves = 0): LobbyTable => ({
  id,
  game: "pyramids",
  name: id,
  options: {},
  host: "",
  phase: "playing",
  seats: [],
  moves,
  my_seats: [],
  my_turn: false,
  terms: { time: null, rated: false },
  up: null,
});

describe("the lobby", () => {
  const first = lobbyAfter(null, {
    people: 2,
    open: ["a", "b"],
    mine: ["b", "c"],
    tables: [table("a"), table("b"), table("c")],
    moves: {},
  });

  it("is all there at first", () => {
    expect(first.people).toBe(2);
    expect(first.tables.map((t) => t.id)).toEqual(["a", "b"]);
    expect(first.mine.map((t) => t.id)).toEqual(["b", "c"]);
  });

  it("keeps what the news leave out", () => {
    const next = lobbyAfter(first, { people: 3, tables: [], moves: { b: 7 } });
    expect(next.people).toBe(3);
    expect(next.tables).toEqual([table("a"), table("b", 7)]);
    expect(next.mine).toEqual([table("b", 7), table("c")]);
  });

  it("says what the house cannot do for as long as that is so", () => {
    const trouble = { en: "Nothing can be saved.", fr: "Rien ne peut être enregistré." };
    const troubled = lobbyAfter(first, { people: 2, trouble, tables: [], moves: {} });
    expect(troubled.trouble).toEqual(trouble);
    expect(lobbyAfter(troubled, { people: 2, tables: [], moves: {} }).trouble).toBeUndefined();
  });

  it("takes new tables, another order, and what goes", () => {
    const next = lobbyAfter(first, {
      people: 2,
      open: ["d", "a"],
      mine: [],
      tables: [table("d")],
      moves: {},
    });
    expect(next.tables).toEqual([table("d"), table("a")]);
    expect(next.mine).toEqual([]);
  });
});
