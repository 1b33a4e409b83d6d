// What the person is doing right now: the card in the hand, the squares pointed at, how near they look, and which shape is
// being shown again. Whatever is not among the actions is asked about, so that the referee can say why not.

import { SvelteMap } from "svelte/reactivity";
import type { Play, Step, TableState } from "../../lib/table/face";
import { within } from "../../lib/stage/looking";
import { speaker } from "../../lib/stage/sound.svelte";
import { FARTHEST, NEAREST } from "./camera";
import { boxOf, quarters, turned, written, type Box } from "./geometry";
import { DONE, TURNS, claim, claims, keyOf, openSpots, place, type Turn } from "./notation";
import type { Held, QuadriEvent, QuadriView, Realised, Spot, Square } from "./types";

export type QuadriTable = TableState<QuadriView, QuadriEvent>;

/** How long a realised shape is shown. */
const SHOWN = 2_400;

/** Lay the card, or point at squares. */
export type Tool = "lay" | "point";

export class QuadriPlay implements Play {
  /** Where the card in the hand would lie: its top left square. */
  ghost: Spot | null = $state.raw(null);
  /** The card was put there by a finger or a key, and stays: it does not follow a mouse. */
  resting = $state(false);
  turn: Turn = $state(0);
  /** Counts turns, so that the card can be seen turning; negative ones go back. */
  turns = $state({ count: 0, way: 1 });
  /** On my turn I may point at squares instead of laying. */
  pointing = $state(false);
  /** The squares pointed at. */
  readonly pointed = new SvelteMap<string, Square>();
  /** The square that the keyboard stands on while pointing. */
  cursor: Spot = $state.raw({ x: 0, y: 0 });
  zoom = $state(FARTHEST);
  moved: Spot = $state.raw({ x: 0, y: 0 });
  /** The board is an upright phone's: the hand lies in the sheet below it. */
  narrow = $state(false);
  sending = $state(false);
  /** Counts refusals, so that the same target can shake again. */
  refused = $state(0);
  /** The shape that is shown now. */
  shown: Realised | null = $state.raw(null);
  /** The number of the card that has just been laid; it drops on the table. */
  dropped: number | null = $state(null);
  /** The table's clock, while it matters. */
  now = $state(0);

  /** Where the card would lie under a point of the window; the sheet knows. */
  spotUnder: ((clientX: number, clientY: number) => Spot | null) | null = null;

  readonly #table: QuadriTable;
  #queue: Realised[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ticking: ReturnType<typeof setInterval> | undefined;

