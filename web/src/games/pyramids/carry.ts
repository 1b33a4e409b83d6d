// A pyramid carried from the reserve to a cell: from the list of sizes, and from the tray on one's own card.

import { carried } from "../../lib/stage/gestures";
import { CELLS, type Cell } from "./cells";
import { SIZES } from "./notation";
import type { PyramidsPlay } from "./play.svelte";
import type { Size } from "./types";

function cellOf(below: Element | null): Cell | null {
  const name = below?.closest<HTMLElement>("[data-cell]")?.dataset["cell"];
  return CELLS.find((cell) => cell === name) ?? null;
}

/** To be attached to what holds elements with `data-size`, or is one. */
export function fromReserve(play: PyramidsPlay): (source: HTMLElement) => () => void {
  let size: Size | undefined;
  return carried({
    take: (from) => {
      const name = from.closest<HTMLElement | SVGElement>("[data-size]")?.dataset["size"];
      size = SIZES.find((one) => one === name);
      return size !== undefined && play.lift(size);
    },
    over: (below) => (play.hover = cellOf(below)),
    put: (below) => void play.put(cellOf(below)),
    back: () => void play.put(null),
    picture: () => document.querySelector(`button[data-size=${size}] .picture`),
  });
}
