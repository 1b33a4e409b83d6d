// The game for those who do not see it: every action as a sentence, where everything stands, and what is about to run out.

import type { KeyLine, Offer, TableState, Warning, WordsContext } from "../../lib/table/face";
import type { Language } from "../../lib/words/language.svelte";
import { series } from "../../lib/table/series";
import type { Card, CardEffect, SandEvent, SandView, Tile, Timer, TimerStep } from "./types";
import { kind, letterOf, secondsOf, title, words } from "./words";
import { capital } from "../../lib/words/reader";

type Table = Pick<TableState<SandView, SandEvent>, "view" | "clock">;

const JOKER = /joker([>+])(t\d+)$/;

export const KEYS: readonly KeyLine[] = [
  { keys: ["1", "2", "3"], en: "play a card of your hand", fr: "jouer une carte de votre main" },
  { keys: ["A … E"], en: "choose a timer for a joker", fr: "choisir un sablier pour un joker" },
  { keys: ["Esc"], en: "put the joker back", fr: "reprendre le joker" },
  { keys: ["W"], en: "in practice: let the sand run", fr: "à l’entraînement\u202f: laisser couler le sable" },
];

export function offer(action: string, { view }: Table, context: WordsContext): Offer {
  const { language } = context;
  const fr = language === "fr";
  if (action === "wait") {
    const w = words(language);
    return { what: w.wait, how: w.waitRuns(secondsOf(view.wait ?? 0)) };
  }
  const joker = JOKER.exec(action);
  if (joker) {
    const [, does = "", timer = ""] = joker;
    const effect = view.effects.find(
      (one) =>
        one.joker === (does === "+" ? "recover" : "activate") &&
        one.steps.some((step) => step.timer === timer),
    );
    const what = action.startsWith("play")
      ? fr
        ? "Jouer votre joker"
        : "Play your joker"
      : fr
        ? "Le joker"
        : "The joker";
    const done = effect ? steps(effect, context) : `${does === "+" ? "+" : ""}${letterOf(timer)}`;
    return { what, how: done };
  }
  const [word = "", of = ""] = action.split(" ");
  if (word === "suggest") {
    const [seat = "", place = ""] = of.split("#");
    const held = view.hands[Number(seat)]?.places.find((one) => one.place === Number(place));
    const card = held?.card ? `, ${kind(held.card, language)}` : "";
    const name = context.name(Number(seat));
    return {
      what: fr ? `Suggérer à ${name}` : `Suggest to ${name}`,
      how: `${fr ? "carte" : "card"} ${place}${card}`,
    };
  }
  if (of.startsWith("#")) {
    const place = of.slice(1);
    return { what: fr ? "Jouer sans la voir" : "Play unseen", how: `${fr ? "carte" : "card"} ${place}` };
  }
  const card = of as Card;
  const effect = view.effects.find((one) => one.card === card && one.joker === null);
  const name = title(card, language);
  const how = effect && effect.steps.length > 0 ? steps(effect, context) : words(language).noEffect;
  return { what: fr ? `Jouer ${name}` : `Play ${name}`, how };
}

function steps(effect: CardEffect, context: WordsContext): string {
  return effect.steps.map((step) => stepWords(step, effect.joker === "recover", context)).join(", ");
}

/** "A goes from 3 to 4", "B is turned on 7" */
function stepWords(step: TimerStep, recovered: boolean, { language }: WordsContext): string {
  const fr = language === "fr";
  const letter = letterOf(step.timer);
  if (recovered && !step.lost)
    return fr ? `${letter} est relevé en ${step.to}` : `${letter} is recovered on ${step.to}`;
  if (recovered) return fr ? `${letter} est retourné, encore perdu` : `${letter} is turned, still lost`;
  if (step.unblocks !== null)
    return fr ? `${letter} débloque la case ${step.unblocks}` : `${letter} unblocks tile ${step.unblocks}`;
  if (step.from === step.to)
    return fr ? `${letter} est retourné en ${step.to}` : `${letter} is turned on ${step.to}`;
  return fr ? `${letter} va de ${step.from} à ${step.to}` : `${letter} goes from ${step.from} to ${step.to}`;
}

/** What the upper half of a timer holds now. */
function left(timer: Timer, table: Table): number {
  const { view } = table;
  return Math.max(0, timer.left - (view.running ? Math.max(0, table.clock() - view.at) : 0));
}

export function describe(table: Table, context: WordsContext): string[] {
  const { view } = table;
  const { language } = context;
  const fr = language === "fr";
  const w = words(language);
  const colon = fr ? "\u202f:" : ":";
  const said = [
    `${w.level(view.level.number)}${colon} ${w.tiles(view.level.before, view.level.danger)}.`,
    ...view.timers.map((timer) => {
      const where = timer.lost ? w.beside(timer.tile) : w.on(timer.tile);
      const danger = timer.danger ? `, ${w.inDanger}` : "";
      return `${timer.letter}, ${w.timerIs(w[timer.glass])}, ${where}${danger}${colon} ${w.leaves(secondsOf(left(timer, table)))}.`;
    }),
  ];
  const hands = view.hands.map(({ seat, places }) => {
    const cards = places.map(({ held, card }) =>
      card ? kind(card, language) : held ? w.unseen : w.emptyPlace,
    );
    return `${context.isMe(seat) ? w.yourCards : context.name(seat)}${colon} ${cards.join(", ")}.`;
  });
  said.push(...hands);
  const tiles = view.track.map((tile) => {
    const parts = [w.tileIs(tile.number, kind(tile.shape, language), colourOf(tile, language))];
    if (tile.danger) parts.push(w.inDanger);
    if (tile.blocked) parts.push(w.blocked);
    return parts.join(", ");
  });
  said.push(`${w.track}${colon} ${series(tiles, language)}.`);
  const top = view.discard.at(-1);
  const discard = top ? `, ${w.discard.toLowerCase()}${colon} ${kind(top, language)}` : "";
  said.push(`${w.pile}${colon} ${view.pile}${discard}.`);
  if (view.removed) said.push(`${capital(w.removed(kind(view.removed, language)))}.`);
  if (view.level.silence) said.push(`${w.silence}.`);
  if (view.practice) said.push(`${w.practice}.`);
  return said;
}

/** In French a colour agrees with its shape: « lune grise ». */
function colourOf({ shape, colour }: Tile, language: Language): string {
  return language === "fr" && shape === "moon" && colour === "grey" ? "grise" : kind(colour, language);
}

/** Sand that is close to running out: said twice for each turn of a timer, never every second. */
export function warnings(table: Table, context: WordsContext): Warning[] {
  const { view } = table;
  if (!view.running || view.outcome) return [];
  return view.timers.flatMap((timer) => {
    const millis = left(timer, table);
    if (millis <= 0 || millis > view.amounts.soon) return [];
    const seconds = secondsOf(millis);
    const text =
      context.language === "fr"
        ? `Sablier ${timer.letter}\u202f: encore ${seconds}\u202fs.`
        : `Timer ${timer.letter}: ${seconds} s left.`;
    return [
      { key: `${timer.name} ${timer.runs_out} ${millis <= view.amounts.close ? "now" : "soon"}`, text },
    ];
  });
}
