import type { Face } from "../../lib/table/face";
import Ahead from "./Ahead.svelte";
import Between from "./Between.svelte";
import Board from "./Board.svelte";
import Choices from "./Choices.svelte";
import { describe, offer } from "./in-words";
import { PyramidsPlay } from "./play.svelte";
import SeatDetails from "./SeatDetails.svelte";
import { ending, lately, moves, planned, sentence } from "./story";
import type { PyramidsEvent, PyramidsView } from "./types";
import { KEYS, PHRASES } from "./words";

const pyramids: Face<PyramidsView, PyramidsEvent, PyramidsPlay> = {
  open: (table) => new PyramidsPlay(table),
  Board,
  Choices,
  Ahead,
  SeatDetails,
  phrases: (_, { language }) => PHRASES[language],
  Between,
  offer,
  describe,
  keys: KEYS,
  sentence,
  lately,
  planned,
  moves,
  ending: (outcome, table, context) => ending(outcome, table.view, context),
};

export default pyramids;
