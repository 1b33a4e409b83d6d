// The count at the end, pyramid by pyramid: each seat turns its goal over, then its pyramids tell their sums.

import type { Element, Score, View } from "./types";

export type Stop =
  { kind: "goal"; seat: number; goal: Element } | { kind: "sum"; seat: number; score: Score; before: number };

/** Every stop of the walk, seat after seat; `before` is what the seat has counted so far. */
export function stops(view: View): Stop[] {
  const scores = view.scoring ?? [];
  return view.seats.flatMap((of, seat): Stop[] => {
    let before = 0;
    const sums = scores
      .filter((score) => score.seat === seat)
      .map((score): Stop => {
        const stop: Stop = { kind: "sum", seat, score, before };
        before += score.points;
        return stop;
      });
    return of.goal ? [{ kind: "goal", seat, goal: of.goal }, ...sums] : sums;
  });
}

/** What each seat has counted after the stop with this number. */
export function counted(all: readonly Stop[], at: number, seats: number): number[] {
  const totals = Array.from({ length: seats }, () => 0);
  for (const stop of all.slice(0, at + 1)) {
    if (stop.kind === "sum") totals[stop.seat] = stop.before + stop.score.points;
  }
  return totals;
}

const GOAL_PAUSE = 1500;
const SUM_PAUSE = 1350;

export class ScoringWalk {
  all: Stop[] = $state.raw([]);
  /** The stop that is shown; null: not walking. */
  at: number | null = $state(null);
  playing = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get stop(): Stop | null {
    return this.at === null ? null : (this.all[this.at] ?? null);
  }

  /** What each seat has counted so far; null: not walking. */
  get totals(): number[] | null {
    if (this.at === null) return null;
    return counted(this.all, this.at, Math.max(0, ...this.all.map((stop) => stop.seat)) + 1);
  }

  /** Seats whose goal has been turned over so far. */
  revealed(seat: number): boolean {
    if (this.at === null) return true;
    return this.all.slice(0, this.at + 1).some((stop) => stop.kind === "goal" && stop.seat === seat);
  }

  start(view: View): void {
    this.all = stops(view);
    if (this.all.length === 0) return;
    this.at = 0;
    this.play();
  }

  play(): void {
    this.playing = true;
    this.#wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  step(by: 1 | -1): void {
    if (this.at === null) return;
    const next = this.at + by;
    if (next >= this.all.length) return this.end();
    this.at = Math.max(0, next);
    if (this.playing) this.#wait();
  }

  end(): void {
    this.pause();
    this.at = null;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.step(1), this.stop?.kind === "goal" ? GOAL_PAUSE : SUM_PAUSE);
  }
}
