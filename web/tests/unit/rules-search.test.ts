import { describe, expect, it } from "vitest";
import {
  clausesOf,
  excerpt,
  holds,
  plain,
  search,
  wordsOf,
  type Searched,
} from "../../src/pages/rules-search";

const clause = (id: string, text: string, game = "pyramids"): Searched => ({
  game,
  id,
  heading: "",
  ruling: false,
  text,
});
const CLAUSES = [
  clause("P-1", "Quatre sous-bocks sont posés côte à côte."),
  clause("P-10", "Une pyramide moyenne a besoin d’exactement deux traits. Voir P-1."),
  clause("T-1", "La banquise est faite de tuiles ; une pyramide n’y est pas posée.", "thin-ice"),
  clause("T-28", "L’ours poursuit le pion.", "thin-ice"),
];
const ids = (sought: string) => search(sought, CLAUSES).map(({ clause }) => clause.id);

describe("search", () => {
  it("ignores accents, case and the order of words", () => {
    expect(ids("COTE a poses")).toEqual(["P-1"]);
    expect(ids("deux exactement")).toEqual(["P-10"]);
    expect(ids("l'ours")).toEqual(["T-28"]);
  });

  it("needs every word", () => {
    expect(ids("pyramide")).toEqual(["P-10", "T-1"]);
    expect(ids("pyramide tuiles")).toEqual(["T-1"]);
    expect(ids("pyramide volcan")).toEqual([]);
    expect(ids("   ")).toEqual([]);
  });

  it("leads to a clause by its id first, however it is written", () => {
    for (const written of ["P-1", "p1", "p 1", " P-01 "]) expect(ids(written)[0]).toBe("P-1");
    expect(ids("p-1")).toEqual(["P-1", "P-10"]);
    expect(ids("T-28")).toEqual(["T-28"]);
  });

  it("puts the very words before scattered ones, and beginnings before middles", () => {
    const rows = [
      clause("A-1", "the stone of the red bear"),
      clause("A-2", "a red stone"),
      clause("A-3", "it was borne"),
      clause("A-4", "an orne"),
    ];
    expect(search("red stone", rows).map((found) => found.clause.id)).toEqual(["A-2", "A-1"]);
    expect(search("orne", rows).map((found) => found.clause.id)).toEqual(["A-4", "A-3"]);
  });
});

describe("an excerpt", () => {
  it("marks what was sought where it stands, accents kept", () => {
    expect(excerpt("Posés côte à côte.", wordsOf("cote"))).toEqual([
      { text: "Posés ", marked: false },
      { text: "côte", marked: true },
      { text: " à ", marked: false },
      { text: "côte", marked: true },
      { text: ".", marked: false },
    ]);
  });

  it("of a long clause is cut between words around the first of them", () => {
    const long = `${"before ".repeat(60)}needle ${"after ".repeat(60)}`;
    const pieces = excerpt(long, ["needle"]);
    const text = pieces.map((piece) => piece.text).join("");
    expect(text.length).toBeLessThan(200);
    expect(text).toMatch(/^…before .*needle after .*…$/);
    expect(pieces.filter((piece) => piece.marked)).toEqual([{ text: "needle", marked: true }]);
  });
});

it("a clause is read as one line without its markup", () => {
  expect(plain("Play `S@a1` **now**:\n- one\n| a | b |\n|---|---|\n| 1 | 2 |")).toBe(
    "Play S@a1 now: one a · b 1 · 2",
  );
});

it("a page's clauses know their heading", () => {
  const page = {
    title: "T",
    intro: "",
    sections: [{ heading: "Fin", clauses: [{ id: "P-15", ruling: true, text: "Trois **de suite**." }] }],
  };
  expect(clausesOf("pyramids", page)).toEqual([
    { game: "pyramids", id: "P-15", heading: "Fin", ruling: true, text: "Trois de suite." },
  ]);
  expect(holds("fin", { id: "P-15", text: "Trois de suite." }, "Fin")).toBe(true);
});

it("a clause is held by its id, however it is written", () => {
  const clause = { id: "P-10", text: "Trois de suite." };
  expect(["p10", "P 10", "P-10", "p1"].map((sought) => holds(sought, clause))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
