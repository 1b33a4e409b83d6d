// Everything that this game says, in both languages.

import type { KeyLine, MoveRow, Offer, Step, WordsContext } from "../../lib/table/face";
import { bilingual } from "../../lib/words/language.svelte";
import type { Table } from "./play.svelte";
import type { Event } from "./types";

export const words = bilingual({
  en: {
    choose: "How many do you take?",
    take: (stones: number) => `Take ${stones}`,
    pile: (stones: number) => (stones === 1 ? "1 stone is left." : `${stones} stones are left.`),
    took: (who: string, stones: number) => `${who} took ${stones}.`,
    youTook: (stones: number) => `You took ${stones}.`,
    toMove: "to move",
  },
  fr: {
    choose: "Combien en prenez-vous\u202f?",
    take: (stones) => `Prendre ${stones}`,
    pile: (stones) => (stones === 1 ? "Il reste 1 pierre." : `Il reste ${stones} pierres.`),
    took: (who, stones) => `${who} en a pris ${stones}.`,
    youTook: (stones) => `Vous en avez pris ${stones}.`,
    toMove: "à jouer",
  },
});

/** The board has no keys of its own: the list of all choices has. */
export const KEYS: readonly KeyLine[] = [];

/** "take 2" is 2. */
export function stonesIn(action: string): number {
  return Number(action.split(" ")[1] ?? 0);
}

export function offer(action: string, _: Table, { language }: WordsContext): Offer {
  return { what: words(language).take(stonesIn(action)), how: "" };
}

export function describe({ view }: Table, { language }: WordsContext): string[] {
  return [words(language).pile(view.stones)];
}

export function sentence({ events }: Step<Event>, { language, isMe, name }: WordsContext): string | null {
  const took = events.find((event) => event.type === "took");
  if (!took) return null;
  const w = words(language);
  return isMe(took.seat) ? w.youTook(took.stones) : w.took(name(took.seat), took.stones);
}

export function moves(steps: Step<Event>[]): MoveRow[] {
  const played = steps.filter(({ action }) => action !== null);
  return played.map(({ n, seat, action }, i) => ({
    label: `${i + 1}`,
    seat,
    parts: [{ text: action ?? "" }],
    step: n,
  }));
}
