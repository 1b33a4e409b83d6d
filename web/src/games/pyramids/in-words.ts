// The game for those who do not see it: every action as a sentence, and where everything stands.

import type { Offer, TableState, WordsContext } from "../../lib/table/face";
import { series } from "../../lib/table/series";
import { CELLS, coasterOf, indexOf, type Cell } from "./cells";
import { gain } from "./jumps";
import { SIZES, parse } from "./notation";
import type { PyramidsEvent, PyramidsView, Size } from "./types";
import { pyramidOf, sizeWord, wholePyramid, words } from "./words";
import { capital } from "../../lib/words/reader";
import type { Language } from "../../lib/words/language.svelte";

type Table = Pick<TableState<PyramidsView, PyramidsEvent>, "view" | "seat">;

export function offer(action: string, { view }: Table, context: WordsContext): Offer {
  const move = parse(action);
  const fr = context.language === "fr";
  const w = words(context.language);
  switch (move?.kind) {
    case "place": {
      const pyramid = wholePyramid(move.size, context.language);
      return { what: fr ? `Poser une ${pyramid}` : `Place a ${pyramid}`, how: place(move.cell, context) };
    }
    case "jump": {
      const [from = "", ...landings] = move.path;
      const pyramid = view.cells[indexOf(from)];
      const who = pyramid ? pyramidOf(pyramid, context) : from;
      const takes = gain(view.hops, move.path);
      const gains = [takes.pips > 0 ? w.takes(takes.pips) : "", takes.home > 0 ? w.goHome(takes.home) : ""];
      const way = landings.join(fr ? ", puis " : ", then ");
      return {
        what: fr ? `Sauter avec ${who} en ${from}` : `Jump with ${who} on ${from}`,
        how: series(
          [`${fr ? "vers" : "to"} ${way}`, gains.filter(Boolean).join(", ")].filter(Boolean),
          context.language,
        ),
      };
    }
    case "turn":
      return {
        what: fr ? `Tourner la dalle ${move.coaster}` : `Turn coaster ${move.coaster}`,
        how: fr
          ? `de ${move.degrees}° dans le sens des aiguilles d’une montre`
          : `by ${move.degrees}° clockwise`,
      };
    default:
      return { what: action, how: "" };
  }
}

/** "a1, coaster A" */
function place(cell: Cell, { language }: WordsContext): string {
  return `${cell}, ${language === "fr" ? "dalle" : "coaster"} ${coasterOf(cell)}`;
}

export function describe({ view }: Table, context: WordsContext): string[] {
  const fr = context.language === "fr";
  const w = words(context.language);
  const colon = fr ? "\u202f:" : ":";
  const said = [
    fr
      ? "Six colonnes, a à f, et six lignes, 1 à 6, sur quatre dalles\u202f: A de a1 à c3, B de d1 à f3, C de a4 à c6, D de d4 à f6."
      : "Six columns, a to f, and six rows, 1 to 6, on four coasters: A from a1 to c3, B from d1 to f3, C from a4 to c6, D from d4 to f6.",
  ];
  view.players.forEach((player, seat) => {
    const me = context.isMe(seat);
    const who = me ? (fr ? "Vos pyramides" : "Your pyramids") : context.name(seat);
    const stand = SIZES.map((size) => standing(view, seat, size, context)).filter(Boolean);
    const list = series(stand, context.language) || (fr ? "aucune sur le plateau" : "none on the board");
    said.push(`${who}${colon} ${list}.`);
    said.push(`${w.reserveIs(...player.reserve)}. ${w.of(player.pips, view.goal)}.`);
  });
  const empty = view.cells.filter((pyramid) => pyramid === null).length;
  if (fr) said.push(empty > 1 ? `${empty} cases sont vides.` : `${empty} case est vide.`);
  else said.push(empty === 1 ? "1 cell is empty." : `${empty} cells are empty.`);
  if (view.rounds > 1) said.push(`${capital(w.round(view.round, view.rounds))}.`);
  said.push(...nearDraw(view, context.language));
  return said;
}

/** How near a draw is, once it is near (P-18, P-19). */
export function nearDraw(view: PyramidsView, language: Language): string[] {
  const w = words(language);
  const near: string[] = [];
  if (view.quiet >= 0.6 * view.longest_quiet) near.push(`${w.quiet(view.quiet, view.longest_quiet)}.`);
  if (view.occurrences === view.recurrence - 1) near.push(w.again);
  return near;
}

/** "large on c3 and d4": the cells where one seat's pyramids of one size stand. */
function standing(view: PyramidsView, seat: number, size: Size, { language }: WordsContext): string {
  const cells = CELLS.filter((_, i) => view.cells[i]?.owner === seat && view.cells[i]?.size === size);
  if (cells.length === 0) return "";
  const list = new Intl.ListFormat(language, { type: "conjunction" }).format(cells);
  return `${sizeWord(size, language)} ${language === "fr" ? "en" : "on"} ${list}`;
}
