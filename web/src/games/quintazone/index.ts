import type { Face } from "../../lib/table/face";
import Board from "./Board.svelte";
import Choices from "./Choices.svelte";
import { describe, offer } from "./in-words";
import { QuintazonePlay } from "./play.svelte";
import SeatDetails from "./SeatDetails.svelte";
import { ending, lately, moves, sentence, worth } from "./story";
import type { Event, View } from "./types";
import { KEYS, PHRASES } from "./words";

const quintazone: Face<View, Event, QuintazonePlay> = {
  open: (table) => new QuintazonePlay(table),
  Board,
  Choices,
  SeatDetails,
  phrases: (_, { language }) => PHRASES[language],
  offer,
  describe,
  keys: KEYS,
  sentence,
  lately,
  moves,
  ending: (outcome, table, context) => ending(outcome, table.view, context),
  worth: (table) => worth(table.view, table.steps),
};

export default quintazone;
