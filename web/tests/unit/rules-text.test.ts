import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { blocks, spans, type Block } from "../../src/pages/rules-text";

const GAMES = ["quicksand", "pyramids", "quadri", "thin-ice", "quintazone"];
const PAGES = GAMES.flatMap((game) => [`${game}/rules/en.md`, `${game}/rules/fr.md`]);

function spansOf(block: Block) {
  if (block.kind === "paragraph") return block.spans;
  return block.kind === "list" ? block.items.flat() : block.rows.flat(2);
}

describe("a clause's text", () => {
  it("knows code and emphasis", () => {
    expect(spans("A **medium** plays `d2xd4`.")).toEqual([
      { kind: "text", text: "A " },
      { kind: "strong", text: "medium" },
      { kind: "text", text: " plays " },
      { kind: "code", text: "d2xd4" },
      { kind: "text", text: "." },
    ]);
  });

  it("knows a term", () => {
    expect(
      spans("The option *pace*: *as printed* **or** *d’origine*.").map(({ kind, text }) => [kind, text]),
    ).toEqual([
      ["text", "The option "],
      ["term", "pace"],
      ["text", ": "],
      ["term", "as printed"],
      ["text", " "],
      ["strong", "or"],
      ["text", " "],
      ["term", "d’origine"],
      ["text", "."],
    ]);
  });

  it.each(PAGES)("shows no markup anywhere in %s", (path) => {
    const page = readFileSync(new URL(`../../../crates/${path}`, import.meta.url), "utf8");
    // Wrapped lines flow together, as the server sends them.
    const left = blocks(page.replace(/\n +(?=[^\s|-])/g, " "))
      .flatMap(spansOf)
      .filter(({ kind, text }) => kind !== "code" && /[*_`]/.test(text));
    expect(left).toEqual([]);
  });

  it("marks where a decision of ours begins", () => {
    expect(spans("As printed. (décision) La suite.").map((span) => span.kind)).toEqual([
      "text",
      "ruling",
      "text",
    ]);
    expect(spans("(ruling) ours")[0]).toEqual({ kind: "ruling", text: "ruling" });
  });

  it("leaves lone marks and markup of others as they are", () => {
    expect(spans("2 * 3 * 4 ` <b>x</b>")).toEqual([{ kind: "text", text: "2 * 3 * 4 ` <b>x</b>" }]);
  });

  it("is cut into paragraphs, lists and tables", () => {
    const found = blocks("Sizes:\n| size | pips |\n|---|---|\n| small | 1 |\n- one\n- two\nThen.");
    expect(found.map((block) => block.kind)).toEqual(["paragraph", "table", "list", "paragraph"]);
    expect(found[1]).toMatchObject({ rows: [{ length: 2 }, { length: 2 }] });
    expect(found[2]).toMatchObject({ items: { length: 2 } });
  });
});
