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
