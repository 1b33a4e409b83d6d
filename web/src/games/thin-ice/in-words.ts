// The game for those who do not see it: every action as a sentence, and where everything lies.

import { grouped } from "../../lib/words/grouped";
import type { Offer, TableState, Warning, WordsContext } from "../../lib/table/face";
import { series } from "../../lib/table/series";
import { DECK } from "./deck";
import { readAction, type On, type Plain } from "./notation";
import type { Axis, Cell, Event, Face, Tile, View } from "./types";
import { cardWord, dieWord, faceWord, outWord, pawnOf, pendingSentence, words } from "./words";
import { capital, heldBy } from "../../lib/words/reader";

type Table = Pick<TableState<View, Event>, "view" | "clock">;
/** …through whose eyes. */
type Seen = Table & Pick<TableState, "seat" | "people">;

/** So long before silence counts as a pass, it is said. */
const CLOSES_MS = 6_000;

const AXIS: Record<"en" | "fr", Record<Axis, string>> = {
  en: { "-": "axis left to right", "|": "axis up and down" },
  fr: { "-": "axe de gauche à droite", "|": "axe de haut en bas" },
};

const ON: Record<"en" | "fr", Record<Exclude<On, "put">, string>> = {
  en: {
    bear: "Move the bear",
    destroy: "Let the kraken destroy a tile",
    crack: "Crack a tile",
    freeze: "Freeze a tile",
    orca: "Move the orca",
    stay: "Stay, with nowhere to go",
  },
  fr: {
    bear: "Déplacer l’ours",
    destroy: "Laisser le kraken détruire une tuile",
    crack: "Fêler une tuile",
    freeze: "Geler une tuile",
    orca: "Déplacer l’orque",
    stay: "Rester, faute d’issue",
  },
};

const PLAIN: Record<"en" | "fr", Record<Plain, string>> = {
  en: {
    roll: "Roll the die",
    wake: "Wake the bear",
    pass: "Pass",
    draw: "Draw up to two event cards",
    end: "End the turn",
  },
  fr: {
    roll: "Lancer le dé",
    wake: "Réveiller l’ours",
    pass: "Passer",
    draw: "Piocher jusqu’à deux cartes Événement",
    end: "Finir le tour",
  },
};

export function offer(action: string, { view }: Table, context: WordsContext): Offer {
  const act = readAction(action);
  const { language } = context;
  const fr = language === "fr";
  const to = (cell: Cell) => `${fr ? "vers" : "to"} ${spot(cell, view, context)}`;
  switch (act.kind) {
    case "lay": {
      const [up, down] = act.tile.split("/") as [Face, Face];
      const w = words(language);
      const sides = `${w.upSide(faceWord(up, language))}, ${w.under(faceWord(down, language))}`;
      const axis = act.axis ? `, ${AXIS[language][act.axis]}` : "";
      return { what: `${fr ? "Poser une tuile, " : "Lay a tile, "}${sides}${axis}`, how: act.at };
    }
    case "on": {
      if (act.what !== "put") return { what: ON[language][act.what], how: spot(act.at, view, context) };
      const of = view.pending?.of ?? null;
      const pawn =
        of === null || view.pending?.what === "place"
          ? fr
            ? "votre pion"
            : "your pawn"
          : pawnOf(of, context);
      return { what: `${fr ? "Placer" : "Put"} ${pawn}`, how: spot(act.at, view, context) };
    }
    case "move": {
      const pawn = fr ? "votre pion" : "your pawn";
      return {
        what: fr ? `Déplacer ${pawn} depuis ${act.from}` : `Move ${pawn} from ${act.from}`,
        how: to(act.to),
      };
    }
    case "slide": {
      const what = fr ? `Déplacer la tuile ${act.from}` : `Move the tile ${act.from}`;
      const holds = spot(act.from, view, context).slice(act.from.length + 2);
      return { what: holds ? `${what}, ${holds}` : what, how: `${fr ? "vers" : "to"} ${act.to}` };
    }
    case "swap":
      return {
        what: fr ? "Échanger deux places" : "Trade places",
        how: `${spot(act.from, view, context)}${fr ? ", avec " : ", with "}${spot(act.to, view, context)}`,
      };
    case "name":
      return {
        what: fr ? "Nommer qui fait ce que dit le dé" : "Name who does what the die says",
        how: context.name(act.seat),
      };
    case "play":
      return {
        what: words(language).playCard(cardWord(act.card, language)),
        how: DECK[act.card].text[language],
      };
    case "discard":
      return {
        what: fr ? "Défausser une carte" : "Discard a card",
        how: cardWord(act.card, language),
      };
    case "plain":
      return { what: PLAIN[language][act.what], how: "" };
  }
}

/** "d4, cracked ice, the bear" */
function spot(cell: Cell, view: View, context: WordsContext): string {
  const tile = view.tiles.find((tile) => tile.cell === cell);
  const parts = [cell, tile ? faceWord(tile.face, context.language) : words(context.language).sea];
  return [...parts, ...standing(cell, view, context)].join(", ");
}

/** Who stands there. */
function standing(cell: Cell, view: View, context: WordsContext): string[] {
  const w = words(context.language);
  const list = view.pawns.filter((pawn) => pawn.cell === cell).map((pawn) => pawnOf(pawn.seat, context));
  if (view.bear?.cell === cell)
    list.push(view.bear.swimming ? w.swimmingBear : view.bear.awake ? w.bear : w.sleepingBear);
  return list;
}

