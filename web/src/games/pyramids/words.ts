// Everything that this game says, in both languages.

import type { WordsContext } from "../../lib/table/face";
import { bilingual, type Language } from "../../lib/words/language.svelte";
import { ofName, possessive } from "../../lib/table/names";
import { soMany } from "../../lib/table/series";
import type { Cell, Coaster } from "./cells";
import { SIZES } from "./notation";
import type { Pyramid, Size } from "./types";

type Words = WordsContext;

/** Narrow no-break space, for French punctuation. */
const THIN = "\u202f";

const sizesFr = (small: number, medium: number, large: number) =>
  `${soMany(small, "petite")}, ${soMany(medium, "moyenne")}, ${soMany(large, "grande")}`;

export const words = bilingual({
  en: {
    stepOne: "Place or jump",
    stepTwo: "Turn a coaster",
    begin: "Place a pyramid, or jump",
    jumpWith: (size: Size, cell: Cell) => `Jump with your ${size} on ${cell}`,
    noJump: (size: Size, cell: Cell) => `Your ${size} on ${cell} has no jump now`,
    placeSize: (size: Size) => `Place a ${size} pyramid`,
    placeOn: (cell: Cell) => `Place on ${cell}`,
    pickSize: "Which size?",
    pickCell: "Choose an empty cell on the board.",
    goOn: "It may stop here or go on.",
    mustGoOn: "Not there yet: it has to jump on.",
    done: "Done",
    doneTakes: (path: string) => `End the jump: ${path}`,
    takes: (pips: number) => (pips === 1 ? "takes 1 pip" : `takes ${pips} pips`),
    goHome: (n: number) => (n === 1 ? "1 comes home" : `${n} come home`),
    jumpers: "These can jump:",
    orPlace: (n: number) => `or place one from your reserve on any of ${n} empty cells:`,
    orPlaceOne: "or place one from your reserve on the last empty cell:",
    orPlaceBrief: "or place one from your reserve:",
    placeAny: (n: number) => `Place one from your reserve on any of ${n} empty cells:`,
    moreJumps: (n: number) => `${n} more`,
    fewerJumps: "Fewer",
    small: "Small",
    medium: "Medium",
    large: "Large",
    left: (n: number) => (n === 0 ? "none left" : `${n} left`),
    then: "Then turn one coaster.",
    turnOne: "Turn one coaster",
    turnHow: "Drag it on the board, or choose it and a turn here.",
    turnCoaster: (coaster: Coaster) => `Turn coaster ${coaster}`,
    turnBy: (coaster: Coaster, degrees: number) => `Turn ${coaster} by ${degrees}°`,
    coaster: (coaster: Coaster) => `Coaster ${coaster}`,
    putDown: "Put it down",
    cancel: "Cancel",
    takeBackHop: "Take back a hop",
    board: "The board: 6 by 6 cells on four coasters",
    captured: "Captured pips",
    of: (pips: number, goal: number) => `${pips} of ${goal} captured pips`,
    reserveIs: (s: number, m: number, l: number) => `Reserve: ${s} small, ${m} medium, ${l} large`,
    capturesAre: (s: number, m: number, l: number) => `Captured: ${s} small, ${m} medium, ${l} large`,
    firstTo: "first to",
    pips: "pips",
    round: (n: number, of: number) => `round ${n} of ${of}`,
    quiet: (n: number, most: number) => `${n} turns without a capture; ${most} is a draw`,
    again: "Once more, and this position is a draw.",
    empty: "empty",
    chosen: "chosen",
    target: "can land here",
    canPlace: "can be placed here",
    canJump: "can jump",
    aheadHow: "Choose your next move already: a size, or a pyramid of yours, then where to.",
    aheadPlace: (size: Size, cell: Cell) => `Next: a ${size} on ${cell}`,
    aheadJump: (from: Cell, to: Cell) => `Next: a jump from ${from} to ${to}`,
    aheadWhen: "It is played when your turn comes, if it still can be.",
    aheadGone: "What you chose ahead can no longer be played.",
  },
  fr: {
    stepOne: "Poser ou sauter",
    stepTwo: "Tourner une dalle",
    begin: "Posez une pyramide, ou sautez",
    jumpWith: (size, cell) => `Sautez avec votre ${ADJECTIVE[size]} en ${cell}`,
    noJump: (size, cell) => `Votre ${ADJECTIVE[size]} en ${cell} ne peut pas sauter`,
    placeSize: (size) => `Posez une ${WHOLE[size]}`,
    placeOn: (cell) => `Posez en ${cell}`,
    pickSize: `Quelle taille${THIN}?`,
    pickCell: "Choisissez une case vide sur le plateau.",
    goOn: "Elle peut s’arrêter ici ou continuer.",
    mustGoOn: `Pas encore fini${THIN}: elle doit continuer.`,
    done: "Terminer",
    doneTakes: (path) => `Terminer le saut${THIN}: ${path}`,
    takes: (pips) => (pips === 1 ? "prend 1 point" : `prend ${pips} points`),
    goHome: (n) => (n === 1 ? "1 rentre" : `${n} rentrent`),
    jumpers: `Celles-ci peuvent sauter${THIN}:`,
    orPlace: (n) => `ou posez-en une de votre réserve sur l’une des ${n} cases vides${THIN}:`,
    orPlaceOne: `ou posez-en une de votre réserve sur la dernière case vide${THIN}:`,
    orPlaceBrief: `ou posez-en une de votre réserve${THIN}:`,
    placeAny: (n) => `Posez-en une de votre réserve sur l’une des ${n} cases vides${THIN}:`,
    moreJumps: (n) => `${n} de plus`,
    fewerJumps: "Moins",
    small: "Petite",
    medium: "Moyenne",
    large: "Grande",
    left: (n) => (n === 0 ? "épuisée" : `encore ${n}`),
    then: "Puis tournez une dalle.",
    turnOne: "Tournez une dalle",
    turnHow: "Faites-la glisser sur le plateau, ou choisissez-la ici avec son angle.",
    turnCoaster: (coaster) => `Tournez la dalle ${coaster}`,
    turnBy: (coaster, degrees) => `Tourner ${coaster} de ${degrees}°`,
    coaster: (coaster) => `Dalle ${coaster}`,
    putDown: "Reposer",
    cancel: "Annuler",
    takeBackHop: "Reprendre un bond",
    board: `Le plateau${THIN}: 6 cases sur 6, sur quatre dalles`,
    captured: "Points capturés",
    of: (pips, goal) => `${pips} points capturés sur ${goal}`,
    reserveIs: (s, m, l) => `Réserve${THIN}: ${sizesFr(s, m, l)}`,
    capturesAre: (s, m, l) => `Captures${THIN}: ${sizesFr(s, m, l)}`,
    firstTo: "premier à",
    pips: "points",
    round: (n, of) => `manche ${n} sur ${of}`,
    quiet: (n, most) => `${n} tours sans capture${THIN}; nulle à ${most}`,
    again: "Encore une fois cette position, et c’est nulle.",
    empty: "vide",
    chosen: "choisie",
    target: "arrivée possible",
    canPlace: "pose possible",
    canJump: "peut sauter",
    aheadHow: `Choisissez déjà votre prochain coup${THIN}: une taille, ou une de vos pyramides, puis où.`,
    aheadPlace: (size, cell) => `Ensuite${THIN}: une ${ADJECTIVE[size]} en ${cell}`,
    aheadJump: (from, to) => `Ensuite${THIN}: un saut de ${from} à ${to}`,
    aheadWhen: "Il est joué quand vient votre tour, s’il est encore possible.",
    aheadGone: "Ce que vous aviez choisi n’est plus possible.",
  },
});

