// The words of this game, in both languages, and what its steps say.

import type { MoveRow, Outcome, Step, WordsContext as Context } from "../../lib/table/face";
import { bilingual, spoken } from "../../lib/words/language.svelte";
import { ofName, possessive } from "../../lib/table/names";
import type { Held, Ink, Lying, Objective, QuadriEvent, QuadriView, Square } from "./types";

/** French sets a narrow space before ; : ! ? */
const THIN = "\u202f";

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
/** French counts nought as one. */
const compte = (n: number, un: string, plusieurs: string) => `${n} ${n < 2 ? un : plusieurs}`;

export const words = bilingual({
  en: {
    sheet: "The table: lay cards and point at squares",
    laySheet: "Arrows move the card, R turns it, Enter lays it. P: point at squares instead.",
    pointSheet: "Arrows move over the squares, Space points at one, Enter claims the shape.",
    place: "Lay this card over 1 to 3 squares.",
    wait: (name: string) => `${name} is laying a card.`,
    waitClaim: "Claim what you see, at any moment.",
    layHere: "Lay here",
    howToLay: "Click where its middle should lie. The wheel turns it.",
    howToTouch: "Put it on the table; tap it to turn it.",
    turnLeft: "Turn left",
    turnRight: "Turn right",
    covers: (n: number) => (n === 0 ? "covers no square" : `covers ${count(n, "square", "squares")}`),
    slug: (proof: number, pile: number) => `Proof ${proof}, ${count(pile, "card", "cards")} in the pile`,
    pile: (n: number) => (n === 1 ? "card in the pile" : "cards in the pile"),
    draw: (n: number) => (n === 1 ? "objective to draw" : "objectives to draw"),
    points: (n: number) => count(n, "point", "points"),
    pointsWord: (n: number) => (n === 1 ? "point" : "points"),
    claim: "Claim",
    claimThis: (name: string) => `Claim ${name}`,
    missing: "Not there.",
    gone: "The last card has covered it.",
    retry: "Try again after the next card.",
    automatic: "Claimed by itself when it is there.",
    glows: "It is there!",
    yourHand: "Your objectives",
    common: "Objectives of all",
    theirs: (name: string) => `${possessive(name)} objectives`,
    yours: "Your three, which only the others see",
    hiddenFrom: (name: string) => `${possessive(name)} three, which only the others see`,
    backs: (n: number) => `${count(n, "objective", "objectives")} that only the others see`,
    holds: (n: number) => `${count(n, "objective", "objectives")} in hand`,
    realised: "Realised",
    leftOver: "Not realised",
    again: (name: string) => `Show ${name} again`,
    doneMark: "done",
    out: "out",
    saidDone: "done claiming",
    lastRound: (n: number) => `Last round: ${count(n, "card", "cards")} to lay.`,
    closing: "The last card lies: now the last claims.",
    closingLeft: (s: number) => `${count(s, "second", "seconds")} left`,
    end: "I see nothing more",
    point: "Point at a shape",
    lay: "Back to the card",
    pointed: (n: number) => count(n, "square pointed at", "squares pointed at"),
    nearer: "Nearer",
    whole: "Whole table",
    ghost: (where: string, colours: string, covers: string) => `${where}: ${colours}, ${covers}`,
    where: (x: number, y: number) => `column ${x}, row ${y}`,
    row: (y: number, x: number, inks: string) => `Row ${y}, from column ${x}: ${inks}.`,
    gap: "nothing",
    pointedAt: "pointed at",
    describe: (cards: number) => `${count(cards, "card lies", "cards lie")} on the table. Squares in sight:`,
  },
  fr: {
    sheet: `La table${THIN}: posez des cartes, montrez des carrés`,
    laySheet: `Les flèches déplacent la carte, R la tourne, Entrée la pose. P${THIN}: montrer plutôt des carrés.`,
    pointSheet: "Les flèches parcourent les carrés, Espace en montre un, Entrée annonce la forme.",
    place: "Posez cette carte sur 1 à 3 carrés.",
    wait: (name) => `${name} pose une carte.`,
    waitClaim: "Annoncez ce que vous voyez, à tout moment.",
    layHere: "Poser ici",
    howToLay: "Cliquez là où doit être son milieu. La molette la tourne.",
    howToTouch: `Posez-la sur la table${THIN}; touchez-la pour la tourner.`,
    turnLeft: "Tourner à gauche",
    turnRight: "Tourner à droite",
    covers: (n) => (n === 0 ? "ne couvre aucun carré" : `couvre ${compte(n, "carré", "carrés")}`),
    slug: (proof, pile) => `Épreuve ${proof}, pioche de ${compte(pile, "carte", "cartes")}`,
    pile: (n) => (n < 2 ? "carte en pioche" : "cartes en pioche"),
    draw: (n) => (n < 2 ? "objectif à piocher" : "objectifs à piocher"),
    points: (n) => compte(n, "point", "points"),
    pointsWord: (n) => (n < 2 ? "point" : "points"),
    claim: "Annoncer",
    claimThis: (name) => `Annoncer ${name}`,
    missing: "Pas là.",
    gone: "La dernière carte l’a couvert.",
    retry: "Retentez à la carte suivante.",
    automatic: "Annoncé tout seul dès qu’il est là.",
    glows: `Il est là${THIN}!`,
    yourHand: "Vos objectifs",
    common: "Objectifs communs",
    theirs: (name) => `Objectifs ${ofName(name)}`,
    yours: "Les vôtres, que seuls les autres voient",
    hiddenFrom: (name) => `Les trois ${ofName(name)}, que seuls les autres voient`,
    backs: (n) => `${compte(n, "objectif", "objectifs")} que seuls les autres voient`,
    holds: (n) => `${compte(n, "objectif", "objectifs")} en main`,
    realised: "Réalisés",
    leftOver: "Non réalisés",
    again: (name) => `Revoir ${name}`,
    doneMark: "réalisé",
    out: "hors jeu",
    saidDone: "a terminé",
    lastRound: (n) => `Dernier tour${THIN}: ${compte(n, "carte", "cartes")} à poser.`,
    closing: `La dernière carte est posée${THIN}: place aux dernières annonces.`,
    closingLeft: (s) => `encore ${compte(s, "seconde", "secondes")}`,
    end: "Je ne vois plus rien",
    point: "Montrer une forme",
    lay: "Revenir à la carte",
    pointed: (n) => compte(n, "carré montré", "carrés montrés"),
    nearer: "Plus près",
    whole: "Toute la table",
    ghost: (where, colours, covers) => `${where}${THIN}: ${colours}, ${covers}`,
    where: (x, y) => `colonne ${x}, ligne ${y}`,
    row: (y, x, inks) => `Ligne ${y}, à partir de la colonne ${x}${THIN}: ${inks}.`,
    gap: "rien",
    pointedAt: "montré",
    describe: (cards) => `${compte(cards, "carte", "cartes")} sur la table. Carrés visibles${THIN}:`,
  },
});

