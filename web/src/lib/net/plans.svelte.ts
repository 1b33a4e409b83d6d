/** Planning ahead: the lines that I keep at a table, and the table as it would stand in one that I am making. */
import { ServerTrouble, api } from "./api";
import type { LiveTable } from "./live-table.svelte";
import type { Ahead, ChangePlan, MyPlan, PlannedStep } from "./protocol";
import type { Outcome, Refusal, SeatPerson, Step, TableState } from "../table/face";
import { plans as words } from "../words/plans";

type Act = ChangePlan["line"][number];

const acts = (steps: PlannedStep[]): Act[] => steps.map(({ seat, action }) => ({ seat, action }));

/** Steps that are not played, numbered from here on. */
export function asSteps(steps: PlannedStep[], from: number, at = 0): Step[] {
  return steps.map((step, i) => ({ n: from + 1 + i, at, ...step }));
}

export class Plans {
  /** My lines; null until they are known. */
  kept: MyPlan | null = $state.raw(null);
  /** The line that I am making or looking at. */
  planning: PlanningTable | null = $state.raw(null);
  busy = $state(false);
  /** A line was just kept or removed: said once, and the keyboard goes on from there. */
  said: "kept" | "removed" | "left" | null = $state(null);
  readonly table: LiveTable;
  #notices = 0;

  constructor(table: LiveTable) {
    this.table = table;
  }

  get seat(): number {
    return this.table.mySeats[0] ?? 0;
  }

  /** Asks which of my lines still hold. */
  async look(): Promise<void> {
    try {
      this.kept = await api.plan(this.table.id);
    } catch (error) {
      if (!(error instanceof ServerTrouble)) throw error;
      // The next move asks again.
    }
  }

  /** Begins a line, or shows one that is kept. */
  async open(line: PlannedStep[] = []): Promise<void> {
    this.said = null;
    const planning = new PlanningTable(this);
    if (await planning.show(acts(line))) this.planning = planning;
  }

  close(): void {
    this.planning = null;
    this.said = "left";
  }

  async keep(): Promise<void> {
    const { planning } = this;
    // What was just played belongs to the line, also while it is under way.
    await planning?.trying;
    if (planning && (await this.#change({ op: "keep", n: planning.n, line: planning.line }))) {
      this.planning = null;
      this.said = "kept";
    }
  }

  async remove(line: PlannedStep[]): Promise<void> {
    if (this.kept && (await this.#change({ op: "remove", n: this.kept.n, line: acts(line) })))
      this.said = "removed";
  }

  async #change(change: ChangePlan): Promise<boolean> {
    const kept = await this.asked(() => api.changePlan(this.table.id, change));
    if (kept) this.kept = kept;
    return kept !== null;
  }

  /** What the server answers; or its sentence is shown above the board. */
  async asked<T>(ask: () => Promise<T>): Promise<T | null> {
    // One thing after the other: a second click while the first is under way is the same click.
    if (this.busy) return null;
    this.busy = true;
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ServerTrouble)) throw error;
      this.tell(error);
      return null;
    } finally {
      this.busy = false;
    }
  }

  tell({ words: message, clause }: ServerTrouble): void {
    this.table.notice = { message, clause, key: --this.#notices };
  }
}

/** The table as it would stand: whoever would be awaited acts, by the same gestures as ever. */
export class PlanningTable implements TableState<unknown, unknown> {
  fresh: Step[] = $state.raw([]);
  /** Changes when it is another position than what follows: what the page keeps for the board is then made anew. */
  sitting = $state(0);
  #ahead: Ahead | null = $state.raw(null);
  /** What is being tried just now. */
  trying: Promise<unknown> = Promise.resolve();
  readonly #plans: Plans;

  constructor(plans: Plans) {
    this.#plans = plans;
  }

  /** After which number of the log the line begins. */
  get n(): number {
    return this.#ahead?.n ?? 0;
  }
  get line(): Act[] {
    return acts(this.#ahead?.steps ?? []);
  }
  /** Whether the line has an answer of mine. */
  get answers(): boolean {
    return this.line.some(({ seat }) => seat === this.#plans.seat);
  }
  /** Whether the game has gone on meanwhile. */
  get late(): boolean {
    return (this.#plans.table.steps.at(-1)?.n ?? 0) > this.n;
  }
  get view(): unknown {
    return this.#ahead?.view;
  }
  get seat(): number | null {
    return this.#ahead?.awaited[0] ?? this.#plans.seat;
  }
  get actions(): string[] {
    return this.#ahead?.actions ?? [];
  }
  readonly steps: Step[] = $derived.by(() => {
    const played = this.#plans.table.steps.filter(({ n }) => n <= this.n);
    return [...played, ...asSteps(this.#ahead?.steps ?? [], this.n, played.at(-1)?.at)];
  });
  get earlier(): TableState["earlier"] {
    return this.#plans.table.earlier;
  }
  get pretends(): string {
    return words().title;
  }
  get before(): string {
    return words().how;
  }
  get awaited(): number[] {
    return this.#ahead?.awaited ?? [];
  }
  get outcome(): Outcome | null {
    return null;
  }
  get people(): SeatPerson[] {
    return this.#plans.table.people;
  }
  clock(): number {
    return this.steps.at(-1)?.at ?? 0;
  }

  play(action: string): Promise<Refusal | null> {
    const tried = this.#try(action, true);
    this.trying = tried.catch(() => null);
    return tried;
  }
  async ask(action: string): Promise<Refusal | null> {
    return this.#try(action, false);
  }

  /** The table after this line, without what led there. Whether it could be had. */
  async show(line: Act[]): Promise<boolean> {
    const from = this.#ahead ? { n: this.#ahead.n } : {};
    return this.#take(await this.#plans.asked(() => api.ahead(this.#plans.table.id, { ...from, line })));
  }
  back(): Promise<boolean> {
    return this.show(this.line.slice(0, -1));
  }
  /** From how the game stands by now. */
  async anew(): Promise<void> {
    this.#take(await this.#plans.asked(() => api.ahead(this.#plans.table.id, { line: [] })));
  }

  #take(ahead: Ahead | null): boolean {
    if (!ahead) return false;
    this.#ahead = ahead;
    this.fresh = [];
    this.sitting++;
    return true;
  }

  async #try(action: string, plays: boolean): Promise<Refusal | null> {
    const { seat, n, line } = this;
    if (seat === null) return null;
    let refusal: Refusal | null = null;
    const ahead = await this.#plans.asked(async () => {
      try {
        return await api.ahead(this.#plans.table.id, { n, line: [...line, { seat, action }] });
      } catch (error) {
        if (error instanceof ServerTrouble && error.clause !== null)
          refusal = { clause: error.clause, message: error.words };
        throw error;
      }
    });
    if (ahead && plays) {
      this.#ahead = ahead;
      this.fresh = this.steps.slice(-1);
    }
    return refusal;
  }
}