const ADJECTIVE: Record<Size, string> = { small: "petite", medium: "moyenne", large: "grande" };
const WHOLE: Record<Size, string> = {
  small: "petite pyramide",
  medium: "pyramide moyenne",
  large: "grande pyramide",
};

/** "small", « petite » */
export function sizeWord(size: Size, language: Language): string {
  return language === "fr" ? ADJECTIVE[size] : size;
}

/** "small pyramid", « petite pyramide » */
export function wholePyramid(size: Size, language: Language): string {
  return language === "fr" ? WHOLE[size] : `${size} pyramid`;
}

/** The keys that play this game, for the list beside the board. */
export const KEYS: readonly { keys: readonly string[]; en: string; fr: string }[] = [
  { keys: ["←", "↑", "↓", "→"], en: "walk over the cells", fr: "parcourir les cases" },
  { keys: ["Enter"], en: "choose, land, confirm", fr: "choisir, atterrir, confirmer" },
  {
    keys: ["1", "2", "3"],
    en: "small, medium, large; or 90°, 180°, 270°",
    fr: `petite, moyenne, grande${THIN}; ou 90°, 180°, 270°`,
  },
  { keys: ["A", "B", "C", "D"], en: "take a coaster", fr: "prendre une dalle" },
  { keys: ["[", "]"], en: "turn it back, turn it on", fr: "la tourner à gauche, à droite" },
  { keys: ["Esc"], en: "take back a hop, put down", fr: "reprendre un bond, reposer" },
];

/** "your large pyramid", "Inès's small pyramid" */
export function pyramidOf(pyramid: Pyramid, context: Words): string {
  const { owner, size } = pyramid;
  if (context.language === "fr") {
    return context.isMe(owner) ? `votre ${WHOLE[size]}` : `${WHOLE[size]} ${ofName(context.name(owner))}`;
  }
  return context.isMe(owner) ? `your ${size} pyramid` : `${possessive(context.name(owner))} ${size} pyramid`;
}

export interface CellState {
  chosen: boolean;
  target: "land" | "place" | null;
  canJump: boolean;
}

/** What a screen reader says of a cell: "a3, your large pyramid, can jump". */
export function cellLabel(cell: Cell, pyramid: Pyramid | null, state: CellState, context: Words): string {
  const w = words(context.language);
  const parts = [cell, pyramid ? pyramidOf(pyramid, context) : w.empty];
  if (state.chosen) parts.push(w.chosen);
  else if (state.canJump) parts.push(w.canJump);
  if (state.target) parts.push(state.target === "land" ? w.target : w.canPlace);
  return parts.join(", ");
}

/** A count for each size, in words' order. */
export function bySize<T>(counts: readonly [T, T, T]): { size: Size; count: T }[] {
  return SIZES.map((size, i) => ({ size, count: counts[i] as T }));
}

/** Said with one tap. */
export const PHRASES = {
  en: ["Nice jump!", "I missed that one"],
  fr: [`Joli saut${THIN}!`, "Je ne l’avais pas vu"],
};
