// The 36 cells and the four coasters (P-1): names, and where a turn takes a cell.

import type { Coaster, Degrees } from "./types";

export type { Coaster, Degrees };
export type Cell = string;

const COLUMNS = "abcdef";

/** In the order of a view's `cells`: a1 b1 … f1 a2 … f6. */
export const CELLS: readonly Cell[] = Array.from({ length: 36 }, (_, i) => cellAt(i % 6, Math.floor(i / 6)));
export const COASTERS: readonly Coaster[] = ["A", "B", "C", "D"];
export const QUARTERS: readonly Degrees[] = [90, 180, 270];

export function cellAt(column: number, row: number): Cell {
  return `${COLUMNS.charAt(column)}${row + 1}`;
}

export function column(cell: Cell): number {
  return COLUMNS.indexOf(cell.charAt(0));
}

export function row(cell: Cell): number {
  return Number(cell.charAt(1)) - 1;
}

export function indexOf(cell: Cell): number {
  return row(cell) * 6 + column(cell);
}

export function onBoard(column: number, row: number): boolean {
  return column >= 0 && column < 6 && row >= 0 && row < 6;
}

export function coasterOf(cell: Cell): Coaster {
  return COASTERS[(row(cell) < 3 ? 0 : 2) + (column(cell) < 3 ? 0 : 1)] as Coaster;
}

/** The cell that a turn of its coaster, clockwise, takes this cell to: a1 to a3 by one quarter (P-5). */
export function turnedCell(cell: Cell, degrees: number): Cell {
  const left = column(cell) < 3 ? 0 : 3;
  const bottom = row(cell) < 3 ? 0 : 3;
  let x = column(cell) - left;
  let y = row(cell) - bottom;
  for (let quarter = 0; quarter < quarters(degrees); quarter++) [x, y] = [y, 2 - x];
  return cellAt(left + x, bottom + y);
}

/** Quarter turns, 0 to 3, in any number of degrees. */
export function quarters(degrees: number): number {
  return ((Math.round(degrees / 90) % 4) + 4) % 4;
}
