import type { Face } from "../../lib/table/face";
import Board from "./Board.svelte";
import Choices from "./Choices.svelte";
import { asked, describe, offer, warnings } from "./in-words";
import PhoneHand from "./PhoneHand.svelte";
import { ThinIcePlay } from "./play.svelte";
import SeatDetails from "./SeatDetails.svelte";
import { ending, lately, moves, sentence, standings } from "./story";
import type { Event, View } from "./types";
import { KEYS, PHRASES } from "./words";

const thinIce: Face<View, Event, ThinIcePlay> = {
  open: (table) => new ThinIcePlay(table),
  Board,
  Choices,
  always: true,
  Hand: PhoneHand,
  SeatDetails,
  phrases: (_, { language }) => PHRASES[language],
  offer,
  describe,
  asked,
  warnings,
  keys: KEYS,
  sentence,
  lately,
  moves,
  ending: (outcome, table, context) => ending(outcome, table.steps, context),
  standings: ({ view, steps }) => standings(view, steps),
};

export default thinIce;