const INK = bilingual({
  en: { cyan: "cyan", magenta: "magenta", yellow: "yellow", black: "black" },
  fr: { cyan: "cyan", magenta: "magenta", yellow: "jaune", black: "noir" },
});

export const inkName = (ink: Ink, language = spoken.language): string => INK(language)[ink];

export const KEYS: { keys: string[]; en: string; fr: string }[] = [
  { keys: ["R"], en: "turn the card (or the wheel)", fr: "tourner la carte (ou la molette)" },
  { keys: ["←", "↑", "↓", "→"], en: "move it", fr: "la déplacer" },
  {
    keys: ["Enter"],
    en: "lay it, or claim what you point at",
    fr: "la poser, ou annoncer ce que vous montrez",
  },
  { keys: ["1", "2", "3"], en: "claim an objective", fr: "annoncer un objectif" },
  { keys: ["P"], en: "point at squares", fr: "montrer des carrés" },
];

/** An objective's name in the language spoken now. */
export const nameOf = (objective: Objective): string => objective.name[spoken.language];

/** What a screen reader says of an objective. */
export function objectiveLabel(objective: Objective): string {
  return `${nameOf(objective)}, ${words().points(objective.points)}`;
}

/** What hinders or helps a claim, in a few words. */
export function heldNote(held: Held, moreCards: boolean): string | null {
  if (!held.tried) return held.glows ? words().glows : null;
  const why = held.tried === "covered" ? words().gone : words().missing;
  return moreCards ? `${why} ${words().retry}` : why;
}

