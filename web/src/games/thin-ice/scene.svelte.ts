// What floats and stands on the sea as it is drawn, which is what the view says as soon as every step has been shown. A
// step is shown event by event: tiles turn, slide and drift away, pieces go where they really went.

import { tick } from "svelte";
import type { Step } from "../../lib/table/face";
import { pause, prefersStillness } from "../../lib/stage/motion";
import { speaker, type Sound } from "../../lib/stage/sound.svelte";
import type { Pose } from "./art/bear";
import { spotOf, type Spot } from "./cells";
import type { Axis, Card, Cell, Die, Event, Face, Gone, View } from "./types";

export interface DrawnTile extends Spot {
  id: number;
  cell: Cell;
  face: Face;
  axis: Axis | null;
  /** The face that was up before it was turned, and how often it has been turned since it is drawn. */
  was: Face | null;
  turns: number;
  /** Why it leaves, once it does. */
  gone: Gone | null;
}

export interface DrawnPawn extends Spot {
  pawn: number;
  seat: number;
  cell: Cell;
  soaked: boolean;
  /** How often it has moved since it is drawn: each time it hops. */
  hops: number;
}

export interface DrawnBear extends Spot {
  cell: Cell;
  pose: Pose;
  hops: number;
}

/** Something shown large over the ice for a moment. */
export type Shown =
  | { kind: "die"; seat: number; face: Die; key: number }
  | { kind: "card"; seat: number; card: Card; key: number; cancelled: boolean };

/** Milliseconds that each happening takes; the rest takes none. */
const TIMES: Partial<Record<Event["type"], number>> = {
  laid: 260,
  placed: 260,
  moved: 300,
  slid: 420,
  turned: 360,
  removed: 420,
  restored: 300,
  rolled: 950,
  woke: 500,
  "bear-moved": 420,
  "orca-moved": 420,
  "bear-swims": 300,
  "bear-gone": 400,
  put: 340,
  out: 520,
  saved: 340,
  swapped: 340,
  played: 1100,
  cancelled: 700,
};
const SOUNDS: Partial<Record<Event["type"], Sound>> = {
  laid: "ice",
  placed: "wood",
  moved: "wood",
  slid: "sand",
  turned: "ice",
  removed: "ice",
  rolled: "stone",
  "bear-moved": "stone",
  put: "wood",
  out: "sand",
  played: "paper",
};
/** In stillness nothing moves: what changed fades in. */
const STILL = 120;
/** More events than this are not watched one by one. */
const PATIENCE = 40;
/** With so many events waiting they are shown twice as fast. */
const HURRY = 8;

export class Scene {
  tiles: DrawnTile[] = $state.raw([]);
  pawns: DrawnPawn[] = $state.raw([]);
  bear: DrawnBear | null = $state.raw(null);
  shown: Shown | null = $state.raw(null);
  busy = $state(false);

  #view: View | null = null;
  #seen = -1;
  #nextId = 1;
  #queue: Event[] = [];
  #running = false;
  #stop = new AbortController();

