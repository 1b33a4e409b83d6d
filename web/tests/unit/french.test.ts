/** What French typography wants before ; : ! ? and inside « »: a narrow space that does not break. */
import { readFileSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";

/** The literal texts of a file, without what is filled in. */
function texts(source: string): string[] {
  const found = source.match(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  // What is still open holds code, not words.
  return found.map((text) => text.replace(/\$\{[^}]*\}/g, "x")).filter((text) => !text.includes("{"));
}

/** Strings in Rust, over several lines too; comments are for those who read code. */
function textsOfRust(source: string): string[] {
  const found = source.replaceAll(/\/\/.*/g, "").match(/"(?:[^"\\]|\\.)*"/gs) ?? [];
  return found.map((text) => text.replaceAll("\\u{202f}", "\u202f"));
}

const read = (folder: string, wanted: RegExp) =>
  readdirSync(folder, { recursive: true })
    .map((file) => `${folder}/${String(file)}`)
    .filter((file) => wanted.test(file) && !/generated|\.test\.|\/tests\/|\/target\//.test(file));

const badly = (text: string) => /[\p{L}\d»)] [;:!?](?=[\s"`]|$)|« |[\p{L}.!?] »/u.test(text);

it("is kept in every sentence of the page", () => {
  const files = read("src", /\.(ts|svelte|json)$/);
  const wrong = files.flatMap((file) =>
    texts(readFileSync(file, "utf8"))
      .filter(badly)
      .map((text) => `${file}: ${text}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

it.each([
  ["rules", /\/rules\/fr\.md$/, 5, (source: string) => source.split("\n")],
  ["lessons and puzzles", /\.jsonl?$/, 10, texts],
  ["words in the program", /\/src\/.*\.rs$/, 100, textsOfRust],
])("is kept in every sentence of the games: %s", (_, wanted, least, textsOf) => {
  const files = read("../crates", wanted);
  expect(files.length).toBeGreaterThanOrEqual(least);
  const wrong = files.flatMap((file) =>
    textsOf(readFileSync(file, "utf8"))
      .filter(badly)
      .map((text) => `${file}: ${text.slice(0, 200)}`),
  );
  expect(wrong).toEqual([]);
});
