/** A table without a server: what is asked of it is written down. */
import type { Refusal, TableState } from "../src/lib/table/face";

export interface Desk<V, E> {
  table: TableState<V, E>;
  played: string[];
  asked: string[];
}

/** Seat 0 (or `seat`) looks at this and may do that; whoever asks why not is told `refusal`. */
export function deskWith<V, E>(
  view: V,
  actions: string[],
  { seat = 0, refusal = null }: { seat?: number | null; refusal?: Refusal | null } = {},
): Desk<V, E> {
  const [played, asked]: [string[], string[]] = [[], []];
  const table: TableState<V, E> = {
    view,
    seat,
    actions,
    steps: [],
    fresh: [],
    awaited: [0],
    outcome: null,
    people: [],
    clock: () => 0,
    play: (action) => {
      played.push(action);
      return Promise.resolve(null);
    },
    ask: (action) => {
      asked.push(action);
      return Promise.resolve(refusal);
    },
  };
  return { table, played, asked };
}
