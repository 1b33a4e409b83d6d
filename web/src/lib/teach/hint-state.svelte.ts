/** The last hint of a table: it outlives the panel that asked for it, as long as it is about what is on the board. */
import type { LiveTable } from "../net/live-table.svelte";
import type { Hint } from "../net/protocol";

export class HintState {
  hint: Hint | null = $state.raw(null);
  /** After which step it was given. */
  given = $state(-1);
}

const states = new WeakMap<LiveTable, HintState>();

export function hintsOf(table: LiveTable): HintState {
  const known = states.get(table) ?? new HintState();
  states.set(table, known);
  return known;
}
