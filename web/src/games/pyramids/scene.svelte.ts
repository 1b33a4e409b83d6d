// What stands on the table as it is drawn, which is what the view says as soon as every step has been shown. A step is
// shown by moving the pieces along the way that they really went.

import { speaker } from "../../lib/stage/sound.svelte";
import type { Step } from "../../lib/table/face";
import { cellCentre, project, type Camera, type Point } from "./camera";
import { CELLS, COASTERS, coasterOf, indexOf, quarters, turnedCell, type Cell, type Coaster } from "./cells";
import {
  easeInOut,
  easeOut,
  linear,
  overshoot,
  pause,
  prefersStillness,
  tween,
} from "../../lib/stage/motion";
import { Swing } from "./swing";
import type { PyramidsEvent, PyramidsView, Pyramid } from "./types";

export interface Standing extends Pyramid {
  id: number;
  cell: Cell;
}

/** How a pyramid in the air is drawn at one moment. */
export interface Pose {
  at: Point;
  /** Where its shadow falls, if it does. */
  shadow: Point | null;
  /** Over the floor, in cells. */
  lift: number;
  scale: number;
  opacity: number;
}

/** A pyramid in the air, and its whole way, which is told to the browser at once. */
export interface Flight extends Pyramid {
  id: number;
  milliseconds: number;
  /** 0 … 1. */
  way(t: number): Pose;
}

export interface TurningSlab {
  coaster: Coaster;
  /** How it is held, or will be at the end of its way. */
  angle: number;
  /** 0: lies on the table, 1: fully lifted. */
  lift: number;
  swing: Swing | null;
}

/** Where a seat's captures and reserve are on the board's own screen, if they are to be seen. */
export interface Trays {
  point(seat: number, which: "reserve" | "captures"): Point | null;
}

const HOP = 220;
const TURN = 420;
const FLIGHT = 320;
const FADE = 120;
/** More steps than this are not watched one by one. */
const PATIENCE = 8;
/** How high the middle of a hop is, in cells, for each cell of its length. */
const ARCH = 0.42;

type Placed = Extract<PyramidsEvent, { type: "placed" }>;
type Jumped = Extract<PyramidsEvent, { type: "jumped" }>;
type Turned = Extract<PyramidsEvent, { type: "turned" }>;

export class Scene {
  pieces: Standing[] = $state.raw([]);
  /** Degrees that each coaster has been turned by since the beginning. */
  turned: Record<Coaster, number> = $state.raw({ A: 0, B: 0, C: 0, D: 0 });
  flights: Flight[] = $state.raw([]);
  slab: TurningSlab | null = $state.raw(null);
  /** Where a pyramid has just come down, and how many have: dust rises there once. */
  landed: { cell: Cell; count: number } | null = $state.raw(null);
  /** 0 … 1 while a change is cross-faded. */
  fade = $state(1);
  busy = $state(false);

  camera: Camera | null = null;
  trays: Trays | null = null;
  /** The angle at which the person already holds a coaster when its turn arrives. */
  held: (coaster: Coaster) => number = () => 0;

  #shown = -1;
  #nextId = 1;
  #queue: PyramidsEvent[] = [];
  #view: PyramidsView | null = null;
  #steps: readonly Step<PyramidsEvent>[] = [];
  #stop = new AbortController();
  #running = false;

