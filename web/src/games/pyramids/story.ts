// What has happened, or would happen: turn by turn in sentences, the move list, and how it ended.

import type { MoveRow, Outcome, Step, WordsContext as Words } from "../../lib/table/face";
import { ofName, possessive } from "../../lib/table/names";
import { inSeries } from "../../lib/table/series";
import type { Language } from "../../lib/words/language.svelte";
import { jump, placement, turn } from "./notation";
import type { PyramidsEvent, PyramidsView } from "./types";
import { sizeWord } from "./words";

type Jumped = Extract<PyramidsEvent, { type: "jumped" }>;
type Act = Exclude<PyramidsEvent, { type: "round-ended" }>;

/** Narrow no-break space, for French punctuation. */
const THIN = "\u202f";

/** One step in one sentence. */
export function sentence(step: Step<PyramidsEvent>, context: Words): string | null {
  return lately([step], context);
}

/** The newest turn in one sentence: "Inès jumped `e3 to c3`, took your medium and turned `C by 270°`." */
export function lately(steps: Step<PyramidsEvent>[], context: Words): string | null {
  const { acts, ended } = newestTurn(steps);
  const [first] = acts;
  const said: string[] = [];
  if (first) {
    const deeds = acts.flatMap((event) => deedsOf(event, "past", context));
    const has = context.language === "en" ? "" : context.isMe(first.seat) ? "avez " : "a ";
    said.push(`${subject(first.seat, context)} ${has}${inSeries(deeds, context.language)}.`);
  }
  if (ended) said.push(roundEnded(ended, context));
  return said.length > 0 ? said.join(" ") : null;
}

/** The same turn as it would be, after "if" or "then": "Inès jumps `e3 to c3` and takes your medium". */
export function planned(steps: Step<PyramidsEvent>[], context: Words): string | null {
  const { acts } = newestTurn(steps);
  const [first] = acts;
  if (!first) return null;
  const deeds = acts.flatMap((event) => deedsOf(event, "present", context));
  const you = context.language === "fr" ? "vous" : "you";
  const who = context.isMe(first.seat) ? you : context.name(first.seat);
  return `${who} ${inSeries(deeds, context.language)}`;
}

/** The events of the newest turn among these steps: back to the placement or jump that began it. */
function newestTurn(steps: readonly Step<PyramidsEvent>[]) {
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
  return {
    acts: events.filter((event): event is Act => event.type !== "round-ended"),
    ended: events.find((event) => event.type === "round-ended"),
  };
}

/** What is done: done by now; as it is done; as you do it. */
const VERBS = {
  en: {
    place: ["placed", "places", "place"],
    turn: ["turned", "turns", "turn"],
    jump: ["jumped", "jumps", "jump"],
    take: ["took", "takes", "take"],
  },
  fr: {
    place: ["posé", "pose", "posez"],
    turn: ["tourné", "tourne", "tournez"],
    jump: ["sauté", "saute", "sautez"],
    take: ["pris", "prend", "prenez"],
    retake: ["repris", "reprend", "reprenez"],
  },
} as const;
type Tense = "past" | "present";

/** What a step did or would do, as a list of deeds: of the past, French says "a" or "avez" once, before the first. */
function deedsOf(event: Act, tense: Tense, context: Words): string[] {
  const form = tense === "past" ? 0 : context.isMe(event.seat) ? 2 : 1;
  const fr = context.language === "fr";
  const verb = (name: keyof typeof VERBS.en) => VERBS[context.language][name][form];
  switch (event.type) {
    case "placed":
      return [
        fr
          ? `${verb("place")} une ${sizeWord(event.size, "fr")} en \`${event.cell}\``
          : `${verb("place")} a ${event.size} on \`${event.cell}\``,
      ];
    case "turned":
      return [`${verb("turn")} \`${event.coaster} ${fr ? "de" : "by"} ${event.degrees}°\``];
    case "jumped": {
      const end = event.path.at(-1) ?? event.from;
      const deeds = [
        fr
          ? `${verb("jump")} de \`${event.from}\` à \`${end}\``
          : `${verb("jump")} \`${event.from} to ${end}\``,
      ];
      if (event.captured.length > 0) deeds.push(`${verb("take")} ${captured(event, context)}`);
      if (event.returned.length > 0)
        deeds.push(`${fr ? VERBS.fr.retake[form] : verb("take")} ${cameHome(event, context)}`);
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
        ? `votre ${sizeWord(only.size, "fr")}`
        : `une ${sizeWord(only.size, "fr")} ${ofName(context.name(loser))}`;
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
    return count === 1 && only ? `une ${sizeWord(only.size, "fr")}` : `${count} pyramides`;
  return `${me ? "your" : "their"} ${count === 1 && only ? only.size : `${count} pyramids`} back`;
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

function subject(seat: number, context: Words): string {
  if (!context.isMe(seat)) return context.name(seat);
  return context.language === "fr" ? "Vous" : "You";
}
