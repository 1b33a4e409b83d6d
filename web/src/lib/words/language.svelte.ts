/** The two languages, which one is spoken now, and dictionaries that cannot lack a word in either. */
import type { Words } from "../generated/Words";
import { remember, remembered } from "../settings/remember";

export type Language = "en" | "fr";

/** A sentence in both languages, as the referee gives it. */
export type { Words as Bilingual };

type Word = string | ((...args: never[]) => string);
/** What French must hold when English holds `D`: the same keys, the same blanks to fill. */
type Same<D> = {
  [K in keyof D]: D[K] extends (...args: infer A) => string ? (...args: A) => string : string;
};

/** French for a browser whose first known language is French; English for everybody else. */
export function preferred(languages: readonly string[]): Language {
  for (const tag of languages) {
    const language = tag.toLowerCase().split("-")[0];
    if (language === "fr" || language === "en") return language;
  }
  return "en";
}

/** How dates are written: as this browser's own kind of the language does, where it has one. */
export function locale(
  language: Language = spoken.language,
  languages: readonly string[] = typeof navigator === "undefined" ? [] : navigator.languages,
): string {
  return languages.find((tag) => tag.toLowerCase().split("-")[0] === language) ?? language;
}

function isLanguage(value: string | null): value is Language {
  return value === "en" || value === "fr";
}

class Spoken {
  language: Language = $state("en");

  constructor() {
    const kept = remembered("language");
    this.language = isLanguage(kept)
      ? kept
      : preferred(typeof navigator === "undefined" ? [] : navigator.languages);
  }

  choose(language: Language): void {
    this.language = language;
    remember("language", language);
  }
}

export const spoken = new Spoken();

/**
 * A dictionary. `const words = bilingual({ en: {…}, fr: {…} })`, then `words().key` in a component: it follows the
 * chosen language. A key that one language lacks is a type error.
 */
export function bilingual<D extends Record<string, Word>>(words: {
  en: D;
  fr: NoInfer<Same<D>>;
}): (language?: Language) => Same<D> {
  return (language = spoken.language) => words[language] as Same<D>;
}

/** The sentence in the language spoken now. */
export function said(sentence: Words): string {
  return sentence[spoken.language];
}
