// How actions are written, and what a card's name says.

import type { Cell, Element, Size } from "./types";

const LETTERS: Record<Size, string> = { small: "S", medium: "M", large: "L" };
const INITIALS: Record<string, Element> = { E: "earth", A: "air", F: "fire", W: "water", S: "space" };

export function lay(card: string, cell: Cell, turned: boolean): string {
  return `${card}@${cell.x},${cell.y}${turned ? "r" : ""}`;
}

export function stand(size: Size, cell: Cell, element: Element): string {
  return `${LETTERS[size]}^${cell.x},${cell.y}:${element}`;
}

/** The card that an action lays, and where; null if it does something else. */
export function laid(action: string): { card: string; cell: Cell; turned: boolean } | null {
  const read = /^([^@^]+)@(-?\d+),(-?\d+)(r?)$/.exec(action);
  if (!read) return null;
  return { card: read[1] ?? "", cell: cellOf(read[2], read[3]), turned: read[4] === "r" };
}

/** The pyramid that an action places, and where; null if it does something else. */
export function stood(action: string): { size: Size; cell: Cell; element: Element } | null {
  const read = /^([SML])\^(-?\d+),(-?\d+):(\w+)$/.exec(action);
  const size = (Object.keys(LETTERS) as Size[]).find((size) => LETTERS[size] === read?.[1]);
  return read && size ? { size, cell: cellOf(read[2], read[3]), element: read[4] as Element } : null;
}

function cellOf(x: string | undefined, y: string | undefined): Cell {
  return { x: Number(x), y: Number(y) };
}

export interface CardName {
  cut: "whole" | "over" | "beside" | "diagonal" | "quartered";
  elements: Element[];
}

/** `E` is whole earth, `EA-h` earth over air, `EA-v` earth beside air, `EA-d` diagonal, `AF-WS` quartered. */
export function readCard(card: string): CardName {
  const [letters = "", how = ""] = card.split("-");
  const elements = (text: string) => [...text].flatMap((letter) => INITIALS[letter] ?? []);
  if (how === "") return { cut: "whole", elements: elements(letters) };
  const cuts = { h: "over", v: "beside", d: "diagonal" } as const;
  const cut = cuts[how as keyof typeof cuts];
  return cut ? { cut, elements: elements(letters) } : { cut: "quartered", elements: elements(letters + how) };
}
