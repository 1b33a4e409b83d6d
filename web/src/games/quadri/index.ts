import type { Face } from "../../lib/table/face";
import Board from "./Board.svelte";
import Choices from "./Choices.svelte";
import { describe, offer, warnings } from "./in-words";
import { QuadriPlay } from "./play.svelte";
import SeatDetails from "./SeatDetails.svelte";
import type { QuadriEvent, QuadriView } from "./types";
import { ending, KEYS, lately, moves, PHRASES, sentence } from "./words";

const quadri: Face<QuadriView, QuadriEvent, QuadriPlay> = {
  open: (table) => new QuadriPlay(table),
  Board,
  Choices,
  SeatDetails,
  phrases: (_, { language }) => PHRASES[language],
  offer,
  describe,
  warnings,
  keys: KEYS,
  sentence,
  lately,
  moves,
  ending: (outcome, table, context) => ending(outcome, table.view, context),
};

export default quadri;
