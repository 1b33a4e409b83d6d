/** What was chosen for a table, as people read it: only what is other than usual, and always the level. */
import { bilingual, type Language } from "./language.svelte";
import type { OptionAbout } from "../net/protocol";
import { home, listed } from "./shell";

export interface ChosenOption {
  label: string;
  value: string;
}

const words = bilingual({
  en: {
    yes: "yes",
    no: "no",
    seats: (seats: string) => `seats ${seats}`,
    against: " against ",
  },
  fr: {
    yes: "oui",
    no: "non",
    seats: (seats: string) => `places ${seats}`,
    against: " contre ",
  },
});

export function optionsInWords(
  options: readonly OptionAbout[],
  chosen: Readonly<Record<string, unknown>>,
  language: Language,
): ChosenOption[] {
  return options.flatMap((option) => {
    const value = inWords(option.kind, chosen[option.key], language);
    return value === null ? [] : [{ label: option.label[language], value }];
  });
}

/** In one line: "Level 14, Practice". */
export function optionsInALine(
  options: readonly OptionAbout[],
  chosen: Readonly<Record<string, unknown>>,
  language: Language,
): string {
  const yes = words(language).yes;
  return optionsInWords(options, chosen, language)
    .map(({ label, value }) => (value === yes ? label : `${label}\u00a0${value}`))
    .join(", ");
}

/** Null: as usual. */
function inWords(kind: OptionAbout["kind"], value: unknown, language: Language): string | null {
  switch (kind.type) {
    case "level":
      return `${typeof value === "number" ? value : kind.default}`;
    case "number":
      return typeof value === "number" && value !== kind.default ? `${value}` : null;
    case "switch":
      if (typeof value !== "boolean" || value === kind.default) return null;
      return value ? words(language).yes : words(language).no;
    case "choice":
      if (value === kind.default) return null;
      return kind.choices.find((choice) => choice.value === value)?.label[language] ?? null;
    case "seat-or-random":
      return typeof value === "number" ? home(language).seat(value + 1) : null;
    case "teams":
      return isTeams(value) ? teamsInWords(value, language) : null;
  }
}

function isTeams(value: unknown): value is number[][] {
  return Array.isArray(value) && value.length > 0 && value.every((team) => Array.isArray(team));
}

function teamsInWords(teams: number[][], language: Language): string {
  const { seats, against } = words(language);
  const numbers = (team: number[]) =>
    listed(
      team.map((seat) => `${seat + 1}`),
      language,
    );
  return teams.map((team) => seats(numbers(team))).join(against);
}
