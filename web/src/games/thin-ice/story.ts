// What happened, told: the line above the board, the list of moves, and the end.

import type { MoveRow, Outcome, Step, WordsContext } from "../../lib/table/face";
import type { Event, View } from "./types";
import { cardWord, dieWord, faceWord, pawnOf } from "./words";
import { capital } from "../../lib/words/reader";

type Told = { seat: number; text: string };

const way = (from: string, to: string) => `\`${from} → ${to}\``;

type Tell = (seat: number, english: string, french: string) => Told;

/** What an event says somebody did: "walked `c4 → d5`". Null: it is no deed. */
function deed(event: Event, step: Step<Event>, context: WordsContext): Told | null {
  const en = context.language === "en";
  const tell: Tell = (seat, english, french) => ({ seat, text: en ? english : french });
  return (
    onIce(event, tell, context) ?? besideIt(event, tell, context) ?? toTheIce(event, step, tell, context)
  );
}

/** Pawns and tiles that were put down or moved. */
function onIce(event: Event, tell: Tell, context: WordsContext): Told | null {
  const en = context.language === "en";
  switch (event.type) {
    case "laid": {
      const face = faceWord(event.face, context.language);
      return tell(
        event.seat,
        `laid \`${face}\` on \`${event.cell}\``,
        `posé \`${face}\` en \`${event.cell}\``,
      );
    }
    case "placed":
      return tell(event.seat, `put a pawn on \`${event.cell}\``, `placé un pion en \`${event.cell}\``);
    case "moved": {
      const path = way(event.from, event.to);
      if (event.sea) return tell(event.seat, `went into the sea, ${path}`, `fini à la mer, ${path}`);
      if (event.leap) return tell(event.seat, `leapt ${path}`, `bondi ${path}`);
      return tell(event.seat, `walked ${path}`, `avancé ${path}`);
    }
    case "stayed":
      return tell(event.seat, `stayed on \`${event.cell}\``, `laissé son pion en \`${event.cell}\``);
    case "slid":
      return tell(
        event.seat,
        `slid a tile ${way(event.from, event.to)}`,
        `poussé une tuile ${way(event.from, event.to)}`,
      );
    case "put": {
      const pawn = pawnOf(event.seat, context);
      const fell = event.fell ? (en ? ", into the hole" : ", dans le trou") : "";
      return tell(
        event.by,
        `placed ${pawn} on \`${event.to}\`${fell}`,
        `placé ${pawn} en \`${event.to}\`${fell}`,
      );
    }
    case "saved":
      return tell(event.seat, `came back on \`${event.cell}\``, `remis son pion en \`${event.cell}\``);
    case "swapped":
      return tell(
        event.seat,
        `traded places, ${way(event.a, event.b)}`,
        `échangé deux places, ${way(event.a, event.b)}`,
      );
    default:
      return null;
  }
}

/** Dice, cards and beasts. */
function besideIt(event: Event, tell: Tell, context: WordsContext): Told | null {
  switch (event.type) {
    case "rolled": {
      const face = dieWord(event.face, context.language);
      return tell(event.seat, `rolled \`${face}\``, `lancé le dé, \`${face}\``);
    }
    case "woke":
      return tell(event.seat, "woke the bear", "réveillé l’ours");
    case "bear-moved":
      return tell(
        event.seat,
        `moved the bear ${way(event.from, event.to)}`,
        `mené l’ours ${way(event.from, event.to)}`,
      );
    case "orca-moved":
      return tell(
        event.seat,
        `drove the orca ${way(event.from, event.to)}`,
        `chassé l’orque ${way(event.from, event.to)}`,
      );
    case "played":
      return tell(
        event.seat,
        `played \`${cardWord(event.card, "en")}\``,
        `joué \`${cardWord(event.card, "fr")}\``,
      );
    case "discarded":
      return tell(
        event.seat,
        `discarded \`${cardWord(event.card, "en")}\``,
        `défaussé \`${cardWord(event.card, "fr")}\``,
      );
    case "drew":
      return tell(
        event.seat,
        event.count === 1 ? "drew a card" : `drew ${event.count} cards`,
        event.count === 1 ? "pioché une carte" : `pioché ${event.count} cartes`,
      );
    case "named":
      return tell(event.by, `named ${context.name(event.seat)}`, `nommé ${context.name(event.seat)}`);
    default:
      return null;
  }
}

