// Everything that this game says, in both languages.

import type { MoveRow, Outcome, Step, WordsContext } from "../../lib/table/face";
import { bilingual, type Language } from "../../lib/words/language.svelte";
import { ofName, possessive } from "../../lib/table/names";
import { inSeries, soMany } from "../../lib/table/series";
import type { Cell, Coaster } from "./cells";
import { SIZES, jump, placement, turn } from "./notation";
import type { Pyramid, PyramidsEvent, PyramidsView, Size } from "./types";

type Words = WordsContext;
type Jumped = Extract<PyramidsEvent, { type: "jumped" }>;
type Act = Exclude<PyramidsEvent, { type: "round-ended" }>;

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

/** One step in one sentence. */
export function sentence(step: Step<PyramidsEvent>, context: Words): string | null {
  return lately([step], context);
}

/** The newest turn in one sentence: "Inès jumped `e3 to c3`, took your medium and turned `C by 270°`." */
export function lately(steps: Step<PyramidsEvent>[], context: Words): string | null {
  const events = newestTurn(steps);
  const ended = events.find((event) => event.type === "round-ended");
  const acts = events.filter((event): event is Act => event.type !== "round-ended");
  const [first] = acts;
  const said: string[] = [];
  if (first) {
    const deeds = acts.flatMap((event) => deedsOf(event, context));
    const has = context.language === "en" ? "" : context.isMe(first.seat) ? "avez " : "a ";
    said.push(`${subject(first.seat, context)} ${has}${inSeries(deeds, context.language)}.`);
  }
  if (ended) said.push(roundEnded(ended, context));
  return said.length > 0 ? said.join(" ") : null;
}

/** The events of the newest turn among these steps: back to the placement or jump that began it. */
function newestTurn(steps: readonly Step<PyramidsEvent>[]): PyramidsEvent[] {
  const events: PyramidsEvent[] = [];
  for (const event of steps.flatMap((step) => step.events).reverse()) {
    // A second coaster, or a second end, belongs to an older turn.
    if (
      event.type !== "placed" &&
      event.type !== "jumped" &&
      events.some((later) => later.type === event.type)
    )
      break;
    events.unshift(event);
    if (event.type === "placed" || event.type === "jumped") break;
  }
  return events;
}

/** What a step did, as a list of deeds: French says "a" or "avez" once, before the first. */
function deedsOf(event: Act, context: Words): string[] {
  const fr = context.language === "fr";
  switch (event.type) {
    case "placed":
      return [
        fr
          ? `posé une ${ADJECTIVE[event.size]} en \`${event.cell}\``
          : `placed a ${event.size} on \`${event.cell}\``,
      ];
    case "turned":
      return [
        fr
          ? `tourné \`${event.coaster} de ${event.degrees}°\``
          : `turned \`${event.coaster} by ${event.degrees}°\``,
      ];
    case "jumped": {
      const end = event.path.at(-1) ?? event.from;
      const deeds = [fr ? `sauté de \`${event.from}\` à \`${end}\`` : `jumped \`${event.from} to ${end}\``];
      if (event.captured.length > 0) deeds.push(`${fr ? "pris" : "took"} ${captured(event, context)}`);
      if (event.returned.length > 0) deeds.push(cameHome(event, context));
      return deeds;
    }
  }
}

/** "your medium", "2 of your pyramids": whose, and which if it is only one. */
function captured(event: Jumped, context: Words): string {
  const loser = event.seat === 0 ? 1 : 0;
  const [only] = event.captured;
  const mine = context.isMe(loser);
  if (context.language === "fr") {
    if (event.captured.length === 1 && only) {
      return mine
        ? `votre ${ADJECTIVE[only.size]}`
        : `une ${ADJECTIVE[only.size]} ${ofName(context.name(loser))}`;
    }
    return mine
      ? `${event.captured.length} de vos pyramides`
      : `${event.captured.length} pyramides ${ofName(context.name(loser))}`;
  }
  if (event.captured.length === 1 && only) {
    return mine ? `your ${only.size}` : `${possessive(context.name(loser))} ${only.size}`;
  }
  return mine
    ? `${event.captured.length} of your pyramids`
    : `${event.captured.length} of ${possessive(context.name(loser))} pyramids`;
}

/** One's own pyramids that were jumped go back to the reserve (P-14). */
function cameHome(event: Jumped, context: Words): string {
  const [only] = event.returned;
  const count = event.returned.length;
  const me = context.isMe(event.seat);
  if (context.language === "fr")
    return `repris ${count === 1 && only ? `une ${ADJECTIVE[only.size]}` : `${count} pyramides`}`;
  return `took ${me ? "your" : "their"} ${count === 1 && only ? only.size : `${count} pyramids`} back`;
}

