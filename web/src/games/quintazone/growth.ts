// What laying a card somewhere would make of the zones: said before it happens.

import type { Cell, Element, Held, View } from "./types";
import { same } from "./types";

export interface Growth {
  element: Element;
  /** The cards that the zone would have. */
  cards: number;
  /** The zones that would become one with the new panel. */
  joined: number[];
}

/** One for each of the card's panels, in the order in which they lie. */
export function growth(view: View, held: Held, cell: Cell, turned: boolean): Growth[] {
  const faces = view.openings.find((opening) => same(opening.cell, cell))?.faces ?? [];
  const zones = new Map(view.zones.map((zone) => [zone.id, zone]));
  const panels = turned ? held.panels.toReversed() : held.panels;
  return panels.map((element) => {
    const joined = new Set<number>();
    faces.forEach((id, h) => {
      if (id === null || held.edges[turned ? (h + 4) % 8 : h] !== element) return;
      if (zones.get(id)?.element === element) joined.add(id);
    });
    const cards = [...joined].reduce((sum, id) => sum + (zones.get(id)?.cards ?? 0), 1);
    return { element, cards, joined: [...joined] };
  });
}
