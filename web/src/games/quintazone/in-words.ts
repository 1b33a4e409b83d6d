// The game for those who do not see it: every action as a sentence, and where everything lies.

import { grouped } from "../../lib/words/grouped";
import type { Offer, TableState, WordsContext } from "../../lib/table/face";
import { inSeries, series } from "../../lib/table/series";
import { growth } from "./growth";
import { laid, stood } from "./notation";
import type { Cell, Element, Event, Laid, View, Zone } from "./types";
import { same, SIZES } from "./types";
import { cardWords, elementWord, pyramidOf, pyramidWord, THIN, words } from "./words";
import { capital, heldBy } from "../../lib/words/reader";

type Table = Pick<TableState<View, Event>, "view">;
/** …through whose eyes. */
type Seen = Table & Pick<TableState, "seat" | "people">;

export function offer(action: string, { view }: Table, context: WordsContext): Offer {
  const { language } = context;
  const fr = language === "fr";
  const w = words(language);
  if (action === "end") return { what: w.endTurn, how: "" };
  if (action === "pass") return { what: view.mine?.hand.length ? w.pass : w.passEmpty, how: "" };
  const card = laid(action);
  if (card) {
    const held = view.mine?.hand.find((held) => held.card === card.card);
    const parts = [w.at(card.cell.x, card.cell.y)];
    if (card.turned) parts.push(fr ? "tournée de 180°" : "turned by 180°");
    const grown = held ? growth(view, held, card.cell, card.turned) : [];
    const grows = grown.map(({ element, cards, joined }) => {
      const name = elementWord(element, language);
      if (joined.length === 0) return w.opens(name);
      return joined.length === 1 ? w.grows(name, cards) : w.joins(name, joined.length, cards);
    });
    const name = cardWords(card.card, language);
    return {
      what: fr ? `Poser la carte ${name}` : `Lay the card ${name}`,
      how: series([parts.join(", "), ...grows], language),
    };
  }
  const pyramid = stood(action);
  if (!pyramid) return { what: action, how: "" };
  const zone = zoneAt(pyramid.cell, pyramid.element, view);
  const worth = zone?.worth[SIZES.indexOf(pyramid.size)] ?? 0;
  const name = pyramidWord(pyramid.size, language);
  const where = `${w.panel(elementWord(pyramid.element, language))}, ${w.at(pyramid.cell.x, pyramid.cell.y)}`;
  const what = fr ? `Placer une ${name}` : `Place a ${name}`;
  if (!zone) return { what, how: where };
  const of = w.zone(elementWord(zone.element, language), zone.cards).toLowerCase();
  return { what, how: series([where, `${of}, ${worth} ${w.pointsWord(worth)}`], language) };
}

function zoneAt(cell: Cell, element: Element, view: View): Zone | null {
  const card = view.layout.find((laid) => same(laid.cell, cell));
  const panel = card?.panels.find((panel) => panel.element === element);
  return view.zones.find((zone) => zone.id === panel?.zone) ?? null;
}

export function describe(table: Seen, context: WordsContext): string[] {
  const { view } = table;
  const { language } = context;
  const fr = language === "fr";
  const w = words(language);
  const colon = fr ? `${THIN}:` : ":";
  const said = [
    w.described(view.layout.length, view.zones.length, view.pyramids.length),
    fr
      ? "Les colonnes vont vers la droite, les rangées vers le bas."
      : "Columns run to the right, rows run downwards.",
  ];
  const rows = grouped(
    view.layout.toSorted((a, b) => a.cell.y - b.cell.y || a.cell.x - b.cell.x),
    (laid) => laid.cell.y,
  );
  for (const [y, cards] of rows) {
    const list = cards.map(
      (card) => `${fr ? "colonne" : "column"} ${card.cell.x} ${lyingWords(card, context)}`,
    );
    said.push(`${fr ? "Rangée" : "Row"} ${y}${colon} ${series(list, language)}.`);
  }
  // A zone of one card that nobody has claimed is told by its card already.
  const told = view.zones.filter((zone) => zone.cards > 1 || zone.pyramids.length > 0);
  const zones = told.toSorted((a, b) => b.cards - a.cards).map((zone) => zoneWords(zone, view, context));
  if (zones.length > 0) said.push(`${zones.join(". ")}.`);
  view.seats.forEach((seat, i) => {
    const who = context.isMe(i) ? (fr ? "Vous" : "You") : context.name(i);
    const parts = [
      `${seat.total ?? seat.points} ${w.pointsWord(seat.total ?? seat.points)}`,
      w.inHand(seat.hand),
    ];
    said.push(`${who}${colon} ${parts.join(", ")}. ${w.reserve(...seat.reserve)}.`);
  });
  if (view.mine) {
    const goal = elementWord(view.mine.goal, language);
    said.push(heldBy(table, w.goalLabel(goal), (name) => w.goalOf(name, goal)));
    const hand = view.mine.hand.map((held) => cardWords(held.card, language));
    said.push(
      hand.length > 0
        ? `${heldBy(table, w.hand, w.handOf)}${colon} ${series(hand, language)}.`
        : heldBy(table, w.noHand, w.noHandOf),
    );
  }
  said.push(`${capital(w.pile(view.pile))}.`);
  return said;
}

/** The card as it lies: a card turned by 180° shows its panels the other way round. */
function lyingWords({ cut, panels }: Laid, { language }: WordsContext): string {
  const fr = language === "fr";
  const [a = "", b = "", c = "", d = ""] = panels.map(({ element }) => elementWord(element, language));
  switch (cut) {
    case "whole":
      return fr ? `toute en ${a}` : `whole ${a}`;
    case "top-bottom":
      return fr ? `${a} sur ${b}` : `${a} over ${b}`;
    case "left-right":
      return fr ? `${a} à gauche, ${b} à droite` : `${a} left, ${b} right`;
    case "falling":
      return fr ? `${a} en haut à droite, ${b} en bas à gauche` : `${a} top right, ${b} bottom left`;
    case "rising":
      return fr ? `${a} en haut à gauche, ${b} en bas à droite` : `${a} top left, ${b} bottom right`;
    case "quartered":
      return fr ? `${a}, ${b} en haut, ${c}, ${d} en bas` : `${a}, ${b} above, ${c}, ${d} below`;
  }
}

/** "Fire zone, 7 cards, from column 0, row 1, no pyramid yet" */
function zoneWords(zone: Zone, view: View, context: WordsContext): string {
  const w = words(context.language);
  const stand = zone.pyramids.flatMap((i) => view.pyramids[i] ?? []);
  const list = stand.map(({ seat, size }) => pyramidOf(seat, size, context));
  const first = zone.cells[0];
  const where = first ? `, ${w.at(first.x, first.y)}` : "";
  const name = capital(w.zone(elementWord(zone.element, context.language), zone.cards));
  return `${name}${where}, ${list.length === 0 ? w.free : w.holds(inSeries(list, context.language))}`;
}
