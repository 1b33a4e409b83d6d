/** The analysis of one table's game: asked for, waited for, and looked at. */
import type { Analysis, JudgedMove, Mark } from "../../lib/generated/teach";
import { api, ServerTrouble } from "../../lib/net/api";
import type { Bilingual } from "../../lib/words/language.svelte";

/** How often an analysis that is being made is asked after. */
const LOOK_MS = 700;
/** How often one that was being made may be unknown: where several houses are one, each hears of it from the others. */
const UNKNOWN = 8;

export const MARKS: readonly Mark[] = ["brilliant", "good", "doubtful", "mistake", "blunder"];
/** As players write them beside a move. */
export const SIGNS: Record<Mark, string> = {
  brilliant: "!!",
  good: "!",
  doubtful: "?!",
  mistake: "?",
  blunder: "??",
};

/** What somebody may want to play again. */
export const isError = (mark: Mark | null): boolean => mark === "mistake" || mark === "blunder";

export class AnalysisState {
  /** With all secrets open. */
  open = $state(false);
  made: Analysis | null = $state.raw(null);
  making: { done: number; all: number } | null = $state(null);
  trouble: Bilingual | null = $state(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #known = new Map<boolean, Analysis>();
  #closed = false;
  #unknown = 0;

  constructor(readonly table: string) {
    void this.#look(false);
  }

  start(): Promise<void> {
    return this.#look(true);
  }

  /** Judged otherwise: made now if it is not kept. */
  judge(open: boolean): void {
    if (open === this.open) return;
    clearTimeout(this.#timer);
    this.open = open;
    this.making = null;
    const known = this.#known.get(open);
    if (known) this.made = known;
    else void this.#look(true);
  }

  async #look(make: boolean): Promise<void> {
    const { open } = this;
    this.trouble = null;
    try {
      const state = await (make ? api.makeAnalysis : api.analysis)(this.table, open);
      // Somebody has chosen otherwise meanwhile, or gone.
      if (open !== this.open || this.#closed) return;
      this.#unknown = state.state === "none" && this.making ? this.#unknown + 1 : 0;
      const waits = 0 < this.#unknown && this.#unknown <= UNKNOWN;
      if (!waits) this.making = state.state === "making" ? state : null;
      if (state.state === "made") {
        this.made = state.analysis;
        this.#known.set(open, state.analysis);
      } else if (state.state === "making" || waits) {
        this.#timer = setTimeout(() => void this.#look(false), LOOK_MS);
      }
    } catch (error) {
      if (!(error instanceof ServerTrouble)) throw error;
      this.trouble = error.words;
      this.making = null;
      // What stays is what was made before.
      if (this.made) this.open = this.made.open;
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }
}

/** The move that led to a moment. */
export const moveAt = (analysis: Analysis, n: number): JudgedMove | undefined => analysis.moves[n - 1];

/** The mistakes of a seat, in order. */
export const mistakesOf = (analysis: Analysis, seat: number): JudgedMove[] =>
  analysis.moves.filter((move) => move.seat === seat && isError(move.mark) && move.better);

/** The chances at a moment. */
export const chancesAt = (analysis: Analysis, n: number): number[] =>
  n === 0 ? analysis.start : (moveAt(analysis, n)?.chances ?? analysis.start);
