import { describe, expect, it } from "vitest";
import { blocks, spans } from "../../src/pages/rules-text";

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

  it("marks where a decision of ours begins", () => {
    expect(spans("As printed. (décision) La suite.").map((span) => span.kind)).toEqual([
      "text",
      "ruling",
      "text",
    ]);
    expect(spans("(ruling) ours")[0]).toEqual({ kind: "ruling", text: "ruling" });
  });

  it("leaves lone marks and markup of others as they are", () => {
    expect(spans("2 * 3 ` <b>x</b>")).toEqual([{ kind: "text", text: "2 * 3 ` <b>x</b>" }]);
  });

  it("is cut into paragraphs, lists and tables", () => {
    const found = blocks("Sizes:\n| size | pips |\n|---|---|\n| small | 1 |\n- one\n- two\nThen.");
    expect(found.map((block) => block.kind)).toEqual(["paragraph", "table", "list", "paragraph"]);
    expect(found[1]).toMatchObject({ rows: [{ length: 2 }, { length: 2 }] });
    expect(found[2]).toMatchObject({ items: { length: 2 } });
  });
});
