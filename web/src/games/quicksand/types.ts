// What the server says about this game. The client draws it and knows no rule.
export type {
  QuicksandCard as Card,
  QuicksandColour as Colour,
  QuicksandEffect as CardEffect,
  QuicksandEvent as SandEvent,
  QuicksandHand as Hand,
  QuicksandHeld as Held,
  QuicksandShape as Shape,
  QuicksandStep as TimerStep,
  QuicksandSuggestion as Suggestion,
  QuicksandTile as Tile,
  QuicksandTimer as Timer,
  QuicksandView as SandView,
} from "../../lib/generated/quicksand";
