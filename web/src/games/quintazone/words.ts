// What this game says beside the table, in both languages.

import { bilingual, spoken } from "../../lib/words/language.svelte";
import type { WordsContext } from "../../lib/table/face";
import { ofName, possessive } from "../../lib/table/names";
import { inSeries, soMany } from "../../lib/table/series";
import { readCard } from "./notation";
import { ELEMENTS, type Element, type Size, type Table, type Zone } from "./types";
import { capital, readerOf } from "../../lib/words/reader";

/** Narrow no-break space, for French punctuation. */
export const THIN = "\u202f";

const some = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
/** French counts nought as one. */
const quelques = (n: number, un: string, plusieurs: string) => `${n} ${n < 2 ? un : plusieurs}`;

export const words = bilingual({
  en: {
    board: "The table: cards, zones and pyramids",
    hand: "Your hand",
    handHint: "Choose a card to lay it. Choose it again to turn it by 180°.",
    handOf: (name: string) => `${possessive(name)} hand`,
    noHand: "Your hand is empty.",
    noHandOf: (name: string) => `${possessive(name)} hand is empty.`,
    goal: "Goal",
    double: "×2",
    goalLabel: (element: string) => `Your goal: ${element}. Zones of ${element} count double for you.`,
    pile: (n: number) => (n === 0 ? "pile empty" : n === 1 ? "1 card left" : `${n} cards left`),
    nearer: "Nearer",
    farther: "Farther",
    fit: "Show the whole table",

    layOrStand: "Lay a card",
    mayStand: "You may also place a pyramid, before it or after it.",
    pyramidDone: "Your pyramid stands. Now lay a card.",
    cardDone: "Place a pyramid?",
    cardDoneHint: "Choose a zone without one, or end your turn.",
    endTurn: "End turn",
    nothingFits: "None of your cards fits anywhere.",
    emptyHand: "You have no cards left.",
    pass: "Pass and keep my hand",
    passEmpty: "Pass",
    passFirst: "You pass, and may place a pyramid before or after.",

    fitsIn: (n: number) => (n === 1 ? "It fits in one place." : `It fits in ${n} places.`),
    fitsNowhere: "It fits nowhere now.",
    turnOver: "Turn it by 180°",
    layHere: "Lay it here",
    doesNotFit: "It does not fit there.",
    chooseCard: "Choose a card for this place:",
    grows: (element: string, cards: number) => `${element} grows to ${cards}`,
    joins: (element: string, zones: number, cards: number) =>
      `${zones} ${element} zones become one of ${cards}`,
    opens: (element: string) => `new ${element} zone`,
    cancel: "Cancel",

    zone: (element: string, n: number) => `${element} zone, ${n} ${n === 1 ? "card" : "cards"}`,
    free: "no pyramid yet",
    isGoal: (element: string) => `${element} is your goal: it counts double.`,
    holds: (list: string) => `holds ${list}`,
    ifNow: "Points if the game ended now.",
    chooseZone: "Zones for a pyramid:",
    moreZones: (n: number) => `${n} more`,
    fewerZones: "Fewer",
    standSize: (size: string) => `A ${size} pyramid: choose a panel of a zone without one.`,
    left: (n: number) => (n === 0 ? "none left" : `${n} left`),
    pointsWord: (n: number) => (n === 1 ? "point" : "points"),

    pointsNow: "points now",
    withGoal: (n: number) => `with goal ${n}`,
    inHand: (n: number) => (n === 1 ? "1 card in hand" : `${n} cards in hand`),
    reserve: (s: number, m: number, l: number) => `Pyramids left: ${s} small, ${m} medium, ${l} large`,

    count: "The count",
    replay: "Count again",
    previous: "Back",
    next: "Next",
    pause: "Pause",
    goOn: "Go on",
    skip: "Skip",
    goalOf: (name: string, element: string) => `${name}: the goal was ${element}.`,
    sum: (size: string, element: string) => `${size} on ${element}`,
    cardsTimes: (n: number) => (n === 1 ? "1 card" : `${n} cards`),

    emptyPlace: "empty place",
    fitsHere: "your card fits here",
    fitsTurned: "your card fits here, turned by 180°",
    fitsNot: "your card does not fit here",
    panel: (element: string) => `${element} panel`,
    at: (x: number, y: number) => `column ${x}, row ${y}`,
    mayStandHere: "you can place a pyramid here",
    described: (cards: number, zones: number, pyramids: number) =>
      `${some(cards, "card", "cards")} on the table, ${some(zones, "zone", "zones")}, ${some(pyramids, "pyramid", "pyramids")}.`,
  },
  fr: {
    board: `La table${THIN}: cartes, zones et pyramides`,
    hand: "Votre main",
    handHint: "Choisissez une carte pour la poser. Choisissez-la encore pour la tourner de 180°.",
    handOf: (name) => `Main ${ofName(name)}`,
    noHand: "Votre main est vide.",
    noHandOf: (name) => `La main ${ofName(name)} est vide.`,
    goal: "But",
    double: "×2",
    goalLabel: (element) =>
      `Votre but${THIN}: ${element}. Les zones de cet élément comptent double pour vous.`,
    pile: (n) => (n === 0 ? "pioche vide" : n === 1 ? "encore 1 carte" : `encore ${n} cartes`),
    nearer: "Plus près",
    farther: "Plus loin",
    fit: "Montrer toute la table",

    layOrStand: "Posez une carte",
    mayStand: "Vous pouvez aussi placer une pyramide, avant ou après.",
    pyramidDone: "Votre pyramide est placée. Posez maintenant une carte.",
    cardDone: `Placer une pyramide${THIN}?`,
    cardDoneHint: "Choisissez une zone qui n’en a pas, ou finissez votre tour.",
    endTurn: "Finir le tour",
    nothingFits: "Aucune de vos cartes ne peut se poser.",
    emptyHand: "Vous n’avez plus de cartes.",
    pass: "Passer et garder ma main",
    passEmpty: "Passer",
    passFirst: "Vous passez, et pouvez placer une pyramide avant ou après.",

    fitsIn: (n) => (n === 1 ? "Elle a une seule place." : `Elle a ${n} places possibles.`),
    fitsNowhere: "Elle n’a aucune place pour l’instant.",
    turnOver: "La tourner de 180°",
    layHere: "La poser ici",
    doesNotFit: "Elle ne convient pas ici.",
    chooseCard: `Choisissez une carte pour cette place${THIN}:`,
    grows: (element, cards) => `${element}${THIN}: la zone passe à ${cards}`,
    joins: (element, zones, cards) => `${element}${THIN}: ${zones} zones n’en font qu’une, de ${cards}`,
    opens: (element) => `${element}${THIN}: nouvelle zone`,
    cancel: "Annuler",

    zone: (element, n) => `Zone ${element}, ${n} ${n < 2 ? "carte" : "cartes"}`,
    free: "sans pyramide",
    isGoal: () => `C’est votre but${THIN}: elle compte double.`,
    holds: (list) => `porte ${list}`,
    ifNow: "Points si la partie finissait maintenant.",
    chooseZone: `Zones pour une pyramide${THIN}:`,
    moreZones: (n) => `${n} de plus`,
    fewerZones: "Moins",
    standSize: (size) => `Une ${size}${THIN}: choisissez un panneau d’une zone qui n’en a pas.`,
    left: (n) => (n === 0 ? "épuisée" : `encore ${n}`),
    pointsWord: (n) => (n < 2 ? "point" : "points"),

    pointsNow: "pts à présent",
    withGoal: (n) => `avec but ${n}`,
    inHand: (n) => (n < 2 ? `${n} carte en main` : `${n} cartes en main`),
    reserve: (s, m, l) =>
      `Pyramides restantes${THIN}: ${soMany(s, "petite")}, ${soMany(m, "moyenne")}, ${soMany(l, "grande")}`,

    count: "Le décompte",
    replay: "Recompter",
    previous: "Reculer",
    next: "Suivant",
    pause: "Pause",
    goOn: "Continuer",
    skip: "Passer",
    goalOf: (name, element) => `${name}${THIN}: son but était ${element}.`,
    sum: (size, element) => `${size} sur ${element}`,
    cardsTimes: (n) => (n < 2 ? `${n} carte` : `${n} cartes`),

    emptyPlace: "place vide",
    fitsHere: "votre carte convient ici",
    fitsTurned: "votre carte convient ici, tournée de 180°",
    fitsNot: "votre carte ne convient pas ici",
    panel: (element) => `panneau ${element}`,
    at: (x, y) => `colonne ${x}, rangée ${y}`,
    mayStandHere: "vous pouvez y placer une pyramide",
    described: (cards, zones, pyramids) =>
      `${quelques(cards, "carte", "cartes")} sur la table, ${quelques(zones, "zone", "zones")}, ${quelques(pyramids, "pyramide", "pyramides")}.`,
  },
});

