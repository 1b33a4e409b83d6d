// What laying a card somewhere would make of the zones: said before it happens.

import { lay } from "./notation";
import type { Cell, Element, Held, View } from "./types";

export interface Growth {
  element: Element;
  /** The cards that the zone would have. */
  cards: number;
  /** The zones that would become one with the new panel. */
  joined: number[];
}

/** One for each of the card's panels, in the order in which they lie; none where it may not be laid. */
export function growth(view: View, held: Held, cell: Cell, turned: boolean): Growth[] {
  const panels = turned ? held.panels.toReversed() : held.panels;
  // A whole card is the same both ways round.
  const action = lay(held.card, cell, turned && held.cut !== "whole");
  const grown = view.mine?.growth[action] ?? [];
  return grown.flatMap(([cards, joined], i) => {
    const element = panels[i];
    return element ? [{ element, cards, joined }] : [];
  });
}
