import { describe, expect, it } from "vitest";
import { optionsInALine, optionsInWords } from "../../src/lib/words/options";
import type { OptionAbout } from "../../src/lib/net/protocol";

const both = (en: string, fr: string) => ({ en, fr });
const option = (key: string, en: string, fr: string, kind: OptionAbout["kind"]): OptionAbout => ({
  key,
  label: both(en, fr),
  sentence: both("", ""),
  kind,
});

const OPTIONS: OptionAbout[] = [
  option("level", "Level", "Niveau", { type: "level", levels: [both("", ""), both("", "")], default: 1 }),
  option("rounds", "Rounds", "Manches", { type: "number", min: 1, max: 9, default: 1 }),
  option("mode", "Mode", "Mode", {
    type: "choice",
    choices: [
      { value: "basic", label: both("Basic", "De base") },
      { value: "advanced", label: both("Advanced", "Avancé") },
    ],
    default: "basic",
  }),
  option("harsh", "Harsh", "Rude", { type: "switch", default: false }),
  option("aid", "Aid", "Aide", { type: "switch", default: true }),
  option("first", "First seat", "Première place", { type: "seat-or-random" }),
  option("teams", "Teams", "Équipes", { type: "teams" }),
];
const [LEVEL, ...OTHERS] = OPTIONS;

describe("what was chosen", () => {
  it("is nothing where all is as usual, said or not", () => {
    const usual = { rounds: 1, mode: "basic", harsh: false, aid: true, first: "random", teams: null };
    expect(optionsInWords(OTHERS, {}, "en")).toEqual([]);
    expect(optionsInWords(OTHERS, usual, "fr")).toEqual([]);
  });

  it("fits on one line", () => {
    expect(optionsInALine(OPTIONS, { level: 2, harsh: true, rounds: 3 }, "en")).toBe(
      "Level\u00a02, Rounds\u00a03, Harsh",
    );
    expect(optionsInALine(OTHERS, {}, "fr")).toBe("");
  });

  it("always holds the level", () => {
    expect(optionsInWords([LEVEL!], {}, "en")).toEqual([{ label: "Level", value: "1" }]);
    expect(optionsInWords([LEVEL!], { level: 2 }, "fr")).toEqual([{ label: "Niveau", value: "2" }]);
  });

  it("is said in both languages, whatever kind it is", () => {
    const chosen = {
      rounds: 3,
      mode: "advanced",
      harsh: true,
      aid: false,
      first: 1,
      teams: [
        [0, 2],
        [1, 3],
      ],
    };
    expect(optionsInWords(OTHERS, chosen, "en").map(({ value }) => value)).toEqual([
      "3",
      "Advanced",
      "yes",
      "no",
      "Seat 2",
      "seats 1 and 3 against seats 2 and 4",
    ]);
    expect(optionsInWords(OTHERS, chosen, "fr")).toEqual([
      { label: "Manches", value: "3" },
      { label: "Mode", value: "Avancé" },
      { label: "Rude", value: "oui" },
      { label: "Aide", value: "non" },
      { label: "Première place", value: "Place 2" },
      { label: "Équipes", value: "places 1 et 3 contre places 2 et 4" },
    ]);
  });
});
