// What actions say.

import type { Axis, Card, Cell } from "./types";

/** What is done on one cell. */
export type On = "put" | "bear" | "destroy" | "crack" | "freeze" | "orca" | "stay";
/** What is done by a word alone. */
export type Plain = "roll" | "wake" | "pass" | "draw" | "end";

export type Act =
  | { kind: "lay"; tile: string; at: Cell; axis: Axis | null; action: string }
  | { kind: "on"; what: On; at: Cell; action: string }
  | { kind: "move" | "slide" | "swap"; from: Cell; to: Cell; action: string }
  | { kind: "name"; seat: number; action: string }
  | { kind: "play" | "discard"; card: Card; action: string }
  | { kind: "plain"; what: Plain; action: string };

const ON: readonly string[] = ["put", "bear", "destroy", "crack", "freeze", "orca", "stay"];

export function readAction(action: string): Act {
  const [word = "", a = "", b = "", axis] = action.split(" ");
  if (ON.includes(word)) return { kind: "on", what: word as On, at: a, action };
  switch (word) {
    case "lay":
      return { kind: "lay", tile: a, at: b, axis: (axis as Axis | undefined) ?? null, action };
    case "tile":
      return { kind: "slide", ...way(a), action };
    case "swap":
      return { kind: "swap", from: a, to: b, action };
    case "name":
      return { kind: "name", seat: Number(a), action };
    case "play":
    case "discard":
      return { kind: word, card: a as Card, action };
    case "roll":
    case "wake":
    case "pass":
    case "draw":
    case "end":
      return { kind: "plain", what: word, action };
    default:
      return { kind: "move", ...way(word), action };
  }
}

function way(text: string): { from: Cell; to: Cell } {
  const [from = "", to = ""] = text.split(">");
  return { from, to };
}

export const move = (from: Cell, to: Cell): string => `${from}>${to}`;
export const slide = (from: Cell, to: Cell): string => `tile ${from}>${to}`;
export const lay = (tile: string, at: Cell, axis: Axis | null): string =>
  `lay ${tile} ${at}${axis ? ` ${axis}` : ""}`;
