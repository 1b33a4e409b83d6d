// What the person is doing right now: a card pointed at, a joker whose effect is still to be chosen. And the sand: what the
// table's clock makes of what the view said at its own instant.

import { prefersStillness } from "../../lib/stage/motion";
import { api } from "../../lib/net/api";
import type { Play, TableState } from "../../lib/table/face";
import { speaker } from "../../lib/stage/sound.svelte";
import type { Card, CardEffect, Hand, SandEvent, SandView, Timer, TimerStep } from "./types";

export type SandTable = TableState<SandView, SandEvent>;

/** Words follow the sand this often, … */
const WORDS_MS = 250;
/** … and the drawing so often; for those who want no motion its level steps once a second. */
const GRAINS_MS = 40;
const STEP_MS = 1_000;

export class QuicksandPlay implements Play {
  /** The place of my hand that the pointer or the keyboard is on. */
  pointed: number | null = $state(null);
  /** The place of the joker that I am about to play. */
  chosen: number | null = $state(null);
  /** The timer that the pointer or the keyboard is on, for a joker. */
  aimed: string | null = $state(null);
  sending = $state(false);
  /** Counts refusals, so that the same target can shake again. */
  refused: { what: string; count: number } = $state.raw({ what: "", count: 0 });
  /** The sand's time, for words and numbers. */
  now = $state(0);
  /** The traps that I have disarmed: levels on my record. */
  traps: number[] = $state.raw([]);
  /** How often each timer was turned while we watched. */
  turns: Record<string, number> = $state({});

  /** What is drawn anew while sand falls. */
  readonly drawn = new Set<(at: number) => void>();

  readonly #table: SandTable;
  readonly #words: ReturnType<typeof setInterval>;
  readonly #grains: ReturnType<typeof setInterval>;
  #beat = 0;

  constructor(table: SandTable) {
    this.#table = table;
    this.now = this.sandTime();
    this.#words = setInterval(() => this.#follow(), WORDS_MS);
    this.#grains = setInterval(() => this.#fall(), prefersStillness() ? STEP_MS : GRAINS_MS);
  }

