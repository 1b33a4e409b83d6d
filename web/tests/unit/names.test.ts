/** A name in a French sentence: "d’Inès", not "de Inès", wherever a name stands. */
import { expect, it } from "vitest";

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

it("a name that begins with a vowel is elided in every sentence", () => {
  expect(dictionaries.length).toBeGreaterThan(25);
  const wrong = dictionaries.flatMap(([where, words]) =>
    Object.entries(words)
      .map(([key, word]) => `${where} ${key}: ${filled(word, "Inès")}`)
      .filter((said) => /\b(de|que|le|la) Inès/.test(said)),
  );
  // It has looked at sentences with names in them.
  const named = dictionaries.flatMap(([, words]) => Object.values(words).map((word) => filled(word, "Inès")));
  expect(named.filter((said) => said.includes("d’Inès")).length).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});
