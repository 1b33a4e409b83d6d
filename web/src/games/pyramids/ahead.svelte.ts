// A move chosen while the other one plays: this game has no secrets, so it tells nobody anything. It is a wish, no more: when
// the turn comes it is played if it is among what the referee then offers.

import type { Cell } from "./cells";
import { mayStop, routeTo, type Path } from "./jumps";
import { jump, placement } from "./notation";
import type { Size } from "./types";

export type Wish = { kind: "place"; size: Size; cell: Cell } | { kind: "jump"; from: Cell; to: Cell };

export class Ahead {
  /** Somebody who waits may choose now. */
  open = $state(false);
  /** Half of a wish: a size, or a pyramid of mine. */
  picked: { size: Size } | { from: Cell } | null = $state.raw(null);
  wish: Wish | null = $state.raw(null);
  /** The newest wish could not be fulfilled. */
  gone = $state(false);

  take(size: Size): void {
    const same = this.picked && "size" in this.picked && this.picked.size === size;
    this.picked = same ? null : { size };
    this.wish = null;
  }

  /** A cell, which holds a pyramid of mine, of somebody else's, or none. False: nothing can be wished with it. */
  choose(cell: Cell, holds: "mine" | "theirs" | "nothing"): boolean {
    const { picked } = this;
    if (holds === "mine") {
      const same = picked && "from" in picked && picked.from === cell;
      this.picked = same ? null : { from: cell };
      this.wish = null;
      return true;
    }
    if (!picked) return false;
    this.wish =
      "size" in picked
        ? { kind: "place", size: picked.size, cell }
        : { kind: "jump", from: picked.from, to: cell };
    this.picked = null;
    return true;
  }

  /** False: there was nothing to take back. */
  cancel(): boolean {
    const had = this.wish !== null || this.picked !== null;
    this.wish = this.picked = null;
    return had;
  }

  /** The turn has come: the action that fulfils the wish, if there is one. */
  fulfilled(placements: Record<Size, ReadonlySet<Cell>>, jumps: readonly Path[]): string | null {
    const { wish } = this;
    this.gone = false;
    this.cancel();
    if (!wish) return null;
    const action = found(wish, placements, jumps);
    this.gone = action === null;
    return action;
  }

  /** What is marked on the board. */
  get cells(): Cell[] {
    const { wish, picked } = this;
    if (wish) return wish.kind === "place" ? [wish.cell] : [wish.from, wish.to];
    return picked && "from" in picked ? [picked.from] : [];
  }
}

function found(
  wish: Wish,
  placements: Record<Size, ReadonlySet<Cell>>,
  jumps: readonly Path[],
): string | null {
  if (wish.kind === "place")
    return placements[wish.size].has(wish.cell) ? placement(wish.size, wish.cell) : null;
  const route = routeTo(jumps, [wish.from], wish.to);
  return route && mayStop(jumps, route) ? jump(route) : null;
}
