// What the person is doing right now. It reads the actions that came with the view.

import type { Play, TableState } from "../../lib/table/face";
import type { Event, View } from "./types";

export type Table = TableState<View, Event>;

export class GameIdPlay implements Play {
  /** A move is on its way. */
  sending = $state(false);
  #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async play(action: string): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    try {
      await this.#table.play(action);
    } finally {
      this.sending = false;
    }
  }
  /** The page closes: nothing runs here that would have to be stopped. */
  close(): void {}
}
