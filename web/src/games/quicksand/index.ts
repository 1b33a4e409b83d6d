import type { Face } from "../../lib/table/face";
import Board from "./Board.svelte";
import Choices from "./Choices.svelte";
import Ended from "./Ended.svelte";
import { describe, KEYS, offer, warnings } from "./in-words";
import { QuicksandPlay } from "./play.svelte";
import SeatDetails from "./SeatDetails.svelte";
import type { SandEvent, SandView } from "./types";
import { ending, moves, phrases, sentence, sequel } from "./words";

const quicksand: Face<SandView, SandEvent, QuicksandPlay> = {
  open: (table) => new QuicksandPlay(table),
  Board,
  Choices,
  always: true,
  SeatDetails,
  Ended,
  phrases: (table, words) => phrases(table.view, words),
  offer,
  describe,
  warnings,
  keys: KEYS,
  sentence,
  moves,
  ending: (outcome, table) => ending(outcome, table.view),
  sequel: (outcome, table) => sequel(outcome, table.view),
};

export default quicksand;