  /** The table has a new view: show the steps that are new, or take the view as it is. */
  receive(view: View, steps: readonly Step<Event>[], animate: boolean): void {
    const first = this.#view === null;
    this.#view = view;
    const unseen = steps.filter((step) => step.n > this.#seen);
    const newest = steps.at(-1)?.n ?? -1;
    const back = newest < this.#seen;
    this.#seen = newest;
    // Nothing was played: what moves goes on, and takes this view as it is when it has ended.
    if (unseen.length === 0 && !first && !back && this.#running) return;
    const events = unseen.flatMap((step) => step.events);
    if (first || !animate || this.#queue.length + events.length > PATIENCE) this.#queue = [];
    else this.#queue.push(...events);
    if (!this.#running) void this.#run();
    else if (this.#queue.length === 0) this.#stop.abort();
  }

  /** Shows everything that is still to come at once. */
  hurry(): void {
    if (this.#running) this.#stop.abort();
  }

  close(): void {
    this.#queue = [];
    this.#stop.abort();
  }

  tileOn(cell: Cell): DrawnTile | undefined {
    return this.tiles.find((tile) => tile.cell === cell && tile.gone === null);
  }

  async #run(): Promise<void> {
    this.#running = this.busy = this.#queue.length > 0;
    this.#stop = new AbortController();
    for (let event = this.#queue.shift(); event; event = this.#queue.shift()) {
      const sound = SOUNDS[event.type];
      if (sound && !this.#stop.signal.aborted) speaker.play(sound);
      this.#apply(event);
      // Why a tile goes has to be drawn before it goes: it breaks, is dragged under or drifts away.
      if (event.type === "removed") {
        await tick();
        this.tiles = this.tiles.filter((tile) => tile.gone === null);
      }
      const whole = prefersStillness() ? Math.min(STILL, TIMES[event.type] ?? 0) : (TIMES[event.type] ?? 0);
      // The more there is still to watch, the quicker it goes.
      const time = whole / (1 + this.#queue.length / HURRY);
      if (time > 0) await pause(time, this.#stop.signal);
    }
    this.#running = this.busy = false;
    this.#settle();
  }

  /** Drawn and true position are the same again; what already lies right keeps its identity. */
  #settle(): void {
    this.shown = null;
    const view = this.#view;
    if (!view) return;
    this.tiles = view.tiles.map((tile): DrawnTile => {
      const drawn = this.tileOn(tile.cell);
      if (drawn?.face === tile.face && drawn.axis === tile.axis) return drawn;
      const { cell, x, y, face, axis } = tile;
      return { id: drawn?.id ?? this.#nextId++, cell, x, y, face, axis, was: null, turns: 0, gone: null };
    });
    this.pawns = view.pawns.flatMap((pawn): DrawnPawn[] => {
      if (!pawn.cell || pawn.out) return [];
      const drawn = this.pawns.find((other) => other.pawn === pawn.pawn);
      return [
        {
          pawn: pawn.pawn,
          seat: pawn.seat,
          cell: pawn.cell,
          ...spotOf(pawn.cell),
          soaked: pawn.soaked,
          hops: drawn?.hops ?? 0,
        },
      ];
    });
    const { bear } = view;
    this.bear = bear && {
      cell: bear.cell,
      x: bear.x,
      y: bear.y,
      pose: bear.swimming ? "swimming" : bear.awake ? "awake" : "asleep",
      hops: this.bear?.hops ?? 0,
    };
  }

  #apply(event: Event): void {
    switch (event.type) {
      case "laid":
        this.#lay(event.cell, event.face, event.axis);
        break;
      case "placed":
        this.pawns = [...this.pawns, this.#pawn(event.pawn, event.seat, event.cell)];
        break;
      case "moved":
        this.#walk(event.pawn, event.to, false);
        break;
      case "put":
        this.#walk(event.pawn, event.to, event.fell);
        break;
      case "saved": {
        const { pawn, seat, cell } = event;
        if (this.pawns.some((other) => other.pawn === pawn)) this.#walk(pawn, cell, false);
        else this.pawns = [...this.pawns, this.#pawn(pawn, seat, cell)];
        break;
      }
      case "swapped": {
        const [a, b] = [event.a, event.b].map((cell) => this.pawns.find((pawn) => pawn.cell === cell));
        if (a) this.#walk(a.pawn, event.b, false);
        if (b) this.#walk(b.pawn, event.a, false);
        break;
      }
      case "out":
        this.pawns = this.pawns.filter((pawn) => pawn.pawn !== event.pawn);
        break;
      case "slid":
        this.#slide(event.from, event.to);
        if (event.pawn !== null) this.#walk(event.pawn, event.to, false, 0);
        break;
      case "orca-moved":
        this.#slide(event.from, event.to);
        break;
      case "turned":
        this.#turn(event.cell, event.face, event.axis);
        break;
      case "restored":
        if (this.tileOn(event.cell)) this.#turn(event.cell, event.face, null);
        else this.#lay(event.cell, event.face, null);
        break;
      case "removed":
        this.tiles = this.tiles.map((tile) =>
          tile.cell === event.cell ? { ...tile, gone: event.why } : tile,
        );
        break;
      case "woke":
        if (this.bear) this.bear = { ...this.bear, pose: "awake", hops: this.bear.hops + 1 };
        break;
      case "bear-moved":
        this.#bear(event.to, event.swims);
        break;
      case "bear-swims":
        if (this.bear) this.bear = { ...this.bear, pose: "swimming" };
        break;
      case "bear-gone":
        this.bear = null;
        break;
      case "rolled":
        this.shown = { kind: "die", seat: event.seat, face: event.face, key: this.#nextId++ };
        break;
      case "played":
        this.shown = {
          kind: "card",
          seat: event.seat,
          card: event.card,
          key: this.#nextId++,
          cancelled: false,
        };
        break;
      case "cancelled":
        this.shown = { kind: "card", seat: 0, card: event.card, key: this.#nextId++, cancelled: true };
        break;
      default:
        break;
    }
    if (event.type !== "rolled" && event.type !== "played" && event.type !== "cancelled") this.shown = null;
  }

  #pawn(pawn: number, seat: number, cell: Cell): DrawnPawn {
    return { pawn, seat, cell, ...spotOf(cell), soaked: false, hops: 0 };
  }

  #lay(cell: Cell, face: Face, axis: Axis | null): void {
    const tile = { id: this.#nextId++, cell, ...spotOf(cell), face, axis, was: null, turns: 0, gone: null };
    this.tiles = [...this.tiles, tile];
  }

  #walk(pawn: number, to: Cell, soaked: boolean, hops = 1): void {
    this.pawns = this.pawns.map((other) =>
      other.pawn === pawn ? { ...other, cell: to, ...spotOf(to), soaked, hops: other.hops + hops } : other,
    );
  }

  #slide(from: Cell, to: Cell): void {
    this.tiles = this.tiles.map((tile) => (tile.cell === from ? { ...tile, cell: to, ...spotOf(to) } : tile));
  }

  #turn(cell: Cell, face: Face, axis: Axis | null): void {
    this.tiles = this.tiles.map((tile) =>
      tile.cell === cell
        ? { ...tile, face, axis: axis ?? tile.axis, was: tile.face, turns: tile.turns + 1 }
        : tile,
    );
  }

  #bear(to: Cell, swims: boolean): void {
    if (!this.bear) return;
    const pose = swims ? "swimming" : "awake";
    this.bear = { cell: to, ...spotOf(to), pose, hops: this.bear.hops + 1 };
  }
}
