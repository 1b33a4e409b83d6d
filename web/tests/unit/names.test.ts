/** Names in sentences: "Inès’", not "Inès’s"; "d’Inès", not "de Inès". One helper makes them, wherever a name stands. */
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ofName, possessive } from "../../src/lib/table/names";

const HELPER = "lib/table/names.ts";
const folder = new URL("../../src/", import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
  (name) => /\.(ts|svelte)$/.test(name) && !/generated|\.test\.ts$/.test(name) && name !== HELPER,
);

it("is one helper's to make", () => {
  expect([possessive("Inès"), possessive("Noé")]).toEqual(["Inès’", "Noé’s"]);
  expect([ofName("Inès"), ofName("Noé"), ofName("Hélène")]).toEqual(["d’Inès", "de Noé", "d’Hélène"]);
});

it("and nobody else writes the English one", () => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((name) => /\}[’']s\b/.test(readFileSync(new URL(name, folder), "utf8")))).toEqual([]);
});

type Word = string | ((...filled: unknown[]) => unknown);
type Dictionary = (language: "fr") => Record<string, Word>;
const MODULES = import.meta.glob<Record<string, unknown>>(
  ["../../src/**/words.ts", "../../src/lib/words/*.ts"],
  { eager: true },
);

/** What a word says of this name, where it is about a name; a word that wants something else says nothing. */
function filled(word: Word, name: string): string {
  if (typeof word === "string") return "";
  const blanks = /^(?:\(([^)]*)\)|(\w+)) =>/.exec(String(word));
  const given = (blanks?.[1] ?? blanks?.[2] ?? "").split(/[\s,]+/);
  try {
    return String(word(...given.map((blank) => (/^(name|names|who|whom|host)$/.test(blank) ? name : "7"))));
  } catch {
    return "";
  }
}

describe("a name that begins with a vowel", () => {
  const dictionaries = Object.entries(MODULES).flatMap(([path, module]) =>
    Object.entries(module).flatMap(([exported, value]): [string, Record<string, Word>][] => {
      if (typeof value !== "function" || value.length > 1) return [];
      try {
        const words: unknown = (value as Dictionary)("fr");
        return words && typeof words === "object" ? [[`${path} ${exported}`, words as never]] : [];
      } catch {
        return [];
      }
    }),
  );

  it("is elided in every sentence", () => {
    expect(dictionaries.length).toBeGreaterThan(25);
    const wrong = dictionaries.flatMap(([where, words]) =>
      Object.entries(words)
        .map(([key, word]) => `${where} ${key}: ${filled(word, "Inès")}`)
        .filter((said) => /\b(de|que|le|la) Inès/.test(said)),
    );
    // It has looked at sentences with names in them.
    const named = dictionaries.flatMap(([, words]) =>
      Object.values(words).map((word) => filled(word, "Inès")),
    );
    expect(named.filter((said) => said.includes("d’Inès")).length).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  });
});
