// What the server says about this game, under the names that are used here. The client draws it and knows no rule.

import type { TableState } from "../../lib/table/face";
import type {
  ThinIceAxis,
  ThinIceCard,
  ThinIceCardTime,
  ThinIceDie,
  ThinIceEvent,
  ThinIceFace,
  ThinIceGone,
  ThinIceHandCard,
  ThinIceMyTile,
  ThinIcePending,
  ThinIceTile,
  ThinIceTurn,
  ThinIceView,
  ThinIceWhat,
} from "../../lib/generated/thin-ice";

export type Axis = ThinIceAxis;
export type Card = ThinIceCard;
export type CardTime = ThinIceCardTime;
export type Die = ThinIceDie;
export type Event = ThinIceEvent;
export type Face = ThinIceFace;
export type Gone = ThinIceGone;
export type HandCard = ThinIceHandCard;
export type MyTile = ThinIceMyTile;
export type Pending = ThinIcePending;
export type Tile = ThinIceTile;
export type Turn = ThinIceTurn;
export type View = ThinIceView;
export type What = ThinIceWhat;
export type Table = TableState<View, Event>;
/** A cell as the notation writes it: `d4`. */
export type Cell = string;