/** What was done to a tile by the action of this step; the same happens by itself, too. */
function toTheIce(event: Event, step: Step<Event>, tell: Tell, context: WordsContext): Told | null {
  switch (event.type) {
    case "turned": {
      const [word] = step.action?.split(" ") ?? [];
      if (step.seat === null || (word !== "crack" && word !== "freeze")) return null;
      const face = faceWord(event.face, context.language);
      if (word === "crack")
        return tell(step.seat, `cracked \`${event.cell}\` (${face})`, `fêlé \`${event.cell}\` (${face})`);
      return tell(step.seat, `froze \`${event.cell}\` (${face})`, `regelé \`${event.cell}\` (${face})`);
    }
    case "removed": {
      if (step.seat === null) return null;
      if (event.why === "broken")
        return tell(step.seat, `removed \`${event.cell}\``, `retiré \`${event.cell}\``);
      if (event.why === "kraken")
        return tell(
          step.seat,
          `had the kraken destroy \`${event.cell}\``,
          `fait détruire \`${event.cell}\` au kraken`,
        );
      return null;
    }
    default:
      return null;
  }
}

/** What befell somebody or something: a sentence of its own. */
function fate(event: Event, step: Step<Event>, context: WordsContext): string | null {
  const en = context.language === "en";
  const pawn = (seat: number) => capital(pawnOf(seat, context));
  switch (event.type) {
    case "out":
      if (event.adrift)
        return en ? `${pawn(event.seat)} drifts away.` : `${pawn(event.seat)} part à la dérive.`;
      return en ? `${pawn(event.seat)} is lost at sea.` : `${pawn(event.seat)} est perdu en mer.`;
    case "missed": {
      const names = event.seats.map((seat) => context.name(seat)).join(", ");
      return en ? `${names}: turn missed.` : `${names}\u202f: tour passé.`;
    }
    case "nothing":
      return en ? "What the die says cannot be done." : "Ce que dit le dé est impossible.";
    case "cancelled": {
      const card = cardWord(event.card, context.language);
      return en ? `${card} has no effect.` : `${card} est sans effet.`;
    }
    case "bear-swims":
      return en ? "The bear swims." : "L’ours nage.";
    case "bear-gone":
      return en ? "The kraken drives the bear from the game." : "Le kraken chasse l’ours du jeu.";
    case "renewed":
      return en ? "The discards are shuffled." : "La défausse est mélangée.";
    case "turned": {
      if (step.action?.startsWith("crack")) return null;
      if (event.face === "orca")
        return en ? `An orca comes up at \`${event.cell}\`!` : `Une orque surgit en \`${event.cell}\`\u202f!`;
      if (event.face === "kraken")
        return en ? `The kraken rises at \`${event.cell}\`!` : `Le kraken surgit en \`${event.cell}\`\u202f!`;
      return null;
    }
    case "over":
      return en ? "The game is over." : "La partie est finie.";
    default:
      return null;
  }
}

export function sentence(step: Step<Event>, context: WordsContext): string | null {
  return lately([step], context);
}

/** The newest turn in a few words: "Inès walked `c4 → d5` and rolled `crack`. An orca comes up at `c4`!" */
export function lately(steps: Step<Event>[], context: WordsContext): string | null {
  const en = context.language === "en";
  // The newest turn's beginning that has deeds after it.
  const marked = steps.flatMap((step) => step.events.map((event) => ({ event, step })));
  const last = marked.findLastIndex(
    ({ event, step }) => deed(event, step, context) !== null || fate(event, step, context) !== null,
  );
  const from = marked.slice(0, Math.max(0, last)).findLastIndex(({ event }) => event.type === "turn");
  const recent = marked.slice(from + 1, last + 1).slice(-8);
  const said: string[] = [];
  let open: { seat: number; list: string[] } | null = null;
  const close = () => {
    if (!open) return;
    const { seat, list } = open;
    const who = context.isMe(seat) ? (en ? "You" : "Vous") : context.name(seat);
    const has = en ? "" : context.isMe(seat) ? "avez " : "a ";
    said.push(`${who} ${has}${series(list, en)}.`);
    open = null;
  };
  for (const { event, step } of recent) {
    const told = deed(event, step, context);
    if (told) {
      if (open && open.seat !== told.seat) close();
      open ??= { seat: told.seat, list: [] };
      open.list.push(told.text);
      continue;
    }
    const befell = fate(event, step, context);
    if (befell) {
      close();
      said.push(befell);
    }
  }
  close();
  return said.length > 0 ? said.slice(-4).join(" ") : null;
}

