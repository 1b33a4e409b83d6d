/** A lesson's table: the real referee on a prepared position. This page keeps what was played; the server keeps nothing. */
import { ServerTrouble, api } from "./api";
import type { Outcome, Refusal, SeatPerson, Step, TableState } from "../table/face";
import type { Bilingual } from "../words/language.svelte";
import type { Notice } from "./live-table.svelte";
import type { Attend, LessonMoment } from "../generated/lesson";
import { here } from "./here.svelte";
import { lessons } from "../words/lesson";
import { peopleAt } from "../table/people";
import type { Taker } from "./protocol";
import { remember, remembered } from "../settings/remember";
import { frame } from "../words/shell";

const NEXT = "next";

/** What was played of a lesson on this device, if it was begun. */
function playedBefore(game: string): string[] {
  try {
    const kept: unknown = JSON.parse(remembered(`lesson.${game}`) ?? "[]");
    return Array.isArray(kept) ? kept.filter((answer) => typeof answer === "string") : [];
  } catch {
    return [];
  }
}

export class LessonTable implements TableState<unknown, unknown> {
  readonly game: string;
  moment: LessonMoment | null = $state.raw(null);
  /** The lesson cannot be had. */
  trouble: ServerTrouble | null = $state.raw(null);
  notice: Notice | null = $state.raw(null);
  /** What was tried is allowed, but not what the coach means. */
  astray = $state(false);
  /** Changes with each new position: what the page keeps for the board is then made anew. */
  sitting = $state(0);
  fresh: Step[] = $state.raw([]);
  #played: string[];
  #notices = 0;
  #busy = false;

  readonly #ask: (asked: Attend) => Promise<LessonMoment>;
  readonly #kept: boolean;

  /** `ask`: where the position comes from, if it is not the game's lesson; then nothing is kept of it. */
  constructor(game: string, ask?: (asked: Attend) => Promise<LessonMoment>) {
    this.game = game;
    this.#ask = ask ?? ((asked) => api.attend(game, asked));
    this.#kept = ask === undefined;
    this.#played = this.#kept ? playedBefore(game) : [];
    void this.#show(this.#played);
  }

  get view(): unknown {
    return this.moment?.view;
  }
  get seat(): number | null {
    return this.moment?.seat ?? null;
  }
  get actions(): string[] {
    return this.moment?.actions ?? [];
  }
  get steps(): Step[] {
    return this.moment?.steps ?? [];
  }
  get before(): string {
    return lessons().look;
  }
  get meanwhile(): string | null {
    if (!this.moment || this.moment.act) return null;
    return this.moment.done ? lessons().over : lessons().read;
  }
  get awaited(): number[] {
    return this.moment?.awaited ?? [];
  }
  get outcome(): Outcome | null {
    return this.moment?.outcome ?? null;
  }
  readonly people: SeatPerson[] = $derived.by(() => {
    const names = this.moment?.names ?? [];
    const mine = (seat: number) => seat === this.moment?.seat;
    // Whoever sat at a puzzle's table is nobody: the house's bots hold their seats.
    if (!this.#kept) {
      const taken = (seat: number): Taker =>
        mine(seat) ? { type: "person", name: here.name, here: true } : { type: "bot", level: "club" };
      return peopleAt(
        names.map((_, seat) => ({ taken_by: taken(seat), mine: mine(seat) })),
        this.game,
      );
    }
    return names.map((name, seat) => ({
      seat,
      kind: mine(seat) ? "person" : "bot",
      name: mine(seat) ? here.name || frame().guest : name,
      mine: mine(seat),
      present: true,
    }));
  });

  /** Time waits for a learner. */
  clock(): number {
    return this.moment?.now ?? 0;
  }

  async play(action: string): Promise<Refusal | null> {
    const answer = await this.#attend(this.#played, action);
    if (!answer) return null;
    this.astray = answer.not_this !== null;
    if (answer.refusal) this.#notify(answer.refusal.message, answer.refusal.clause);
    if (answer.not_this) {
      this.#notify(answer.not_this, null);
      return { clause: "", message: answer.not_this };
    }
    if (!answer.refusal) this.#take(answer, [...this.#played, action]);
    return answer.refusal;
  }

  async ask(action: string): Promise<Refusal | null> {
    const answer = await this.#asked({ played: this.#played, try: action });
    if (answer?.refusal) this.#notify(answer.refusal.message, answer.refusal.clause);
    return answer?.refusal ?? null;
  }

  async next(): Promise<void> {
    const answer = await this.#attend(this.#played, NEXT);
    if (answer && !answer.refusal && !answer.not_this) this.#take(answer, [...this.#played, NEXT]);
  }

  back(): Promise<void> {
    return this.#show(this.#played.slice(0, -1));
  }

  again(): Promise<void> {
    return this.#show([]);
  }

  /** The lesson after these answers, without what led there. */
  async #show(played: string[]): Promise<void> {
    const answer = await this.#attend(played);
    if (!answer) return;
    this.#take({ ...answer, fresh: 0, praise: null }, played);
    this.sitting++;
  }

  #take(moment: LessonMoment, played: string[]): void {
    if (this.moment && moment.scene !== this.moment.scene) this.sitting++;
    this.moment = moment;
    this.fresh = moment.fresh > 0 ? moment.steps.slice(-moment.fresh) : [];
    // Where the lesson has changed since, what no longer fits it is forgotten.
    this.#played = played.slice(0, moment.kept);
    this.astray = false;
    this.notice = null;
    if (this.#kept) remember(`lesson.${this.game}`, JSON.stringify(this.#played));
  }

  async #attend(played: string[], attempt?: string): Promise<LessonMoment | null> {
    // One thing after the other: a second click while the first is under way is the same click.
    if (this.#busy) return null;
    this.#busy = true;
    try {
      return await this.#asked(attempt === undefined ? { played } : { played, try: attempt });
    } finally {
      this.#busy = false;
    }
  }

  async #asked(asked: Attend): Promise<LessonMoment | null> {
    try {
      const moment = await this.#ask(asked);
      this.trouble = null;
      return moment;
    } catch (error) {
      if (!(error instanceof ServerTrouble)) throw error;
      if (this.moment) this.#notify(error.words, null);
      else this.trouble = error;
      return null;
    }
  }

  #notify(message: Bilingual, clause: string | null): void {
    this.notice = { message, clause, key: ++this.#notices };
  }
}
