/** What can be said with one tap at any table; each game adds its own. */
import { bilingual, type Language } from "../words/language.svelte";

const words = bilingual({
  en: {
    hello: "Hello!",
    ready: "I’m ready",
    moment: "One moment…",
    wellPlayed: "Well played!",
    thanks: "Thank you!",
    another: "Another game?",
  },
  fr: {
    hello: "Bonjour\u202f!",
    ready: "C’est bon pour moi",
    moment: "Un instant…",
    wellPlayed: "Bien joué\u202f!",
    thanks: "Merci\u202f!",
    another: "Une autre partie\u202f?",
  },
});

export function beforeTheGame(language: Language): string[] {
  const { hello, ready, moment } = words(language);
  return [hello, ready, moment];
}

export function duringTheGame(language: Language): string[] {
  const { wellPlayed, moment } = words(language);
  return [wellPlayed, moment];
}

export function afterTheGame(language: Language): string[] {
  const { wellPlayed, thanks, another } = words(language);
  return [wellPlayed, thanks, another];
}
