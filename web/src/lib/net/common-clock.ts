/** The table's clock on this page: learned from what the server says, and compared with it where time runs by itself. */
import type { Request } from "./protocol";
import { TableClock } from "./table-clock";

/** How often the clock of a table where time runs by itself is compared with the server's. */
const BEAT_MS = 2_500;
/** The first time soon again, and then with growing pauses, for as long as the clock is in doubt by more than this. */
const FIRST_PAUSE_MS = 200;
const STEADY_MS = 40;

export interface ClockPlan {
  send(text: string): void;
  /** A number for a request that nobody else has. */
  nextId(): number;
  /** Whether time runs by itself, and runs now. */
  matters(): boolean;
  /** Whether the table waits for people: then its clock stands. */
  waits(): boolean;
}

export class CommonClock {
  readonly #plan: ClockPlan;
  readonly #clock = new TableClock();
  /** What the table's clock shows while it stands. */
  #standsAt: number | null = null;
  /** Pings under way, and when they were sent. */
  readonly #pings = new Map<number, number>();
  #comparing: ReturnType<typeof setTimeout> | undefined;

  constructor(plan: ClockPlan) {
    this.#plan = plan;
  }

  /** Milliseconds since the game started. */
  now(): number {
    return this.#standsAt ?? this.#clock.at(performance.now());
  }

  /** A new line: what was on its way on the old one is lost. */
  forget(): void {
    this.#clock.forget();
    this.#pings.clear();
  }

  /** The server says what its clock shows, maybe in answer to a ping. What was learned before it stood does not hold after. */
  heard(now: number, ping?: number): void {
    const sent = ping === undefined ? undefined : this.#pings.get(ping);
    if (ping !== undefined) this.#pings.delete(ping);
    const waits = this.#plan.waits();
    if (waits || this.#standsAt !== null) this.#clock.forget();
    this.#standsAt = waits ? now : null;
    if (!waits) this.#clock.heard(now, performance.now(), sent);
  }

  ping(): string {
    const id = this.#plan.nextId();
    this.#pings.set(id, performance.now());
    return JSON.stringify({ op: "ping", id } satisfies Request);
  }

  compare(pause = FIRST_PAUSE_MS): void {
    clearTimeout(this.#comparing);
    if (this.#plan.matters()) this.#plan.send(this.ping());
    this.#comparing = setTimeout(() => {
      this.compare(this.#clock.doubt > STEADY_MS ? Math.min(2 * pause, BEAT_MS) : BEAT_MS);
    }, pause);
  }

  close(): void {
    clearTimeout(this.#comparing);
  }
}
