/** What French typography wants before ; : ! ? and inside « »: a narrow space that does not break. */
import { readFileSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";

/** The literal texts of a file, without what is filled in. */
function texts(source: string): string[] {
  const found = source.match(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  // What is still open holds code, not words.
  return found.map((text) => text.replace(/\$\{[^}]*\}/g, "x")).filter((text) => !text.includes("{"));
}

it("is kept in every sentence", () => {
  const files = readdirSync("src", { recursive: true })
    .map((file) => `src/${String(file)}`)
    .filter((file) => /\.(ts|svelte)$/.test(file) && !/generated|\.test\./.test(file));
  const wrong = files.flatMap((file) =>
    texts(readFileSync(file, "utf8"))
      .filter((text) => /[\p{L}\d»)] [;:!?](?=[\s"`]|$)|« |[\p{L}.!?] »/u.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});
