// The event cards as they are printed, to show a card that somebody else plays. The rules hold them; a test of theirs writes the file.

import type { Bilingual } from "../../lib/words/language.svelte";
import deck from "./deck.json";
import type { Card, CardTime } from "./types";

export interface Printed {
  time: CardTime;
  name: Bilingual;
  text: Bilingual;
}

export const DECK = deck as Record<Card, Printed>;
