// The grid has no edge: columns are letters, rows are numbers downwards; left of `a` come `-a`, `-b` …, above 1 come 0, -1 ….

import type { Cell } from "./types";

export interface Spot {
  x: number;
  y: number;
}

export function spotOf(cell: Cell): Spot {
  const [, minus = "", letters = "a", row = "1"] = /^(-?)([a-z]+)(-?\d+)$/.exec(cell) ?? [];
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 96;
  return { x: minus ? 1 - column : column, y: Number(row) };
}

export function columnOf(x: number): string {
  let [column, letters] = [x < 1 ? 1 - x : x, ""];
  for (; column > 0; column = Math.floor((column - 1) / 26))
    letters = String.fromCharCode(97 + ((column - 1) % 26)) + letters;
  return (x < 1 ? "-" : "") + letters;
}

export function cellAt({ x, y }: Spot): Cell {
  return columnOf(x) + String(y);
}

/** The eight cells around, row by row. */
export function around({ x, y }: Spot): Spot[] {
  const steps = [-1, 0, 1];
  return steps.flatMap((dy) =>
    steps.filter((dx) => dx !== 0 || dy !== 0).map((dx) => ({ x: x + dx, y: y + dy })),
  );
}
