// What the server says about this game, under the names that this folder uses. The client draws it and knows no rule.

export type {
  QuadriCard,
  QuadriColour as Ink,
  QuadriCommon as Common,
  QuadriEvent,
  QuadriHeld as Held,
  QuadriLying as Lying,
  QuadriObjective as Objective,
  QuadriRealised as Realised,
  QuadriSeat,
  QuadriSpot as Spot,
  QuadriSquare as Square,
  QuadriView,
} from "../../lib/generated/quadri";