/** The table as text, row by row: "Row 1, from column −2: cyan, nothing, black." */
export function rowsOf(squares: readonly Square[], language = spoken.language): string[] {
  const rows = new Map<number, Square[]>();
  for (const square of squares) rows.set(square.y, [...(rows.get(square.y) ?? []), square]);
  return [...rows].map(([y, row]) => {
    const sorted = [...row].sort((a, b) => a.x - b.x);
    const from = sorted[0]?.x ?? 0;
    const to = sorted.at(-1)?.x ?? from;
    const inks = Array.from({ length: to - from + 1 }, (_, i) => {
      const square = sorted.find(({ x }) => x === from + i);
      return square ? inkName(square.colour, language) : words(language).gap;
    });
    return words(language).row(y, from, inks.join(", "));
  });
}

type Words = Context;

/** One step in one sentence. */
export function sentence(step: Step<QuadriEvent>, context: Words): string | null {
  const said = step.events.flatMap((event) => saying(event, step, context) ?? []);
  return said.length > 0 ? said.join(" ") : null;
}

/** The newest steps of a seat: its last card and what it has claimed since. */
export function lately(steps: Step<QuadriEvent>[], context: Words): string | null {
  const from = steps.findLastIndex((step) => step.events.some((event) => event.type === "placed"));
  const said = steps.slice(Math.max(0, from)).flatMap((step) => sentence(step, context) ?? []);
  return said.length > 0 ? said.slice(-3).join(" ") : null;
}

function saying(event: QuadriEvent, step: Step<QuadriEvent>, context: Words): string | null {
  const fr = context.language === "fr";
  switch (event.type) {
    case "placed": {
      const has = fr ? (context.isMe(event.seat) ? "avez posé" : "a posé") : "laid";
      const n = event.covered;
      const covered = fr
        ? compte(n, "carré couvert", "carrés couverts")
        : `${count(n, "square", "squares")} covered`;
      return `${subject(event.seat, context)} ${has}${fr ? "" : " a card"}, ${covered}.`;
    }
    case "realised":
      return realised(event, step, context);
    case "missed": {
      const name = event.objective.name[context.language];
      if (fr) {
        return event.covered
          ? `\`${name}\` vient d’être couvert${THIN}: retentez à la carte suivante.`
          : `\`${name}\` n’y est pas${THIN}: retentez à la carte suivante.`;
      }
      return event.covered
        ? `\`${name}\` has just been covered: try again after the next card.`
        : `\`${name}\` is not there: try again after the next card.`;
    }
    case "last-round":
      return words(context.language).lastRound(event.placements);
    case "closing":
      return words(context.language).closing;
    case "done":
      return fr
        ? `${subject(event.seat, context)} ${context.isMe(event.seat) ? "avez" : "a"} terminé.`
        : `${subject(event.seat, context)} ${context.isMe(event.seat) ? "are" : "is"} done.`;
    case "out":
      return fr
        ? `${subject(event.seat, context)} n’${context.isMe(event.seat) ? "avez" : "a"} plus d’objectif.`
        : `${subject(event.seat, context)} ${context.isMe(event.seat) ? "have" : "has"} no objective left.`;
    default:
      return null;
  }
}

type RealisedEvent = Extract<QuadriEvent, { type: "realised" }>;

/** Whether it was another seat's card that realised it: so it goes in ball-trap. */
function falls(event: RealisedEvent, step: Step<QuadriEvent>): boolean {
  return step.events.some((other) => other.type === "placed" && other.seat !== event.seat);
}

