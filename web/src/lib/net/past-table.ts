/** The live table as it stood after a move that this page has seen: to look at while the game goes on. */
import type { Outcome, Refusal, SeatPerson, Step, TableState } from "../table/face";
import type { SeatView } from "./protocol";

export class PastTable implements TableState<unknown, unknown> {
  readonly n: number;
  readonly view: unknown;
  readonly seat: number | null;
  readonly actions: string[] = [];
  readonly steps: Step[];
  readonly fresh: Step[] = [];
  readonly awaited: number[] = [];
  readonly outcome: Outcome | null = null;
  readonly #now: Pick<TableState, "people" | "earlier">;

  constructor(now: Pick<TableState, "steps" | "people" | "earlier">, n: number, eyes: SeatView) {
    this.#now = now;
    this.n = n;
    this.view = eyes.view;
    this.seat = eyes.seat;
    this.steps = now.steps.filter((step) => step.n <= n);
  }

  get people(): SeatPerson[] {
    return this.#now.people;
  }
  get earlier(): TableState["earlier"] {
    return this.#now.earlier;
  }
  clock(): number {
    return this.steps.at(-1)?.at ?? 0;
  }
  play(): Promise<Refusal | null> {
    return Promise.resolve(null);
  }
  ask(): Promise<Refusal | null> {
    return Promise.resolve(null);
  }
}