const ELEMENT = {
  en: { earth: "earth", air: "air", fire: "fire", water: "water", space: "space" },
  fr: { earth: "terre", air: "air", fire: "feu", water: "eau", space: "espace" },
} satisfies Record<"en" | "fr", Record<Element, string>>;

const SIZE = {
  en: { small: "small", medium: "medium", large: "large" },
  fr: { small: "petite", medium: "moyenne", large: "grande" },
} satisfies Record<"en" | "fr", Record<Size, string>>;

const PYRAMID = {
  en: { small: "small pyramid", medium: "medium pyramid", large: "large pyramid" },
  fr: { small: "petite pyramide", medium: "pyramide moyenne", large: "grande pyramide" },
} satisfies Record<"en" | "fr", Record<Size, string>>;

export function elementWord(element: Element, language = spoken.language): string {
  return ELEMENT[language][element];
}

export function sizeWord(size: Size, language = spoken.language): string {
  return SIZE[language][size];
}

export function pyramidWord(size: Size, language = spoken.language): string {
  return PYRAMID[language][size];
}

/** "earth over air", "whole fire", "all but space" */
export function cardWords(card: string, language = spoken.language): string {
  const { cut, elements } = readCard(card);
  const names = elements.map((element) => elementWord(element, language));
  const [a = "", b = ""] = names;
  // A quartered card shows four of the five: it is known by the one that it lacks.
  const lacks = ELEMENTS.find((element) => !elements.includes(element));
  const missing = lacks ? elementWord(lacks, language) : "";
  if (language === "fr") {
    if (cut === "whole") return `${a} entière`.replace(/^(air|feu|espace) entière$/, "$1 entier");
    if (cut === "over") return `${a} sur ${b}`;
    if (cut === "beside") return `${a} à gauche, ${b} à droite`;
    if (cut === "diagonal") return `${a} et ${b} en diagonale`;
    return `tout sauf ${missing}`;
  }
  if (cut === "whole") return `whole ${a}`;
  if (cut === "over") return `${a} over ${b}`;
  if (cut === "beside") return `${a} beside ${b}`;
  if (cut === "diagonal") return `${a} and ${b}, cut diagonally`;
  return `all but ${missing}`;
}