export function realised(event: RealisedEvent, step: Step<QuadriEvent>, context: Words): string {
  const { seat, objective } = event;
  const name = objective.name[context.language];
  const me = context.isMe(seat);
  if (context.language === "fr") {
    if (falls(event, step)) {
      return me ? `Votre \`${name}\` tombe.` : `\`${name}\` ${ofName(context.name(seat))} tombe.`;
    }
    const verb = me ? "réalisez" : "réalise";
    return `${subject(seat, context)} ${verb} \`${name}\`, ${compte(objective.points, "point", "points")}.`;
  }
  if (falls(event, step)) {
    return me ? `Your \`${name}\` falls.` : `${possessive(context.name(seat))} \`${name}\` falls.`;
  }
  const verb = me ? "realise" : "realises";
  return `${subject(seat, context)} ${verb} \`${name}\`, ${count(objective.points, "point", "points")}.`;
}

/** Why it is over, besides who won. */
export function ending(outcome: Outcome, view: QuadriView, context: Words): string | null {
  const fr = context.language === "fr";
  const done = view.common.filter((common) => common.done).length;
  switch (outcome.clause) {
    case "Q-11": {
      const n = view.realised.length;
      return fr
        ? `${compte(n, "objectif réalisé", "objectifs réalisés")} en ${view.lying.length} épreuves.`
        : `${count(n, "objective", "objectives")} realised in ${view.lying.length} proofs.`;
    }
    case "Q-17":
      if (outcome.winners.length > 0) {
        return fr
          ? `Les dix objectifs sont réalisés, ${compte(view.pile, "carte restait", "cartes restaient")}.`
          : `All ten objectives are done, with ${count(view.pile, "card", "cards")} left.`;
      }
      return fr
        ? `${compte(done, "objectif réalisé", "objectifs réalisés")} sur dix, et la pioche est vide.`
        : `${done} of ten objectives done, and the pile is empty.`;
    case "Q-21":
      return fr ? "Les autres n’ont plus d’objectif." : "The others have no objective left.";
    case "Q-22":
      return fr
        ? `La pioche est vide${THIN}: le plus d’objectifs restants gagne.`
        : "The pile is empty: most objectives left win.";
    default:
      return null;
  }
}

/** One row a card, one an objective. */
export function moves(steps: Step<QuadriEvent>[], context: Words): MoveRow[] {
  const rows: MoveRow[] = [];
  const fr = context.language === "fr";
  const add = (row: Omit<MoveRow, "label">, label = "") => rows.push({ label, ...row });
  for (const step of steps) {
    for (const event of step.events) {
      if (event.type === "placed") {
        const covered = fr ? `${event.covered} sous elle` : `over ${event.covered}`;
        const parts = [{ text: where(event.lying) }, { text: covered, quiet: true }];
        // Where nobody realised much, the cards that covered most are what changed the sheet.
        const weight = event.covered / 100;
        add({ seat: event.seat, parts, weight, step: step.n }, String(event.lying.number));
      } else if (event.type === "realised") {
        const parts = [{ text: event.objective.name[context.language] }];
        if (falls(event, step))
          add({ seat: event.seat, parts: [...parts, { text: "✕", quiet: true }], step: step.n });
        else {
          const { points } = event.objective;
          add({ seat: event.seat, parts, gain: `+${points}`, weight: points, step: step.n });
        }
      } else if (event.type === "last-round" || event.type === "closing") {
        const text =
          event.type === "closing"
            ? fr
              ? "Dernières annonces"
              : "Last claims"
            : fr
              ? "Dernier tour"
              : "Last round";
        add({ seat: null, parts: [{ text, quiet: true }], step: step.n });
      } else if (event.type === "out") {
        add({ seat: event.seat, parts: [{ text: fr ? "hors jeu" : "out", quiet: true }], step: step.n });
      }
    }
  }
  return rows;
}

/** A card in a move list: its colours clockwise, and where it lies. */
function where({ card, x, y, turn }: Lying): string {
  return `${card}@${x},${y}${turn > 0 ? ` ↻${turn}°` : ""}`;
}

function subject(seat: number, context: Words): string {
  if (!context.isMe(seat)) return context.name(seat);
  return context.language === "fr" ? "Vous" : "You";
}

/** Said with one tap. */
export const PHRASES = {
  en: ["Lovely shape!", "Let me see…"],
  fr: [`Belle forme${THIN}!`, "Voyons voir…"],
};