function roundEnded(event: Extract<PyramidsEvent, { type: "round-ended" }>, context: Words): string {
  const score = scoreOf(event.pips, event.winner, context.language);
  const fr = context.language === "fr";
  if (event.winner === null) return fr ? `La manche est nulle, ${score}.` : `The round is a draw, ${score}.`;
  const me = context.isMe(event.winner);
  const wins = fr ? (me ? "gagnez la manche" : "gagne la manche") : me ? "win the round" : "wins the round";
  return `${subject(event.winner, context)} ${wins}, ${score}.`;
}

/** "15 to 3", the winner's first. */
function scoreOf(pips: readonly number[], winner: number | null | undefined, language: Language): string {
  const [first, second] = winner === 1 ? [pips[1], pips[0]] : [pips[0], pips[1]];
  return `${first ?? 0} ${language === "fr" ? "à" : "to"} ${second ?? 0}`;
}

/** Why it is over, besides who won. */
export function ending(outcome: Outcome, view: PyramidsView, context: Words): string | null {
  const fr = context.language === "fr";
  const [winner] = outcome.winners;
  const tell = (pips: number[]) => `${scoreOf(pips, winner, context.language)} ${fr ? "points" : "pips"}.`;
  const score = tell(view.players.map((player) => player.pips));
  switch (outcome.clause) {
    case "P-15":
      return fr
        ? `${view.goal} points capturés ou plus${THIN}: ${score}`
        : `${view.goal} pips captured or more: ${score}`;
    case "P-16":
      return fr ? "L’autre ne pouvait plus ni placer ni sauter." : "The other could neither place nor jump.";
    case "P-18":
      return fr
        ? `La même position est venue trois fois, ${score}`
        : `The same position came three times, ${score}`;
    case "P-19":
      return fr ? `Cent tours sans une capture, ${score}` : `A hundred turns without a capture, ${score}`;
    case "P-17":
      return `${fr ? `Au total des manches${THIN}:` : "Over all rounds:"} ${tell(totals(view))}`;
    default:
      return score;
  }
}

/** Every round's pips count for the match (P-17). */
function totals(view: PyramidsView): number[] {
  return [0, 1].map((seat) => view.results.reduce((sum, result) => sum + (result.pips[seat] ?? 0), 0));
}

/** One row per turn: the placement or jump, then the coaster, then what it took. */
export function moves(steps: Step<PyramidsEvent>[], _context: Words): MoveRow[] {
  const rows: MoveRow[] = [];
  for (const step of steps) {
    for (const event of step.events) {
      if (event.type === "round-ended") {
        rows.push({
          label: "",
          seat: event.winner,
          parts: [{ text: event.pips.join(" – ") }, { text: event.clause, quiet: true }],
          weight: 0.5,
          step: step.n,
        });
        continue;
      }
      const row = rows.at(-1);
      if (event.type === "turned" && row && row.seat === event.seat) {
        row.parts.push({ text: turn(event.coaster, event.degrees), quiet: true });
        row.step = step.n;
        continue;
      }
      const label = String(rows.filter((other) => other.label !== "").length + 1);
      rows.push({ label, seat: event.seat, ...partsOf(event), step: step.n });
    }
  }
  return rows;
}

function partsOf(event: Act): Pick<MoveRow, "parts" | "gain" | "weight"> {
  switch (event.type) {
    case "placed":
      return { parts: [{ text: placement(event.size, event.cell) }] };
    case "jumped": {
      const parts = [{ text: jump([event.from, ...event.path]) }];
      return event.pips > 0 ? { parts, gain: `+${event.pips}`, weight: event.pips } : { parts };
    }
    case "turned":
      return { parts: [{ text: turn(event.coaster, event.degrees), quiet: true }] };
  }
}

/** A count for each size, in words' order. */
export function bySize<T>(counts: readonly [T, T, T]): { size: Size; count: T }[] {
  return SIZES.map((size, i) => ({ size, count: counts[i] as T }));
}

function subject(seat: number, context: Words): string {
  if (!context.isMe(seat)) return context.name(seat);
  return context.language === "fr" ? "Vous" : "You";
}

/** Said with one tap. */
export const PHRASES = {
  en: ["Nice jump!", "I missed that one"],
  fr: [`Joli saut${THIN}!`, "Je ne l’avais pas vu"],
};