  /** The table has a new view: show the steps that are new, or take the view as it is. */
  receive(view: PyramidsView, steps: readonly Step<PyramidsEvent>[], animate: boolean): void {
    const first = this.#view === null;
    this.#view = view;
    this.#steps = steps;
    const newest = steps.at(-1)?.n ?? -1;
    const unseen = steps.filter((step) => step.n > this.#shown);
    const back = newest < this.#shown;
    this.#shown = newest;
    // Nothing was played: what moves goes on, and takes this view as it is when it has ended.
    if (unseen.length === 0 && !first && !back && this.#running) return;
    if (first || !animate || this.#queue.length + unseen.length > PATIENCE) this.#queue = [];
    else this.#queue.push(...unseen.flatMap((step) => step.events));
    if (!this.#running) void this.#run();
    // What runs ends at once when nothing is left to watch; it takes the view as it is when it has ended.
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

  pieceOn(cell: Cell): Standing | undefined {
    return this.pieces.find((piece) => piece.cell === cell);
  }

  async #run(): Promise<void> {
    this.#running = this.busy = this.#queue.length > 0;
    this.#stop = new AbortController();
    for (let event = this.#queue.shift(); event; event = this.#queue.shift()) {
      await this.#show(event, this.#stop.signal);
    }
    this.#running = this.busy = false;
    this.#settle();
  }

  /** Drawn and true position are the same again. Pieces that already stand right keep their identity. */
  #settle(): void {
    this.flights = [];
    this.slab = null;
    this.fade = 1;
    const view = this.#view;
    if (!view) return;
    const standsRight = (piece: Standing) => {
      const there = view.cells[indexOf(piece.cell)];
      return there?.owner === piece.owner && there.size === piece.size;
    };
    const right = new Map(this.pieces.filter(standsRight).map((piece) => [piece.cell, piece]));
    const added = CELLS.flatMap((cell, i): Standing[] => {
      const pyramid = view.cells[i];
      return pyramid && !right.has(cell) ? [{ ...pyramid, cell, id: this.#nextId++ }] : [];
    });
    if (added.length > 0 || right.size !== this.pieces.length) this.pieces = [...right.values(), ...added];
    const turned = totalTurns(this.#steps);
    if (COASTERS.some((coaster) => quarters(turned[coaster]) !== quarters(this.turned[coaster])))
      this.turned = turned;
  }

  async #show(event: PyramidsEvent, stop: AbortSignal): Promise<void> {
    // Whoever hurries on wants to see how it stands: nothing is measured for a flight that nobody sees.
    if (stop.aborted) return this.#apply(event);
    if (prefersStillness()) {
      await tween(FADE / 2, linear, stop, (t) => (this.fade = 1 - t));
      this.#apply(event);
      await tween(FADE / 2, linear, stop, (t) => (this.fade = t));
      return;
    }
    switch (event.type) {
      case "placed":
        return this.#showPlaced(event, stop);
      case "jumped":
        return this.#showJumped(event, stop);
      case "turned":
        return this.#showTurned(event, stop);
      case "round-ended":
        if (event.round < (this.#view?.rounds ?? 0))
          await tween(FADE * 4, linear, stop, (t) => (this.fade = 1 - t));
        this.#apply(event);
        this.fade = 1;
    }
  }

  async #showPlaced(event: Placed, stop: AbortSignal): Promise<void> {
    this.#apply(event);
    const piece = this.pieceOn(event.cell);
    if (!piece || !this.camera) return;
    const to = project(this.camera, cellCentre(event.cell));
    const tray = this.trays?.point(event.seat, "reserve") ?? null;
    const from = tray ?? { x: to.x, y: to.y - 70 };
    const ease = tray ? easeInOut : easeOut;
    await this.#fly(tray ? FLIGHT : HOP, stop, {
      piece,
      way: (time) => {
        const t = ease(time);
        const lift = tray ? 0.8 * Math.sin(Math.PI * t) : 0;
        return {
          at: { x: mix(from.x, to.x, t), y: mix(from.y, to.y, t) - lift * 30 },
          // The shadow waits on the cell, and comes closer as the pyramid comes down.
          shadow: t > 0.55 ? to : null,
          lift: 1 - t,
          scale: tray ? mix(0.5, 1, t) : 1,
          opacity: Math.min(1, t * 4),
        };
      },
    });
    this.flights = [];
    this.#land(event.cell);
  }

  async #showJumped(event: Jumped, stop: AbortSignal): Promise<void> {
    const piece = this.pieceOn(event.from);
    const camera = this.camera;
    if (piece && camera) {
      let from = cellCentre(event.from);
      for (const landing of event.path) {
        const to = cellCentre(landing);
        const start = from;
        const arch = (ARCH * Math.hypot(to.x - start.x, to.y - start.y)) / 100 + 0.35;
        await this.#fly(HOP, stop, {
          piece,
          way: (time) => {
            const t = easeOut(time);
            const floor = { x: mix(start.x, to.x, t), y: mix(start.y, to.y, t) };
            const lift = arch * 4 * t * (1 - t);
            return {
              at: project(camera, floor, lift * 100),
              shadow: project(camera, floor),
              lift,
              scale: 1,
              opacity: 1,
            };
          },
        });
        this.#land(landing);
        from = to;
      }
      await this.#showLeaving(event, piece, camera, stop);
    }
    this.#apply(event);
    this.flights = [];
  }

  #land(cell: Cell): void {
    this.landed = { cell, count: (this.landed?.count ?? 0) + 1 };
    speaker.play("wood");
  }

