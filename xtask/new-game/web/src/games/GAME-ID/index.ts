import type { Face } from "../../lib/table/face";
import Board from "./Board.svelte";
import Choices from "./Choices.svelte";
import { GameIdPlay } from "./play.svelte";
import SeatDetails from "./SeatDetails.svelte";
import type { Event, View } from "./types";
import { describe, KEYS, moves, offer, sentence } from "./words";

const face: Face<View, Event, GameIdPlay> = {
  open: (table) => new GameIdPlay(table),
  Board,
  Choices,
  SeatDetails,
  offer,
  describe,
  keys: KEYS,
  sentence,
  moves,
};

export default face;
