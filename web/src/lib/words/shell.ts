/**
 * Words of every page and of the rulebook, and the door to those of the rooms. Narrow no-break spaces (\u202f) stand where French
 * typography wants them.
 */
import { bilingual } from "./language.svelte";

export { frame } from "./frame";
export { home } from "./home";
export { botChoice, botName, listed, takerName, takersListed } from "./takers";

/** On every page. */
export const shell = bilingual({
  en: {
    close: "Close",
    home: "Home",
    language: "Language",
    soundOn: "Sound is on",
    soundOff: "Sound is off",
    themeAuto: "Light: as the system",
    themeLight: "Light: day",
    themeDark: "Light: night",
    textSize: (percent: number) => `Text size: ${percent} %`,
    rules: "Rules",
    pages: "Pages",
    skip: "Skip to the content",
    unreachable: "The server cannot be reached. Trying again…",
    mistaken:
      "This browser is not recognised here any more, so you are a new guest. A recovery code brings your name and your games back:",
    enterCode: "enter it under My games",
    again: "Try again",
    nowhereTitle: "There is nothing here",
    nowhere: "This address leads to no page and no table.",
    missingTitle: "This table is gone",
    missing: "The link is wrong, or the table was cleared away.",
    backHome: "To the shelf",
    newer: "There is a newer version of this page.",
    description:
      "Tabletop games, one table: with friends on their phones, on one screen, or with bots in any seat.",
    notLoaded: "This could not be loaded: the line is broken, or there is a new version of the program.",
    reload: "Load the page again",
    loading: "One moment…",
  },
  fr: {
    close: "Fermer",
    home: "Accueil",
    language: "Langue",
    soundOn: "Le son est allumé",
    soundOff: "Le son est coupé",
    themeAuto: "Lumière\u202f: comme le système",
    themeLight: "Lumière\u202f: jour",
    themeDark: "Lumière\u202f: nuit",
    textSize: (percent) => `Taille du texte\u202f: ${percent}\u202f%`,
    rules: "Règles",
    pages: "Pages",
    skip: "Aller au contenu",
    unreachable: "Le serveur est injoignable. Nouvel essai…",
    mistaken:
      "Ce navigateur n’est plus reconnu ici\u202f: vous êtes un nouvel invité. Un code de récupération vous rend votre nom et vos parties\u202f:",
    enterCode: "saisissez-le dans Mes parties",
    again: "Réessayer",
    nowhereTitle: "Il n’y a rien ici",
    nowhere: "Cette adresse ne mène à aucune page ni à aucune table.",
    missingTitle: "Cette table n’est plus là",
    missing: "Le lien est faux, ou la table a été débarrassée.",
    backHome: "Vers l’étagère",
    newer: "Une version plus récente de cette page est disponible.",
    description:
      "Des jeux de société, une table\u202f: avec des amis sur leurs téléphones, sur un seul écran, ou avec des bots à toutes les places.",
    notLoaded:
      "Ceci n’a pas pu être chargé\u202f: la connexion est coupée, ou il y a une nouvelle version du programme.",
    reload: "Recharger la page",
    loading: "Un instant…",
  },
});

/** The rules pages. */
export const rulebook = bilingual({
  en: {
    contents: "Contents",
    table: "Table",
    ruling: "ruling",
    rulingWhy: "Where the printed rules are silent, we decided.",
    unknown: "There are no rules for this game here.",
    search: "Find in the rules",
    found: (n: number) => (n === 1 ? "1 clause" : `${n} clauses`),
    all: "The rules",
    allLead: "Every game, clause by clause. The referee cites them when it says no.",
    searchAll: "Search every clause of every game",
    searchHint: "a word, several, or P-10",
    none: "No clause holds all these words. Try fewer.",
    narrower: (n: number) => `And ${n} more: add a word to narrow it down.`,
    missing: "Some rules cannot be read just now; the others are searched.",
    allGames: "All games",
    linkTo: (clause: string) => `Link to ${clause}`,
  },
  fr: {
    contents: "Sommaire",
    table: "Tableau",
    ruling: "décision",
    rulingWhy: "Là où la règle imprimée se tait, nous avons tranché.",
    unknown: "Il n’y a pas ici de règles pour ce jeu.",
    search: "Chercher dans les règles",
    found: (n: number) => (n > 1 ? `${n} clauses` : `${n} clause`),
    all: "Les règles",
    allLead: "Chaque jeu, clause par clause. L’arbitre les cite quand il refuse.",
    searchAll: "Chercher dans toutes les clauses de tous les jeux",
    searchHint: "un mot, plusieurs, ou P-10",
    none: "Aucune clause ne contient tous ces mots. Essayez-en moins.",
    narrower: (n: number) => `Et ${n} de plus\u202f: ajoutez un mot pour préciser.`,
    missing: "Certaines règles sont illisibles pour l’instant\u202f; la recherche porte sur les autres.",
    allGames: "Tous les jeux",
    linkTo: (clause: string) => `Lien vers ${clause}`,
  },
});
