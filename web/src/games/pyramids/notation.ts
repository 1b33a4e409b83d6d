// The text form of an action: `S@a1`, `d2xd4xf6`, `A+90`.

import type { Cell, Coaster, Degrees } from "./cells";
import type { Size } from "./types";

export type Move =
  | { kind: "place"; size: Size; cell: Cell }
  | { kind: "jump"; path: Cell[] }
  | { kind: "turn"; coaster: Coaster; degrees: Degrees };

export const SIZES: readonly Size[] = ["small", "medium", "large"];
const LETTER: Record<Size, string> = { small: "S", medium: "M", large: "L" };

const PLACEMENT = /^([SML])@([a-f][1-6])$/;
const JUMP = /^[a-f][1-6](x[a-f][1-6])+$/;
const TURN = /^([ABCD])\+(90|180|270)$/;

export function parse(action: string): Move | null {
  const placed = PLACEMENT.exec(action);
  if (placed) {
    const size = SIZES.find((size) => LETTER[size] === placed[1]);
    return size ? { kind: "place", size, cell: placed[2] as Cell } : null;
  }
  if (JUMP.test(action)) return { kind: "jump", path: action.split("x") };
  const turned = TURN.exec(action);
  if (turned) return { kind: "turn", coaster: turned[1] as Coaster, degrees: Number(turned[2]) as Degrees };
  return null;
}

export function placement(size: Size, cell: Cell): string {
  return `${LETTER[size]}@${cell}`;
}

export function jump(path: readonly Cell[]): string {
  return path.join("x");
}

export function turn(coaster: Coaster, degrees: number): string {
  return `${coaster}+${degrees}`;
}
