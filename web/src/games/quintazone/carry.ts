// A card or a pyramid carried to the table.

import { carried } from "../../lib/stage/gestures";
import type { QuintazonePlay } from "./play.svelte";
import { spotOf, type Size } from "./types";

/** `what`: a card by its place in the hand, or a size. */
export function carrying(play: QuintazonePlay, what: number | Size): (source: HTMLElement) => () => void {
  return carried({
    take: () => play.lift(what),
    over: (below) => (play.hover = spotOf(below)),
    put: (below) => void play.put(spotOf(below)),
    back: () => void play.put(null),
    picture: (from) => from.closest("button")?.querySelector(".face, svg") ?? null,
  });
}
