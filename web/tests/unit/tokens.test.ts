import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("../../src/app.css", import.meta.url), "utf8");

/** The custom properties that a block of app.css sets. */
function tokensOf(block: string): Map<string, string> {
  return new Map([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((m) => [m[1] ?? "", m[2] ?? ""]));
}

describe("the dark tokens", () => {
  const [, bySystem = ""] = css.match(/:root:not\(\[data-theme="light"\]\) \{([^}]*)\}/) ?? [];
  const [, byChoice = ""] = css.match(/:root\[data-theme="dark"\] \{([^}]*)\}/) ?? [];

  it("are the same whether the system or the person chose the dark", () => {
    expect(tokensOf(bySystem)).toEqual(tokensOf(byChoice));
    expect(tokensOf(byChoice).size).toBeGreaterThan(15);
  });
});