export function describe(table: Seen, context: WordsContext): string[] {
  const { view } = table;
  const { language } = context;
  const fr = language === "fr";
  const w = words(language);
  const colon = fr ? "\u202f:" : ":";
  const said: string[] = [];
  if (view.pending) said.push(pendingSentence(view.pending, view, context));
  else if (view.turn) said.push(turnWords(view, context));
  said.push(
    fr
      ? "Les colonnes vont de gauche à droite, les lignes descendent. Ce qui n’est pas nommé est la mer."
      : "Columns run from left to right, rows run downwards. What is not named is the sea.",
  );
  const rows = grouped(
    view.tiles.toSorted((a, b) => a.y - b.y || a.x - b.x),
    (tile) => tile.y,
  );
  for (const [y, tiles] of rows) {
    const list = series(
      tiles.map((tile) => tileWords(tile, view, context)),
      language,
    );
    said.push(`${fr ? "Ligne" : "Row"} ${y}${colon} ${list}.`);
  }
  if (view.bear?.swimming) said.push(`${capital(w.swimmingBear)}${colon} ${view.bear.cell}.`);
  for (const { seat, out, cards, tiles } of view.seats) {
    const pawns = view.pawns.filter((pawn) => pawn.seat === seat);
    const where = pawns.flatMap((pawn) => pawn.cell ?? []).join(", ");
    const parts = [out ? outWord(view, language) : where && `${fr ? "en" : "on"} ${where}`];
    if (pawns.some((pawn) => pawn.fallen)) parts.push(w.soaked);
    if (tiles > 0) parts.push(w.tilesLeft(tiles));
    if (view.mode === "advanced") parts.push(w.cards(cards));
    const who = context.isMe(seat) ? (fr ? "Vous" : "You") : context.name(seat);
    const list = parts.filter(Boolean).join(", ");
    if (list) said.push(`${who}${colon} ${list}.`);
  }
  for (const tile of view.my_tiles) {
    const sides = [tile.front, tile.back].map((face) => faceWord(face, language));
    said.push(`${heldBy(table, fr ? "Votre tuile" : "Your tile", w.tilesOf)}${colon} ${sides.join(" / ")}.`);
  }
  for (const { card } of view.hand)
    said.push(
      `${heldBy(table, fr ? "Votre carte" : "Your card", w.handOf)}${colon} ${cardWord(card, language)}. ${DECK[card].text[language]}`,
    );
  if (view.stage === "playing" && view.quiet.turns > 0)
    said.push(w.quiet(view.quiet.turns, view.quiet.limit));
  return said;
}

function tileWords(tile: Tile, view: View, context: WordsContext): string {
  const { language } = context;
  const w = words(language);
  const parts = [`${tile.cell} ${faceWord(tile.face, language)}`];
  if (tile.axis) parts.push(AXIS[language][tile.axis]);
  parts.push(...standing(tile.cell, view, context));
  if (tile.adrift) parts.push(w.adrift);
  if (tile.under && !tile.known_to_all) parts.push(w.known(faceWord(tile.under, language)));
  return parts.join(", ");
}

/** Whose turn it is, and what is still to be done in it. */
function turnWords(view: View, context: WordsContext): string {
  const { turn } = view;
  if (!turn) return "";
  const { language } = context;
  const fr = language === "fr";
  const w = words(language);
  const mine = turn.seats.some(context.isMe);
  const names = turn.seats.map(context.name).join(", ");
  const todo: string[] = [];
  if (turn.to_move.length > 0) todo.push(fr ? "déplacer le pion" : "move the pawn");
  if (turn.tile === "todo") todo.push(fr ? "déplacer une tuile" : "move a tile");
  if (turn.roll === "todo") todo.push(fr ? "lancer le dé" : "roll the die");
  const left = todo.length > 0 ? `${fr ? "Reste à faire\u202f:" : "Still to do:"} ${todo.join(", ")}.` : "";
  const die = turn.die ? `${w.rolled(dieWord(turn.die, language))}.` : "";
  const who = mine ? (view.teamed ? w.yourPart : w.yourTurn) : w.waiting(names);
  return [`${who}.`, left, die].filter(Boolean).join(" ");
}

/** An answer to a card, a roll or a loss, or a choice in somebody else's turn. */
export function asked({ view }: Table, context: WordsContext): string | null {
  if (!view.pending?.me || context.seat === null) return null;
  const w = words(context.language);
  if (view.pending.answer !== null) return w.answer;
  return view.turn && !view.turn.seats.some(context.isMe) ? w.yourChoice : null;
}

/** A question that I am asked closes soon (T-33). */
export function warnings(table: Table, context: WordsContext): Warning[] {
  const { pending } = table.view;
  const until = pending?.me && context.seat !== null ? pending.until : null;
  if (until === null) return [];
  const left = until - table.clock();
  if (left > CLOSES_MS) return [];
  const seconds = Math.max(1, Math.ceil(left / 1000));
  const text =
    context.language === "fr"
      ? `Encore ${seconds}\u202fs pour répondre, ensuite vous passez.`
      : `${seconds} s left to answer, then you pass.`;
  return [{ key: `answer ${until}`, text }];
}