/** The same as short as it gets, for the list of moves. */
export function cardSign(card: string, language = spoken.language): string {
  const { cut, elements } = readCard(card);
  const [a = "", b = ""] = elements.map((element) => elementWord(element, language));
  if (cut === "beside") return `${a} | ${b}`;
  return cut === "diagonal" ? `${a} ╱ ${b}` : cardWords(card, language);
}

/** The keys that play this game, for the list beside the table. */
export const KEYS: readonly { keys: readonly string[]; en: string; fr: string }[] = [
  { keys: ["←", "↑", "↓", "→"], en: "walk over the table or the hand", fr: "parcourir la table ou la main" },
  {
    keys: ["Enter"],
    en: "take a card, lay it, choose a zone",
    fr: "prendre une carte, la poser, choisir une zone",
  },
  { keys: ["F", "R"], en: "turn the card by 180°", fr: "tourner la carte de 180°" },
  { keys: ["1", "2", "3"], en: "a small, medium, large pyramid", fr: "pyramide petite, moyenne, grande" },
  {
    keys: ["+", "−", "0"],
    en: "nearer, farther, the whole table",
    fr: "plus près, plus loin, toute la table",
  },
  { keys: ["⇧ ←↑↓→"], en: "move the table", fr: "déplacer la table" },
  { keys: ["Esc"], en: "put back", fr: "reposer" },
];

export function subject(seat: number, context: WordsContext): string {
  if (!context.isMe(seat)) return context.name(seat);
  return context.language === "fr" ? "Vous" : "You";
}

/** "your large pyramid", "Inès’s small pyramid" */
export function pyramidOf(seat: number, size: Size, context: WordsContext): string {
  const name = context.name(seat);
  const pyramid = pyramidWord(size, context.language);
  if (context.language === "fr") {
    if (context.isMe(seat)) return `votre ${pyramid}`;
    return `${pyramid} ${ofName(name)}`;
  }
  if (context.isMe(seat)) return `your ${pyramid}`;
  return `${possessive(name)} ${pyramid}`;
}

/** "Fire zone, 7 cards, no pyramid yet" */
export function zoneWords(zone: Zone, table: Table): string {
  const w = words();
  const reader = readerOf(table);
  const stand = zone.pyramids.flatMap((i) => table.view.pyramids[i] ?? []);
  const list = stand.map(({ seat, size }) => pyramidOf(seat, size, reader));
  const name = capital(w.zone(elementWord(zone.element), zone.cards));
  return `${name}, ${list.length === 0 ? w.free : w.holds(inSeries(list, spoken.language))}`;
}

/** Said with one tap. */
export const PHRASES = {
  en: ["What a zone!", "That was my zone!"],
  fr: [`Quelle zone${THIN}!`, `C’était ma zone${THIN}!`],
};
