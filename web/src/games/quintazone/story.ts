// What happened, told: the line above the table, the list of moves, and the end.

import { inSeries } from "../../lib/table/series";
import type { MoveRow, Outcome, Step, WordsContext } from "../../lib/table/face";
import { cardSign, cardWords, elementWord, pyramidWord, sizeWord, subject, THIN } from "./words";
import { same, type Event, type View } from "./types";

type Words = WordsContext;
type Laid = Extract<Event, { type: "card-laid" }>;
type Placed = Extract<Event, { type: "pyramid-placed" }>;
type Passed = Extract<Event, { type: "passed" }>;
type Deed = Laid | Placed | Passed;

const isDeed = (event: Event): event is Deed =>
  event.type === "card-laid" || event.type === "pyramid-placed" || event.type === "passed";

export function sentence(step: Step<Event>, context: Words): string | null {
  return lately([step], context);
}

/** The newest turn in one sentence: "Inès laid `earth over air` and placed a `large on earth` (4 cards)." */
export function lately(steps: Step<Event>[], context: Words): string | null {
  const events = steps.flatMap((step) => step.events);
  const last = events.findLast(isDeed);
  // A seat may have had several turns in a row in these steps: its newest begins after the turn before it.
  const from = last
    ? events.slice(0, events.lastIndexOf(last)).findLastIndex((event) => event.type === "turn-passed")
    : -1;
  const deeds = events.slice(from + 1).filter(isDeed);
  const ended = events.find((event) => event.type === "ended");
  const said: string[] = [];
  const [first] = deeds;
  if (first) {
    const has = context.language === "en" ? "" : context.isMe(first.seat) ? "avez " : "a ";
    const list = deeds.map((deed) => told(deed, context));
    said.push(`${subject(first.seat, context)} ${has}${inSeries(list, context.language)}.`);
  }
  if (ended) said.push(context.language === "fr" ? "La partie est finie." : "The game is over.");
  return said.length > 0 ? said.join(" ") : null;
}

function told(deed: Deed, context: Words): string {
  const fr = context.language === "fr";
  switch (deed.type) {
    case "card-laid":
      return `${fr ? "posé" : "laid"} \`${cardWords(deed.card, context.language)}\`${consequence(deed, context)}`;
    case "pyramid-placed": {
      const element = elementWord(deed.element, context.language);
      const pyramid = pyramidWord(deed.size, context.language);
      return fr
        ? `placé une \`${pyramid} sur ${element}\` (${cards(deed.cards, context)})`
        : `placed a \`${pyramid} on ${element}\` (${cards(deed.cards, context)})`;
    }
    case "passed":
      return fr ? "passé, faute de carte qui convienne" : "passed, with no card that fits";
  }
}

/** The largest zone that the card made: " (fire: 5 cards)". */
function consequence(laid: Laid, context: Words): string {
  const grown = laid.zones.filter((zone) => zone.joined > 0).sort((a, b) => b.cards - a.cards);
  const [largest] = grown;
  if (!largest) return "";
  const colon = context.language === "fr" ? `${THIN}:` : ":";
  return ` (${elementWord(largest.element, context.language)}${colon} ${cards(largest.cards, context)})`;
}

function cards(n: number, context: Words): string {
  if (context.language === "fr") return n < 2 ? `${n} carte` : `${n} cartes`;
  return n === 1 ? "1 card" : `${n} cards`;
}

/** What decided it, and why it is over. */
export function ending(outcome: Outcome, view: View, context: Words): string | null {
  const fr = context.language === "fr";
  const said = [...decided(outcome, view, context)];
  if (outcome.clause === "Z-16") said.push(fr ? "La dernière carte est posée." : "The last card is laid.");
  else
    said.push(
      fr
        ? `Plus personne ne peut poser de carte (pioche${THIN}: ${view.pile}).`
        : `Nobody can lay a card any more (pile: ${view.pile}).`,
    );
  if (outcome.winners.length > 1) said.push(fr ? "Victoire partagée." : "A shared win.");
  return said.join(" ");
}

/** The winner's best pyramid; and who would have won without the secret goals, where that is somebody else. */
function decided({ winners }: Outcome, view: View, context: Words): string[] {
  const fr = context.language === "fr";
  const [winner] = winners;
  const best = view.scoring
    ?.filter(({ seat }) => seat === winner)
    .reduce((most, score) => (score.points > most.points ? score : most));
  if (winner === undefined || winners.length > 1 || !best) return [];
  const pyramid = pyramidWord(best.size, context.language);
  const element = elementWord(best.element, context.language);
  const doubled = best.doubled
    ? fr
      ? ", doublés par l’objectif secret"
      : ", doubled by the secret goal"
    : "";
  const said = fr
    ? [`Une \`${pyramid} sur ${element}\` a rapporté ${best.points} points${doubled}.`]
    : [`A \`${pyramid} on ${element}\` brought ${best.points} points${doubled}.`];
  const most = Math.max(...view.seats.map(({ points }) => points));
  const first = view.seats.findIndex(({ points }) => points === most);
  if (view.seats[winner]?.points !== most) {
    if (fr)
      said.push(
        `Sans les objectifs secrets, ${context.isMe(first) ? "vous auriez" : `${context.name(first)} aurait`} gagné.`,
      );
    else
      said.push(
        `Without the secret goals ${context.isMe(first) ? "you" : context.name(first)} would have won.`,
      );
  }
  return said;
}

/** The points of each pyramid in the end, by the step that placed it. */
export function worth(view: View, steps: Step<Event>[]): Map<number, number> {
  const points = new Map<number, number>();
  for (const { n, events } of steps) {
    for (const event of events) {
      if (event.type !== "pyramid-placed") continue;
      const score = view.scoring?.find(
        ({ seat, element, cell }) =>
          seat === event.seat && element === event.element && same(cell, event.cell),
      );
      if (score) points.set(n, score.points);
    }
  }
  return points;
}

/** One row per turn: the card, then the pyramid. */
export function moves(steps: Step<Event>[], context: Words): MoveRow[] {
  const rows: MoveRow[] = [];
  let open = false;
  for (const step of steps) {
    for (const event of step.events) {
      if (event.type === "turn-passed" || event.type === "ended") open = false;
      if (!isDeed(event)) continue;
      let row = rows.at(-1);
      if (!open || !row) {
        row = { label: String(rows.length + 1), seat: event.seat, parts: [], step: step.n };
        rows.push(row);
        open = true;
      }
      row.parts.push(part(event, context));
      row.step = step.n;
      row.weight = Math.max(row.weight ?? 0, weight(event));
    }
  }
  return rows;
}

/** A pyramid by the zone it stands on; a card where zones grew together, by the zone they became. */
function weight(deed: Deed): number {
  if (deed.type === "passed") return 0;
  if (deed.type === "pyramid-placed") return deed.cards;
  return Math.max(0, ...deed.zones.filter((zone) => zone.joined > 1).map((zone) => zone.cards));
}

function part(deed: Deed, context: Words): MoveRow["parts"][number] {
  switch (deed.type) {
    case "card-laid":
      return { text: cardSign(deed.card, context.language) };
    case "pyramid-placed": {
      const [size, element] = [
        sizeWord(deed.size, context.language),
        elementWord(deed.element, context.language),
      ];
      return {
        text: context.language === "fr" ? `${size} sur ${element}` : `${size} on ${element}`,
        quiet: true,
      };
    }
    case "passed":
      return { text: context.language === "fr" ? "passe" : "passes", quiet: true };
  }
}
