/** A moment of a game that is over, shown like a table; and the player that goes from moment to moment. */
import type { Outcome, Refusal, SeatPerson, Step, TableState, WentOut } from "../lib/table/face";
import { peopleAt } from "../lib/table/people";
import type { Moment, Replay } from "../lib/net/protocol";
import { replayWords } from "./words";

/** How long a moment is looked at where time does not run by itself. */
const PAUSE_MS = 1_300;
/** How often the player looks at the clock where it does. */
const LOOK_MS = 40;
export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

export class ReplayTable implements TableState<unknown, unknown> {
  /** How many entries have happened: 0 is the start. */
  at = $state(0);
  playing = $state(false);
  speed: Speed = $state(1);
  /** A seat's number, `watch` or `open`. */
  eyes = $state("watch");
  replay: Replay = $state.raw() as Replay;
  fresh: Step[] = $state.raw([]);
  readonly actions: string[] = [];

  /** The game as it was played, while something else is shown. */
  #real: Replay | null = $state.raw(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The game's clock when it was last set, and when that was: it runs on while the player plays. */
  #clock = $state(0);
  #since = 0;

  /** `time`: the game's clock between this moment and the next, where time runs by itself. */
  constructor(replay: Replay, eyes: string, at: number, time: number | null = null) {
    this.show(replay, eyes);
    this.at = Math.min(Math.max(0, at), this.last);
    const next = this.replay.moments[this.at + 1]?.at ?? this.#moment.at;
    const within = this.realTime && time !== null && time >= this.#moment.at && time < next;
    this.#set(within ? time : this.#moment.at);
  }

  /** The same game through other eyes. */
  show(replay: Replay, eyes: string): void {
    this.#real = null;
    this.replay = replay;
    this.eyes = eyes;
    this.fresh = [];
  }

  /** What was not played: after `n` entries these moments instead of the real ones; null shows the game again. */
  imagine(n: number, moments: Moment[] | null): void {
    this.pause();
    const { at } = this;
    if (this.#real) this.replay = this.#real;
    this.#real = null;
    if (moments) {
      this.#real = this.replay;
      this.replay = {
        ...this.replay,
        moments: [...this.replay.moments.slice(0, n + 1), ...moments],
        outcome: null,
      };
    }
    this.#go(moments ? n + 1 : Math.min(at, this.last), moments !== null);
  }
  /** Whether what is shown was not played. */
  get imagined(): boolean {
    return this.#real !== null;
  }

  get last(): number {
    return this.replay.moments.length - 1;
  }
  get #moment(): Moment {
    // There is a moment at the start, and `at` stays within bounds.
    return this.replay.moments[this.at] as Moment;
  }
  get view(): unknown {
    return this.#moment.view;
  }
  get awaited(): number[] {
    return this.outcome ? [] : this.#moment.awaited;
  }
  get outcome(): Outcome | null {
    return this.at === this.last ? this.replay.outcome : null;
  }
  /** Whose time was up: known once the end is. */
  get outs(): WentOut[] {
    return this.outcome ? (this.replay.outs ?? []).map((out) => ({ ...out, n: this.last + 1 })) : [];
  }
  get seat(): number | null {
    const seat = Number.parseInt(this.eyes, 10);
    return Number.isNaN(seat) ? null : seat;
  }
  /** Everything that these eyes saw, to the end. */
  readonly story: Step[] = $derived(
    this.replay.moments.filter((moment) => moment.action !== null || moment.events.length > 0).map(asStep),
  );
  readonly steps: Step[] = $derived(this.story.filter((step) => step.n <= this.at));
  readonly people: SeatPerson[] = $derived(
    peopleAt(
      this.replay.seats.map((taken_by) => ({ taken_by, mine: false })),
      this.replay.game,
    ).map((person) => ({
      ...person,
      present: true,
      ...(person.kind === "bot" ? {} : { note: replayWords().sat }),
      ...(person.seat === this.seat ? { note: replayWords().theseEyes } : {}),
    })),
  );

  /** Whether time runs by itself. */
  get realTime(): boolean {
    return this.replay.timed;
  }

  /** The game's clock as it stands; while it runs, as it stood a blink ago. */
  get time(): number {
    return this.realTime ? this.#clock : this.#moment.at;
  }
  get ends(): number {
    return this.replay.moments[this.last]?.at ?? 0;
  }
  /** Whether time has run on since the last thing happened. */
  get between(): boolean {
    return this.time > this.#moment.at;
  }

  clock(): number {
    if (!this.playing) return this.#clock;
    const next = this.replay.moments[this.at + 1]?.at ?? Infinity;
    return Math.min(next, this.#clock + (performance.now() - this.#since) * this.speed);
  }

  #set(clock: number): void {
    this.#clock = clock;
    this.#since = performance.now();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.start();
  }

  start(): void {
    if (this.at === this.last) this.#go(0, false);
    this.#set(this.clock());
    this.playing = true;
    this.#wait();
  }

  pause(): void {
    this.#set(this.clock());
    this.playing = false;
    clearTimeout(this.#timer);
  }

  hasten(speed: Speed): void {
    this.#set(this.clock());
    this.speed = speed;
    if (this.playing) this.#wait();
  }

  /** One step: forwards it is seen happening. */
  step(by: 1 | -1): void {
    this.pause();
    if (by === -1 && this.between) this.#set(this.#moment.at);
    else this.#go(this.at + by, by === 1);
  }

  /** To a moment, without what lies between. */
  jump(to: number): void {
    this.#go(to, false);
    if (this.playing) this.#wait();
  }

  /** To an instant of the game's clock, where time runs by itself. */
  seek(time: number): void {
    const then = Math.round(Math.min(Math.max(this.replay.moments[0]?.at ?? 0, time), this.ends));
    this.#go(
      this.replay.moments.findLastIndex((moment) => moment.at <= then),
      false,
    );
    this.#set(then);
    if (this.playing) this.#wait();
  }

  close(): void {
    this.pause();
  }

  #go(to: number, seen: boolean): void {
    const at = Math.min(Math.max(0, to), this.last);
    if (at === this.at) return this.#set(this.#moment.at);
    this.at = at;
    const moment = this.#moment;
    this.fresh = seen ? this.story.filter((step) => step.n === moment.n) : [];
    this.#set(moment.at);
  }

  /** Waits for the next moment: by the game's clock where time runs by itself, long enough to look elsewhere. */
  #wait(): void {
    clearTimeout(this.#timer);
    const next = this.replay.moments[this.at + 1];
    if (!next) return this.pause();
    if (!this.realTime) {
      // A step that these eyes did not see takes no time.
      const hidden = next.action === null && next.events.length === 0;
      this.#timer = setTimeout(() => this.#onward(), hidden ? 0 : PAUSE_MS / this.speed);
      return;
    }
    this.#set(this.clock());
    const left = (next.at - this.clock()) / this.speed;
    if (left <= 0) this.#onward();
    else this.#timer = setTimeout(() => this.#wait(), Math.min(left, LOOK_MS));
  }

  #onward(): void {
    this.#go(this.at + 1, true);
    if (this.at === this.last) this.pause();
    else this.#wait();
  }

  play(): Promise<Refusal | null> {
    return Promise.resolve(null);
  }
  ask(): Promise<Refusal | null> {
    return Promise.resolve(null);
  }
}

function asStep({ n, at, seat, action, events }: Moment): Step {
  return { n, at, seat, action, events };
}
