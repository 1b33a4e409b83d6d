/** Words of the list of choices, the board in words, the list of keys, and what is spoken. */
import { bilingual } from "./language.svelte";

export const access = bilingual({
  en: {
    all: "All choices",
    choices: "Choices",
    describe: "Describe",
    theBoard: "the board",
    inWords: "The board in words",
    keys: "Keys",
    back: "Back",
    count: (n: number) => (n === 1 ? "1 choice" : `${n} choices`),
    found: (n: number, typed: string) =>
      n === 0
        ? `Nothing begins with “${typed}”.`
        : n === 1
          ? `1 choice for “${typed}”`
          : `${n} choices for “${typed}”`,
    how: "Arrows walk, Enter plays, letters search, Esc goes back.",
    lately: (sentence: string) => `Last: ${sentence}`,
    keysTitle: "Keys",
    everywhere: "At every table",
    atThisBoard: "On this board",
    inTheList: "In the list of choices",
    letters: "Letter keys",
    lettersWhy: "Turn them off if they get in the way of a screen reader or of dictation.",
    says: (name: string, text: string) => `${name} says: ${text}`,
  },
  fr: {
    all: "Tous les choix",
    choices: "Choix",
    describe: "Décrire",
    theBoard: "le plateau",
    inWords: "Le plateau en mots",
    keys: "Touches",
    back: "Retour",
    count: (n) => `${n} choix`,
    found: (n, typed) =>
      n === 0 ? `Rien ne commence par «\u202f${typed}\u202f».` : `${n} choix pour «\u202f${typed}\u202f»`,
    how: "Les flèches parcourent, Entrée joue, les lettres cherchent, Échap revient.",
    lately: (sentence) => `Dernier coup\u202f: ${sentence}`,
    keysTitle: "Touches",
    everywhere: "À toutes les tables",
    atThisBoard: "Sur ce plateau",
    inTheList: "Dans la liste des choix",
    letters: "Touches à une lettre",
    lettersWhy: "Coupez-les si elles gênent un lecteur d’écran ou la dictée.",
    says: (name, text) => `${name} dit\u202f: ${text}`,
  },
});

/** The keys that work at every table, whatever is played. */
export const TABLE_KEYS = [
  { keys: ["L"], en: "all choices as a list", fr: "tous les choix en liste" },
  { keys: ["V"], en: "the board in words", fr: "le plateau en mots" },
  { keys: ["?"], en: "these keys", fr: "ces touches" },
  { keys: ["Tab"], en: "the next button or place", fr: "bouton ou endroit suivant" },
] as const;

export const LIST_KEYS = [
  { keys: ["↑", "↓"], en: "walk over the choices", fr: "parcourir les choix" },
  { keys: ["Enter"], en: "play, or open a group", fr: "jouer, ou ouvrir un groupe" },
  { keys: ["1 … 9"], en: "play or open that line at once", fr: "jouer ou ouvrir aussitôt cette ligne" },
  { keys: ["A … Z"], en: "search for words: “sm c3”", fr: "chercher des mots\u202f: «\u202fpet c3\u202f»" },
  { keys: ["Esc"], en: "clear, go back, close", fr: "effacer, revenir, fermer" },
] as const;