function series(list: readonly string[], en: boolean): string {
  if (list.length < 2) return list.join("");
  return `${list.slice(0, -1).join(", ")} ${en ? "and" : "et"} ${list.at(-1) ?? ""}`;
}

/** What a turn is looked at again for. */
const WEIGHTS: Partial<Record<Event["type"], number>> = {
  "player-out": 8,
  out: 4,
  saved: 3,
  "bear-gone": 3,
  cancelled: 2,
  put: 2,
  missed: 1,
};

/** One row per turn; in the setup one per tile or pawn of a seat. */
export function moves(steps: Step<Event>[], context: WordsContext): MoveRow[] {
  const rows: MoveRow[] = [];
  let turn = 0;
  let open: MoveRow | null = null;
  for (const step of steps) {
    for (const event of step.events) {
      if (event.type === "turn") {
        turn += 1;
        open = null;
        continue;
      }
      if (open) open.weight = (open.weight ?? 0) + (WEIGHTS[event.type] ?? 0);
      const part = short(event, step, context);
      const seat = "by" in event ? event.by : "seat" in event ? event.seat : step.seat;
      if (!part) continue;
      if (!open || turn === 0) {
        open = { label: turn === 0 ? "" : String(turn), seat, parts: [], step: step.n };
        open.weight = WEIGHTS[event.type] ?? 0;
        rows.push(open);
      }
      const [first] = open.parts;
      // One text that flows: a turn may hold many deeds.
      if (first) first.text += ` · ${part}`;
      else open.parts.push({ text: part });
      open.step = step.n;
    }
  }
  return rows;
}

function short(event: Event, step: Step<Event>, context: WordsContext): string | null {
  const en = context.language === "en";
  switch (event.type) {
    case "laid":
      return `${faceWord(event.face, context.language)} ${event.cell}`;
    case "placed":
      return event.cell;
    case "moved":
      return `${event.from}→${event.to}`;
    case "slid":
      return `▱ ${event.from}→${event.to}`;
    case "rolled":
      return `⚄ ${dieWord(event.face, context.language)}`;
    case "bear-moved":
      return `${en ? "bear" : "ours"} ${event.from}→${event.to}`;
    case "put":
      return `${context.name(event.seat)} → ${event.to}`;
    case "turned":
      return step.action?.startsWith("crack") || step.action?.startsWith("freeze")
        ? `${event.cell} ${faceWord(event.face, context.language)}`
        : null;
    case "removed":
      return event.why === "left" ? null : `${event.cell} ✕`;
    case "played":
      return cardWord(event.card, context.language);
    case "out":
      return en ? `${context.name(event.seat)} out` : `${context.name(event.seat)} éliminé`;
    case "missed":
      return en ? "misses the turn" : "passe le tour";
    default:
      return null;
  }
}

/** Why it is over, besides who won: what took the last of the others. */
export function ending(outcome: Outcome, steps: Step<Event>[], context: WordsContext): string | null {
  const en = context.language === "en";
  const last = steps.findLast((step) => step.events.some((event) => event.type === "out"));
  const lost = last?.events.flatMap((event) =>
    event.type === "out" ? (fate(event, last, context) ?? []) : [],
  );
  const stands =
    outcome.winners.length > 1
      ? en
        ? "A shared win: still on the ice together."
        : "Victoire partagée\u202f: encore ensemble sur la glace."
      : en
        ? "Last one on the ice."
        : "Dernier sur la glace.";
  return [...(lost ?? []), stands].join(" ");
}

/** Whoever stayed longer stands higher; who went in the same breath stand alike. */
export function standings(view: View, steps: Step<Event>[]): number[] {
  return view.seats.map(({ seat, out }) => {
    if (!out) return Number.MAX_SAFE_INTEGER;
    const went = steps.find((step) =>
      step.events.some((event) => event.type === "player-out" && event.seat === seat),
    );
    // Of a long game only the end is told: who is not in it went before.
    return went?.n ?? 0;
  });
}
