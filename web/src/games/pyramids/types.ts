// What the server says about this game. The client draws it and knows no rule.

import type { Cell, Coaster, Degrees } from "./cells";

export type Size = "small" | "medium" | "large";

export interface Pyramid {
  owner: number;
  size: Size;
}

export interface PyramidsView {
  /** 36 cells: a1 b1 … f1 a2 … f6. */
  cells: (Pyramid | null)[];
  /** Counts are small, medium, large; captures are of the opponent's pyramids. */
  players: { reserve: [number, number, number]; captures: [number, number, number]; pips: number }[];
  turn: number;
  step: "place-or-jump" | "turn";
  /** From 1. */
  round: number;
  rounds: number;
  /** Turns played in this round. */
  turns: number;
  /** Turns in a row without a capture (P-19). */
  quiet: number;
  /** How often this position has occurred (P-18). */
  occurrences: number;
  results: { pips: [number, number]; winner: number | null; clause: string }[];
  goal: number;
}

export type PyramidsEvent =
  | { type: "placed"; seat: number; size: Size; cell: Cell }
  | {
      type: "jumped";
      seat: number;
      size: Size;
      from: Cell;
      path: Cell[];
      /** The cells jumped over, hop by hop. */
      hops: Cell[][];
      captured: { cell: Cell; size: Size }[];
      returned: { cell: Cell; size: Size }[];
      pips: number;
    }
  | { type: "turned"; seat: number; coaster: Coaster; degrees: Degrees }
  | { type: "round-ended"; round: number; winner: number | null; clause: string; pips: [number, number] };
