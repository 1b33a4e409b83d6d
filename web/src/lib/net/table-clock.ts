/**
 * The server's table clock, as well as this page can know it. A message that says `now` and is heard at `heard` was sent
 * no later than that: the clock is at least so far ahead. An answer to something sent at `sent` was given no earlier: the
 * clock is at most so far ahead. The truth lies between the tightest of both.
 */
interface Bounds {
  least: number;
  most: number;
}

const OPEN: Bounds = { least: -Infinity, most: Infinity };
/** Clocks of two machines drift apart: what was learned is forgotten after one to two of these. */
const MEMORY_MS = 60_000;

export class TableClock {
  #now: Bounds = OPEN;
  #before: Bounds = OPEN;
  #since = 0;

  /** The server said that its clock showed `now`. `sent`: when we asked, if it is an answer. */
  heard(now: number, heard: number, sent?: number): void {
    if (heard - this.#since > MEMORY_MS) {
      this.#before = this.#now;
      this.#now = OPEN;
      this.#since = heard;
    }
    const least = Math.max(this.#now.least, now - heard);
    const most = Math.min(this.#now.most, sent === undefined ? Infinity : now - sent);
    // Bounds that cross mean that a clock jumped: only the newest word counts.
    this.#now = least <= most + 1 ? { least, most } : { least: now - heard, most: Infinity };
    if (this.#now.least > this.#before.most || this.#now.most < this.#before.least) this.#before = OPEN;
  }

  /** Another server, or the same one after a break: nothing of before holds. */
  forget(): void {
    this.#now = this.#before = OPEN;
  }

  /** The width between the bounds: the truth is at most half of it away from what we take it for. */
  get doubt(): number {
    const { least, most } = this.#ahead;
    return most - least;
  }

  get #ahead(): Bounds {
    return {
      least: Math.max(this.#now.least, this.#before.least),
      most: Math.min(this.#now.most, this.#before.most),
    };
  }

  /** What the table's clock shows when this page's shows `at`. */
  at(at: number): number {
    const { least, most } = this.#ahead;
    if (least === -Infinity) return 0;
    const ahead = most === Infinity ? least : (least + most) / 2;
    return Math.max(0, at + ahead);
  }
}
