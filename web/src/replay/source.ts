/** Where a replay comes from: a table whose game is over, or a log file that somebody brought. */
import { api } from "../lib/net/api";
import type { BotLevel, Opened, Replay } from "../lib/net/protocol";

export interface Source {
  /** The game through these eyes: a seat's number, `watch` or `open`. */
  look(eyes: string): Promise<Replay>;
  /** A new table that plays on after `n` entries. */
  fork(n: number, seat: number, bots?: BotLevel): Promise<Opened>;
  /** The address of the log file, and the name to save it under. */
  readonly log: { href: string; name: string };
  /** The table's address, for links to a moment; none for a file. */
  readonly table: string | null;
}

export function ofTable(id: string): Source {
  return {
    look: (eyes) => api.replay(id, eyes),
    fork: (n, seat, bots) => api.fork(id, { n, seat, ...(bots ? { bots } : {}) }),
    log: { href: `/api/tables/${encodeURIComponent(id)}/log`, name: "" },
    table: id,
  };
}

export function ofFile(text: string, name: string): Source {
  return {
    look: (eyes) => api.replayFile(text, eyes),
    fork: (n, seat, bots) => api.forkFile(text, { n, seat, ...(bots ? { bots } : {}) }),
    log: { href: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`, name },
    table: null,
  };
}