  readonly open = $derived.by(() => openSpots(this.#table.actions));
  readonly claims = $derived.by(() => claims(this.#table.actions));
  readonly mayLay = $derived.by(() => this.open.size > 0);
  readonly mayEnd = $derived.by(() => this.#table.actions.includes(DONE));
  readonly squares = $derived.by(
    () => new Map(this.#table.view.squares.map((square) => [keyOf(square), square] as const)),
  );
  readonly box = $derived.by((): Box => boxOf(this.#table.view.squares));
  /** Whether there is anything to point at squares for. */
  readonly mayPoint = $derived.by(() => {
    return this.hand.some((held) => held.looks.length > 0);
  });
  readonly tool = $derived.by((): Tool => (this.mayLay && !this.pointing ? "lay" : "point"));
  /** My own objectives, where I may see them. */
  readonly hand = $derived.by((): Held[] => {
    const { seat, view } = this.#table;
    return (seat === null ? null : view.seats[seat]?.hand) ?? [];
  });
  /** The colours of the card in the hand as it is turned. */
  readonly colours = $derived.by(() => {
    const { next } = this.#table.view;
    return next ? turned(next.colours, this.turn) : null;
  });
  /** The squares that the card would cover. */
  readonly covered = $derived.by((): Square[] =>
    this.ghost ? quarters(this.ghost).flatMap((spot) => this.squares.get(keyOf(spot)) ?? []) : [],
  );
  readonly mayLayHere = $derived.by(() => this.ghost !== null && this.open.has(keyOf(this.ghost)));
  /** The objective of mine whose shape the pointed squares have. */
  readonly meant = $derived.by((): Held | null => {
    const look = written([...this.pointed.values()]);
    return this.hand.find((held) => held.looks.includes(look)) ?? null;
  });
  /** Milliseconds until the last claims end. */
  readonly left = $derived.by(() => {
    const { closing } = this.#table.view;
    return closing ? Math.max(0, closing.until - this.now) : null;
  });

  constructor(table: QuadriTable) {
    this.#table = table;
  }

  close(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#ticking);
  }

  /** New steps came: what was laid drops, what was realised is shown. */
  heard(steps: readonly Step<QuadriEvent>[]): void {
    const { view } = this.#table;
    for (const event of steps.flatMap((step) => step.events)) {
      if (event.type === "placed") {
        this.dropped = event.lying.number;
        this.pointed.clear();
        speaker.play("paper");
      } else if (event.type === "realised") {
        const realised = view.realised.findLast(({ objective }) => objective.id === event.objective.id);
        if (realised) this.#queue.push(realised);
      } else if (event.type === "missed") {
        speaker.play("refused");
        this.refused++;
      }
    }
    if (!this.shown) this.#showNext();
  }

  /** The view has changed: keep only what still makes sense. */
  settle(): void {
    if (!this.mayLay) {
      this.ghost = null;
      this.resting = this.pointing = false;
      this.turn = 0;
    }
    for (const [key, square] of this.pointed) {
      if (this.squares.get(key)?.colour !== square.colour) this.pointed.delete(key);
    }
    this.#watchClock();
  }

  /** Shows again which squares made a shape. */
  show(realised: Realised): void {
    this.#queue = [];
    if (this.shown === realised) return this.#showNext();
    this.#queue.push(realised);
    this.#showNext();
  }

  #showNext(): void {
    clearTimeout(this.#timer);
    this.shown = this.#queue.shift() ?? null;
    if (!this.shown) return;
    speaker.play("wood");
    this.#timer = setTimeout(() => this.#showNext(), SHOWN);
  }

  #watchClock(): void {
    clearInterval(this.#ticking);
    if (!this.#table.view.closing) return;
    const look = () => (this.now = this.#table.clock());
    look();
    this.#ticking = setInterval(look, 200);
  }

  /** Turns the card in the hand by a quarter. */
  rotate(way: 1 | -1 = 1): void {
    if (!this.mayLay || this.sending) return;
    this.turn = TURNS[(this.turn / 90 + way + 4) % 4] ?? 0;
    this.turns = { count: this.turns.count + 1, way };
  }

  /** The pointer carries the card here. */
  carry(spot: Spot | null): void {
    if (this.tool !== "lay" || this.sending) return;
    this.resting = false;
    this.ghost = spot;
  }

  /** A finger or a key puts the card here, not yet for good. */
  rest(spot: Spot): void {
    if (this.tool !== "lay" || this.sending) return;
    this.ghost = spot;
    this.resting = true;
  }

  /** Where the keyboard finds the card first: beside the newest one. */
  begin(): Spot {
    const last = this.#table.view.lying.at(-1) ?? { x: 0, y: 0 };
    const distance = (spot: Spot) => Math.abs(spot.x - last.x) + Math.abs(spot.y - last.y);
    return [...this.open.values()].sort((a, b) => distance(a) - distance(b))[0] ?? { x: last.x, y: last.y };
  }

  nudge(dx: number, dy: number): void {
    if (this.tool === "point") {
      const { left, top, right, bottom } = this.box;
      this.cursor = {
        x: Math.max(left, Math.min(right - 1, this.cursor.x + dx)),
        y: Math.max(top, Math.min(bottom - 1, this.cursor.y + dy)),
      };
      return;
    }
    const from = this.ghost;
    if (!from) return this.rest(this.begin());
    const { left, top, right, bottom } = this.box;
    this.rest({
      x: Math.max(left - 2, Math.min(right, from.x + dx)),
      y: Math.max(top - 2, Math.min(bottom, from.y + dy)),
    });
  }

  /** Lays the card where it is; where it may not lie, the referee says why. */
  async lay(spot: Spot | null = this.ghost): Promise<void> {
    if (!spot || this.sending || this.#table.seat === null) return;
    const action = place(spot, this.turn);
    if (!this.open.has(keyOf(spot))) {
      this.refused++;
      await this.#table.ask(action);
      return;
    }
    await this.#send(action);
  }

  /** Points at a square, or no longer; one colour only. */
  point(spot: Spot): void {
    const square = this.squares.get(keyOf(spot));
    if (!square || !this.mayPoint) return;
    const key = keyOf(spot);
    if (this.pointed.delete(key)) return;
    const [one] = this.pointed.values();
    if (one && one.colour !== square.colour) this.pointed.clear();
    this.pointed.set(key, square);
  }

  /** Points on, while the pointer is drawn over squares. */
  pointAlso(spot: Spot): void {
    const square = this.squares.get(keyOf(spot));
    if (!square || !this.mayPoint) return;
    const [one] = this.pointed.values();
    if (!one || one.colour === square.colour) this.pointed.set(keyOf(spot), square);
  }

  async claim(objective: string): Promise<void> {
    if (this.sending || this.#table.seat === null) return;
    if (!this.claims.has(objective)) {
      this.refused++;
      await this.#table.ask(claim(objective));
      return;
    }
    await this.#send(claim(objective));
    this.pointed.clear();
  }

  async claimMeant(): Promise<void> {
    if (this.meant) await this.claim(this.meant.objective.id);
  }

  async end(): Promise<void> {
    if (!this.sending) await this.#send(DONE);
  }

  /** Nearer or farther, around what lies so many squares from the middle; all the way back shows the whole table. */
  look(factor: number, around: Spot = { x: 0, y: 0 }): void {
    const before = this.zoom;
    this.zoom = within(FARTHEST, before * factor, NEAREST);
    const k = 1 - before / this.zoom;
    this.moved = { x: this.moved.x + around.x * k, y: this.moved.y + around.y * k };
    if (this.zoom < 1.05) this.fit();
  }

  /** Moves what is looked at, in squares. */
  shift(dx: number, dy: number): void {
    if (this.zoom > FARTHEST) this.moved = { x: this.moved.x + dx, y: this.moved.y + dy };
  }

  fit(): void {
    this.zoom = FARTHEST;
    this.moved = { x: 0, y: 0 };
  }

  async #send(action: string): Promise<void> {
    this.sending = true;
    try {
      if (await this.#table.play(action)) this.refused++;
    } finally {
      this.sending = false;
    }
  }
}
