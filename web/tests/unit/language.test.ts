import { describe, expect, it } from "vitest";
import { bilingual, locale, preferred, said, spoken } from "../../src/lib/words/language.svelte";
import { frame, home, listed, rulebook, shell } from "../../src/lib/words/shell";

describe("the language", () => {
  it("is the browser's first that we speak, English if none is", () => {
    expect(preferred(["de-CH", "fr-CH", "en"])).toBe("fr");
    expect(preferred(["en-GB", "fr"])).toBe("en");
    expect(preferred(["FR"])).toBe("fr");
    expect(preferred(["de", "it"])).toBe("en");
    expect(preferred([])).toBe("en");
  });

  it("writes dates as the browser's own kind of it does", () => {
    expect(locale("en", ["fr-CA", "en-GB", "en"])).toBe("en-GB");
    expect(locale("fr", ["en-GB", "de"])).toBe("fr");
  });

  it("changes what every dictionary says", () => {
    const words = bilingual({
      en: { hello: "hello", seats: (n: number) => `${n} seats` },
      fr: { hello: "bonjour", seats: (n: number) => `${n} places` },
    });
    spoken.choose("fr");
    expect(words().hello).toBe("bonjour");
    expect(words().seats(3)).toBe("3 places");
    expect(said({ en: "no", fr: "non" })).toBe("non");
    spoken.choose("en");
    expect(words().hello).toBe("hello");
    expect(words("fr").hello).toBe("bonjour");
  });

  it("cannot lack a word: it would not compile", () => {
    // @ts-expect-error a key is missing in French
    bilingual({ en: { a: "a", b: "b" }, fr: { a: "a" } });
    // @ts-expect-error a key is missing in English
    bilingual({ en: { a: "a" }, fr: { a: "a", b: "b" } });
    // @ts-expect-error the blanks to fill differ
    bilingual({ en: { a: (n: number) => `${n}` }, fr: { a: (n: string) => n } });
    expect(true).toBe(true);
  });
});

describe("French typography", () => {
  // Words that take no argument can be read as they are; the others are filled with something short.
  const french = [shell, home, frame, rulebook].flatMap((dictionary) =>
    Object.values(dictionary("fr") as Record<string, string | ((...args: never[]) => string)>).map((word) =>
      typeof word === "string" ? word : (word as (...args: unknown[]) => string)(2, 3),
    ),
  );

  it("puts a narrow no-break space before ; : ! ? and inside « »", () => {
    for (const sentence of french) {
      expect(sentence).not.toMatch(/[^\u202f]([;:!?»])/);
      expect(sentence).not.toMatch(/«[^\u202f]/);
    }
  });

  it("uses the curved apostrophe", () => {
    for (const sentence of french) expect(sentence).not.toContain("'");
  });
});

describe("names", () => {
  it("are listed as people list them", () => {
    expect(listed(["Inès", "Noé", "Ada"], "en")).toBe("Inès, Noé, and Ada");
    expect(listed(["Inès", "Noé"], "fr")).toBe("Inès et Noé");
  });
});
