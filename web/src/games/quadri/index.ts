import type { Face } from "../../lib/face";
import Board from "./Board.svelte";
import Choices from "./Choices.svelte";
import { QuadriPlay } from "./play.svelte";
import SeatDetails from "./SeatDetails.svelte";
import type { QuadriEvent, QuadriView } from "./types";
import { ending, lately, moves, sentence } from "./words";

const quadri: Face<QuadriView, QuadriEvent, QuadriPlay> = {
  open: (table) => new QuadriPlay(table),
  Board,
  Choices,
  SeatDetails,
  sentence,
  lately,
  moves,
  ending: (outcome, table, context) => ending(outcome, table.view, context),
};

export default quadri;