  close(): void {
    clearInterval(this.#words);
    clearInterval(this.#grains);
  }

  /** Reads my record; without it nothing is shown as disarmed. */
  async readTraps(): Promise<void> {
    try {
      this.traps = await api.levels("quicksand");
    } catch {
      this.traps = [];
    }
  }

  get #view(): SandView {
    return this.#table.view;
  }

  /** The sand's time now. While it stands still: the view's own instant. */
  sandTime(): number {
    return this.#view.running ? Math.max(this.#view.at, this.#table.clock()) : this.#view.at;
  }

  /** What the upper half of a timer holds at an instant. */
  left(timer: Timer, at = this.now): number {
    return Math.max(0, timer.left - Math.max(0, at - this.#view.at));
  }

  /** What it would hold right after being turned at that instant. */
  leftAfter(step: TimerStep, at = this.now): number {
    const timer = this.timer(step.timer);
    return timer ? timer.duration - this.left(timer, at) : step.left;
  }

  timer(name: string): Timer | undefined {
    return this.#view.timers.find((timer) => timer.name === name);
  }

  /** A timer with less than this is close to running out. */
  get little(): number {
    return this.#view.amounts.close;
  }
  /** The least that a timer has left. */
  readonly least = $derived.by(() => Math.min(...this.#view.timers.map((timer) => this.left(timer))));

  readonly hand: Hand | null = $derived.by(() =>
    this.#table.seat === null ? null : (this.#view.hands[this.#table.seat] ?? null),
  );
  readonly mayPlay = $derived.by(() => {
    const { seat, outcome, meanwhile, awaited } = this.#table;
    return seat !== null && !outcome && !meanwhile && awaited.includes(seat);
  });
  /** Practice: the sand can be let run. */
  readonly mayWait = $derived.by(() => this.#table.actions.includes("wait"));
  /** My joker is shown, or chosen from my hand: which timer is it for? */
  readonly choosing = $derived.by(
    () => this.mayPlay && (this.#view.ask === "joker-effect" || this.chosen !== null),
  );
  /** Everything a joker of mine can do now. */
  readonly jokerEffects = $derived.by(() => this.#view.effects.filter((effect) => effect.joker !== null));

  effectOf(card: Card): CardEffect | null {
    return this.#view.effects.find((effect) => effect.card === card && effect.joker === null) ?? null;
  }

  effectOn(timer: string): CardEffect | null {
    return this.jokerEffects.find((effect) => effect.steps.some((step) => step.timer === timer)) ?? null;
  }

  /** What the card, or the joker's target, that is pointed at would do. */
  readonly preview: CardEffect | null = $derived.by(() => {
    if (this.#table.outcome) return null;
    if (this.choosing) return this.aimed ? this.effectOn(this.aimed) : null;
    const card = this.pointed === null ? null : this.cardAt(this.pointed);
    return card && card !== "joker" ? this.effectOf(card) : null;
  });

  cardAt(place: number): Card | null {
    return this.hand?.places.find((held) => held.place === place)?.card ?? null;
  }

  /** The actions have changed: keep only what still makes sense. */
  settle(): void {
    if (!this.mayPlay || (this.chosen !== null && this.cardAt(this.chosen) !== "joker")) this.chosen = null;
    if (!this.choosing) this.aimed = null;
  }

  /** A card of my hand: it is played, or its joker waits for a timer. */
  async card(place: number): Promise<void> {
    const held = this.hand?.places.find((one) => one.place === place);
    if (!held?.held || this.sending || this.#table.outcome) return;
    if (held.card === "joker" && this.mayPlay) {
      this.chosen = this.chosen === place ? null : place;
      this.aimed = null;
      return;
    }
    this.chosen = null;
    if (held.action) return this.#send(held.action, `card-${place}`);
    const meant =
      held.card === null ? `play #${place}` : held.card === "joker" ? "play joker>t1" : `play ${held.card}`;
    await this.#ask(meant, `card-${place}`);
  }

  /** A pointer takes a card out of my hand. False: there is none, or it may not. */
  lift(place: number): boolean {
    const held = this.hand?.places.find((one) => one.place === place);
    if (!held?.held || this.sending || this.#table.outcome) return false;
    this.pointed = place;
    this.chosen = held.card === "joker" && this.mayPlay ? place : null;
    return true;
  }

  /** It lets go of it over the sand, or over a timer that a joker is meant for. */
  async put(place: number, timer: string | null): Promise<void> {
    this.pointed = null;
    if (this.chosen === place) {
      if (timer) await this.target(timer);
    } else await this.card(place);
  }

  /** A timer: what the joker is for. Without a chosen joker, one of mine is meant. */
  async target(name: string): Promise<void> {
    if (this.sending || this.#table.outcome || this.#table.seat === null) return;
    const effect = this.effectOn(name);
    const joker = this.hand?.places.find((held) => held.card === "joker")?.place ?? null;
    if (effect?.action && !this.choosing && joker !== null) {
      this.chosen = joker;
      this.aimed = name;
      return;
    }
    if (effect?.action) return this.#send(effect.action, name);
    const does = this.timer(name)?.lost ? "+" : ">";
    await this.#ask(`play joker${does}${name}`, name);
  }

  /** A card in another hand that I point at, where cards are turned outward. */
  async suggest(action: string | null, what: string): Promise<void> {
    if (action && !this.sending) await this.#send(action, what);
  }

  /** Practice: lets the sand run for a while without a card. */
  async wait(): Promise<void> {
    if (!this.sending && this.mayWait) await this.#send("wait", "wait");
  }

  back(): void {
    this.chosen = null;
    this.aimed = null;
  }

  /** The newest frame's steps: what is heard, and which timers turn. */
  watch(fresh: SandTable["fresh"]): void {
    for (const event of fresh.flatMap((step) => step.events)) {
      if (event.type === "played") speaker.play("paper");
      if (event.type === "activated" || event.type === "recovered") {
        this.#turned(event.timer);
        speaker.play("sand");
      }
      if (event.type === "ran-out") {
        if (event.zone === "track") this.#turned(event.timer);
        speaker.play("stone");
      }
    }
  }

  #turned(timer: string): void {
    this.turns[timer] = (this.turns[timer] ?? 0) + 1;
  }

  #follow(): void {
    this.now = this.sandTime();
    if (!this.#view.running || this.#table.outcome || this.least <= 0 || this.least > this.little) return;
    // A heart that beats faster the less is left.
    const pause = 480 + (this.least / this.little) * 700;
    if (performance.now() - this.#beat < pause) return;
    this.#beat = performance.now();
    speaker.play("heart");
  }

  /** Sand that lies still is drawn when the view changes, and not again. */
  #fall(): void {
    if (!this.#view.running || this.#table.outcome) return;
    const at = this.sandTime();
    for (const draw of this.drawn) draw(at);
  }

  async #send(action: string, what: string): Promise<void> {
    this.sending = true;
    try {
      const refusal = await this.#table.play(action);
      if (refusal) this.#shake(what);
      else this.back();
    } finally {
      this.sending = false;
    }
  }

  async #ask(action: string, what: string): Promise<void> {
    this.#shake(what);
    await this.#table.ask(action);
  }

  #shake(what: string): void {
    this.refused = { what, count: this.refused.count + 1 };
  }
}