  /** P-13: what was jumped leaves together once the jump is over. P-14: to the captor, or home to the reserve. */
  async #showLeaving(event: Jumped, jumper: Standing, camera: Camera, stop: AbortSignal): Promise<void> {
    const end = event.path.at(-1);
    if (!end) return;
    const foot = project(camera, cellCentre(end));
    const landed: Pose = { at: foot, shadow: foot, lift: 0, scale: 1, opacity: 1 };
    const leaving = [...event.captured, ...event.returned].flatMap(({ cell }) => {
      const piece = this.pieceOn(cell);
      const start = project(camera, cellCentre(cell));
      const home = piece?.owner === event.seat ? "reserve" : "captures";
      return piece
        ? [{ piece, start, end: this.trays?.point(event.seat, home) ?? { x: start.x, y: start.y - 160 } }]
        : [];
    });
    const away = leaving.map(({ piece, start, end }) => ({
      piece,
      way: (time: number): Pose => {
        const t = easeInOut(time);
        return {
          at: { x: mix(start.x, end.x, t), y: mix(start.y, end.y, t) - 60 * Math.sin(Math.PI * t) },
          shadow: t < 0.3 ? start : null,
          lift: Math.sin(Math.PI * t),
          scale: mix(1, 0.45, t),
          opacity: t < 0.7 ? 1 : mix(1, 0, (t - 0.7) / 0.3),
        };
      },
    }));
    await this.#fly(FLIGHT, stop, { piece: jumper, way: () => landed }, ...away);
  }

  async #fly(
    milliseconds: number,
    stop: AbortSignal,
    ...all: { piece: Standing; way: Flight["way"] }[]
  ): Promise<void> {
    this.flights = all.map(({ piece: { id, owner, size }, way }) => ({ id, owner, size, milliseconds, way }));
    await pause(milliseconds, stop);
  }

  async #showTurned(event: Turned, stop: AbortSignal): Promise<void> {
    const held = this.held(event.coaster);
    // A coaster dragged by -90° is one turned by 270°: it only has to settle.
    const start = held + 360 * Math.round((event.degrees - held) / 360);
    const rest = Math.abs(event.degrees - start);
    speaker.play("stone");
    if (!stop.aborted) {
      const swing = new Swing(
        rest > 45 ? TURN : TURN / 2,
        (t) => mix(start, event.degrees, overshoot(t)),
        (t) => easeInOut(Math.min(start === 0 ? t * 5 : 1, 1, (1 - t) * 4)),
      );
      this.slab = { coaster: event.coaster, angle: event.degrees, lift: 0, swing };
      await pause(swing.milliseconds, stop);
    }
    this.#apply(event);
    this.slab = null;
  }

  #apply(event: PyramidsEvent): void {
    switch (event.type) {
      case "placed":
        this.pieces = [
          ...this.pieces,
          { id: this.#nextId++, owner: event.seat, size: event.size, cell: event.cell },
        ];
        return;
      case "jumped": {
        const end = event.path.at(-1) ?? event.from;
        const gone = new Set([...event.captured, ...event.returned].map(({ cell }) => cell));
        this.pieces = this.pieces
          .filter((piece) => !gone.has(piece.cell))
          .map((piece) => (piece.cell === event.from ? { ...piece, cell: end } : piece));
        return;
      }
      case "turned":
        this.pieces = this.pieces.map((piece) =>
          coasterOf(piece.cell) === event.coaster
            ? { ...piece, cell: turnedCell(piece.cell, event.degrees) }
            : piece,
        );
        this.turned = { ...this.turned, [event.coaster]: this.turned[event.coaster] + event.degrees };
        return;
      case "round-ended":
        // The next round begins on an empty board; after the last one the final position stays.
        if (event.round < (this.#view?.rounds ?? 0)) this.pieces = [];
    }
  }
}

/** How far each coaster has been turned in all. */
export function totalTurns(steps: readonly Step<PyramidsEvent>[]): Record<Coaster, number> {
  const total: Record<Coaster, number> = { A: 0, B: 0, C: 0, D: 0 };
  for (const step of steps) {
    for (const event of step.events) if (event.type === "turned") total[event.coaster] += event.degrees;
  }
  return total;
}

export interface LastMove {
  /** Where it began and where it landed, as the stone lies now. */
  cells: Cell[];
  turned: { coaster: Coaster; degrees: number } | null;
}

/**
 * The newest turn: its placement or jump, and the coaster if it has been turned already. A new round begins without
 * one; when all is over, the move that ended it stays.
 */
export function lastMove(steps: readonly Step<PyramidsEvent>[], over: boolean): LastMove | null {
  let turned: LastMove["turned"] = null;
  for (const event of steps.flatMap((step) => step.events).reverse()) {
    if (event.type === "round-ended") {
      if (over) continue;
      return null;
    }
    if (event.type === "turned") {
      if (turned) return { cells: [], turned };
      turned = { coaster: event.coaster, degrees: event.degrees };
      continue;
    }
    const cells = event.type === "placed" ? [event.cell] : [event.from, ...event.path];
    // The marks lie on the stone: they turn with it.
    const now = cells.map((cell) =>
      turned && coasterOf(cell) === turned.coaster ? turnedCell(cell, turned.degrees) : cell,
    );
    return { cells: [...new Set(now)], turned };
  }
  return turned ? { cells: [], turned } : null;
}

function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}
