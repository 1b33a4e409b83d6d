// What the person is doing right now: a jump half built, a size picked, a coaster in the hand. It reads the actions that
// came with the view; whatever is not among them is asked about, so that the referee can say why not.

import type { Play, TableState } from "../../lib/table/face";
import { speaker } from "../../lib/stage/sound.svelte";
import {
  CELLS,
  QUARTERS,
  coasterOf,
  column,
  indexOf,
  quarters,
  row,
  cellAt,
  onBoard,
  type Cell,
  type Coaster,
  type Degrees,
} from "./cells";
import {
  continuing,
  furtherLandings,
  gain,
  jumpsIn,
  mayGoOn,
  mayStop,
  nextLandings,
  routeTo,
  type Path,
} from "./jumps";
import { easeOut, prefersStillness } from "../../lib/stage/motion";
import { Ahead } from "./ahead.svelte";
import { jump, parse, placement, SIZES, turn } from "./notation";
import { Scene, lastMove } from "./scene.svelte";
import { Swing } from "./swing";
import { Quarry } from "./stone/quarry.svelte";
import type { Pyramid, PyramidsEvent, PyramidsView, Size } from "./types";

export type PyramidsTable = TableState<PyramidsView, PyramidsEvent>;

/** What is picked: a size to place, an empty cell to place on, or a pyramid and the hops of its jump so far. */
export type Pick = { kind: "size"; size: Size } | { kind: "cell"; cell: Cell } | { kind: "jump"; path: Path };

export class PyramidsPlay implements Play {
  pick: Pick | null = $state.raw(null);
  /** The cell under the pointer. */
  hover: Cell | null = $state(null);
  /** A whole jump that the list beside the board points at. */
  shown: Path | null = $state.raw(null);
  /** The cell that the keyboard stands on. */
  focus: Cell = $state("a1");
  /** The coaster in the hand, and how far it is turned, or will be once it has swung there. */
  coaster: Coaster | null = $state(null);
  angle = $state(0);
  swing: Swing | null = $state.raw(null);
  /** The angle that it is being turned to, to look at it. */
  leaning = $state(0);
  dragging = $state(false);
  /** Counts refusals, so that the same target can shake again. */
  refused: { cell: Cell; count: number } = $state.raw({ cell: "a1", count: 0 });
  sending = $state(false);

  readonly ahead = new Ahead();
  readonly scene = new Scene();
  readonly quarry = new Quarry();
  /** The seats' trays on the page: where captured pyramids fly to. */
  readonly trays = new Map<string, Element>();

  readonly #table: PyramidsTable;

  readonly step = $derived.by((): "place-or-jump" | "turn" | "wait" => {
    const first = parse(this.#table.actions[0] ?? "");
    if (!first || this.#table.outcome) return "wait";
    return first.kind === "turn" ? "turn" : "place-or-jump";
  });
  readonly jumps = $derived.by(() => jumpsIn(this.#table.actions));
  readonly placements = $derived.by(() => {
    const cells: Record<Size, Set<Cell>> = { small: new Set(), medium: new Set(), large: new Set() };
    for (const action of this.#table.actions) {
      const move = parse(action);
      if (move?.kind === "place") cells[move.size].add(move.cell);
    }
    return cells;
  });
  /** How many cells are empty, whether or not all of them are offered: hints offer only what they speak of. */
  readonly empty = $derived.by(() => this.#table.view.cells.filter((cell) => cell === null).length);
  readonly emptyCells = $derived.by(() => new Set(SIZES.flatMap((size) => [...this.placements[size]])));
  readonly last = $derived.by(() => lastMove(this.#table.steps, this.#table.outcome !== null));

  constructor(table: PyramidsTable) {
    this.#table = table;
    this.scene.held = (coaster) => this.#seen(coaster);
  }

  close(): void {
    this.scene.close();
    this.quarry.close();
  }

  get seat(): number | null {
    return this.#table.seat;
  }

  /** The jump being built, if there is one. */
  get path(): Path | null {
    return this.pick?.kind === "jump" ? this.pick.path : null;
  }

  pyramid(cell: Cell): Pyramid | null {
    return this.#table.view.cells[indexOf(cell)] ?? null;
  }

  isMine(cell: Cell): boolean {
    return this.seat !== null && this.pyramid(cell)?.owner === this.seat;
  }

  sizesFor(cell: Cell): Size[] {
    return SIZES.filter((size) => this.placements[size].has(cell));
  }

  /** Cells that a click would do something with now. */
  readonly targets = $derived.by((): Cell[] => {
    if (this.step !== "place-or-jump" || this.sending) return [];
    if (this.pick?.kind === "size") return [...this.placements[this.pick.size]];
    if (this.pick?.kind === "jump") return nextLandings(this.jumps, this.pick.path);
    return [];
  });

  /** Landings more than one hop away: they can be clicked where only one way leads there. */
  readonly further = $derived.by((): Cell[] => {
    if (this.pick?.kind !== "jump" || this.sending) return [];
    const path = this.pick.path;
    return furtherLandings(this.jumps, path).filter((cell) => routeTo(this.jumps, path, cell));
  });

  /** The jump so far, drawn on to the landing under the pointer. */
  readonly preview = $derived.by((): Path | null => {
    if (this.pick?.kind !== "jump") return null;
    const path = this.pick.path;
    if (this.shown && continuing([this.shown], path).length > 0) return this.shown;
    const pointed = this.hover && !this.sending ? routeTo(this.jumps, path, this.hover) : null;
    const shown = pointed ?? path;
    return shown.length > 1 ? shown : null;
  });

  readonly mayStop = $derived.by(() => this.pick?.kind === "jump" && mayStop(this.jumps, this.pick.path));
  readonly mayGoOn = $derived.by(() => this.pick?.kind === "jump" && mayGoOn(this.jumps, this.pick.path));

  /** The finished jumps that go on from what is built, the ones that take most first. */
  readonly offers = $derived.by((): { path: Path; pips: number; home: number }[] => {
    if (this.pick?.kind !== "jump") return [];
    return continuing(this.jumps, this.pick.path)
      .map((path) => ({ path, ...this.gain(path) }))
      .sort((a, b) => b.pips - a.pips || a.home - b.home || a.path.length - b.path.length);
  });

  /** My pyramids that can jump, with the most that each can take. */
  readonly jumpers = $derived.by((): { cell: Cell; size: Size; most: number }[] => {
    const most = new Map<Cell, number>();
    for (const path of this.jumps) {
      const from = path[0] as Cell;
      most.set(from, Math.max(most.get(from) ?? 0, this.gain(path).pips));
    }
    return [...most]
      .map(([cell, pips]) => ({ cell, size: this.pyramid(cell)?.size ?? "small", most: pips }))
      .sort((a, b) => b.most - a.most || indexOf(a.cell) - indexOf(b.cell));
  });

  gain(path: Path): { pips: number; home: number } {
    return gain(this.#table.view.hops, path);
  }

  /** The actions have changed: keep only what still makes sense. */
  settle(): void {
    this.shown = null;
    const { pick } = this;
    if (this.step !== "place-or-jump") this.pick = null;
    else if (pick?.kind === "jump" && !this.isMine(pick.path[0] as Cell)) this.pick = null;
    else if (pick?.kind === "size" && this.placements[pick.size].size === 0) this.pick = null;
    else if (pick?.kind === "cell" && !this.emptyCells.has(pick.cell)) this.pick = null;
    if (this.step !== "turn") this.letGo();
    if (this.step === "place-or-jump" && !this.sending) this.#fulfil();
  }

  /** My turn has come: what I chose ahead is played, if it can be. */
  #fulfil(): void {
    const { wish } = this.ahead;
    const action = this.ahead.fulfilled(this.placements, this.jumps);
    if (action) void this.#send(action, wish?.kind === "place" ? wish.cell : null);
  }

  /** A click, a tap or Enter on a cell. */
  async choose(cell: Cell): Promise<void> {
    if (this.sending) return;
    this.scene.hurry();
    this.focus = cell;
    if (this.step === "turn") return this.take(coasterOf(cell));
    if (this.step === "wait") return this.#choosesAhead(cell) ? undefined : this.#askOutOfTurn(cell);
    if (this.pick?.kind === "jump") return this.#chooseInJump(this.pick.path, cell);
    if (this.pick?.kind === "size") return this.#chooseForSize(this.pick.size, cell);
    if (this.isMine(cell)) {
      this.pick = { kind: "jump", path: [cell] };
      speaker.play("wood");
    } else if (this.emptyCells.has(cell)) {
      this.pick = this.pick?.kind === "cell" && this.pick.cell === cell ? null : { kind: "cell", cell };
    } else {
      await this.#askJumpFrom(cell);
    }
  }

  /** A size from the reserve: to place on the chosen cell, or on the next one that is clicked. */
  async chooseSize(size: Size): Promise<void> {
    if (this.step === "wait" && this.ahead.open) return this.ahead.take(size);
    if (this.sending || this.step !== "place-or-jump") return;
    this.scene.hurry();
    if (this.pick?.kind === "cell") return this.#send(placement(size, this.pick.cell), this.pick.cell);
    if (this.pick?.kind === "size" && this.pick.size === size) this.pick = null;
    else if (this.placements[size].size > 0) this.pick = { kind: "size", size };
    else
      await this.#ask(placement(size, CELLS.find((cell) => !this.pyramid(cell)) ?? this.focus), this.focus);
  }

  /** A pointer takes a pyramid out of the reserve. False: it may not. */
  lift(size: Size): boolean {
    if (this.step === "wait" && this.ahead.open) {
      this.ahead.cancel();
      this.ahead.take(size);
      return true;
    }
    if (this.sending || this.step !== "place-or-jump" || this.placements[size].size === 0) return false;
    this.scene.hurry();
    this.pick = { kind: "size", size };
    return true;
  }

  /** It lets go of it over a cell, or beside the board: then it goes back. */
  async put(cell: Cell | null): Promise<void> {
    this.hover = null;
    if (this.step === "wait") {
      if (!cell || !this.#choosesAhead(cell)) this.ahead.cancel();
      return;
    }
    if (this.pick?.kind !== "size") return;
    if (cell && !this.pyramid(cell)) return this.#chooseForSize(this.pick.size, cell);
    const { size } = this.pick;
    this.pick = null;
    if (cell) await this.#ask(placement(size, cell), cell);
  }

  /** The jump as it stands, or a whole one from the list. */
  async finish(path: Path | null = this.path): Promise<void> {
    if (!path || path.length < 2 || this.sending) return;
    this.pick = { kind: "jump", path };
    await this.#send(jump(path), path.at(-1) as Cell);
  }

  /** One step back: a hop, then the pick itself; a coaster back to where it lay. */
  back(): void {
    if (this.sending) return;
    if (this.step === "wait") this.ahead.cancel();
    else if (this.coaster) this.letGo();
    else if (this.pick?.kind === "jump" && this.pick.path.length > 1)
      this.pick = { kind: "jump", path: this.pick.path.slice(0, -1) };
    else this.pick = null;
  }

  /** Takes a coaster in the hand; the same one again puts it down. */
  take(coaster: Coaster): void {
    if (this.step !== "turn" || this.sending) return;
    if (this.coaster === coaster && this.angle === 0) return this.letGo();
    this.#holds(coaster, 0);
    this.leaning = 0;
  }

  letGo(): void {
    this.#holds(null, 0);
    this.leaning = 0;
    this.dragging = false;
  }

  /** Turns the coaster in the hand towards an angle, to look at it; nothing is played. */
  lean(coaster: Coaster, degrees: number): void {
    if (this.step !== "turn" || this.sending) return;
    const from = this.#seen(coaster);
    this.#holds(coaster, degrees);
    this.leaning = degrees;
    if (!prefersStillness()) this.swing = new Swing(220, (t) => from + (degrees - from) * easeOut(t));
  }

  #holds(coaster: Coaster | null, angle: number): void {
    this.coaster = coaster;
    this.angle = angle;
    this.swing = null;
  }

  /** How far a coaster is turned just now. */
  #seen(coaster: Coaster): number {
    return coaster === this.coaster ? (this.swing?.now ?? this.angle) : 0;
  }

  /** The pointer holds the coaster at this angle. */
  hold(coaster: Coaster, degrees: number): void {
    this.dragging = true;
    this.#holds(coaster, degrees);
  }

  /** The quarter that the coaster in the hand is nearest to; 0 is where it lies. */
  get quarter(): 0 | Degrees {
    return QUARTERS[quarters(this.angle) - 1] ?? 0;
  }

  /** The turn that the keys have chosen; 0 is none. */
  get aim(): 0 | Degrees {
    return this.coaster ? (QUARTERS[quarters(this.leaning) - 1] ?? 0) : 0;
  }

  async turn(coaster: Coaster, degrees: Degrees): Promise<void> {
    if (this.sending || this.step !== "turn") return;
    this.dragging = false;
    this.coaster = coaster;
    await this.#send(turn(coaster, degrees), null);
  }

  async #chooseInJump(path: Path, cell: Cell): Promise<void> {
    const end = path.at(-1) as Cell;
    if (cell === end && path.length === 1) {
      this.pick = null;
      return;
    }
    const route = routeTo(this.jumps, path, cell);
    // A click on the last landing again: the jump ends here. A landing may also be where it began (P-13).
    if (cell === end && !route) return this.mayStop ? this.finish(path) : this.#ask(jump(path), cell);
    if (route) {
      this.pick = { kind: "jump", path: route };
      speaker.play("wood");
      if (mayStop(this.jumps, route) && !mayGoOn(this.jumps, route)) await this.finish(route);
      return;
    }
    if (this.isMine(cell) && path.length === 1) {
      this.pick = { kind: "jump", path: [cell] };
      return;
    }
    await this.#ask(jump([...path, cell]), cell);
  }

  async #chooseForSize(size: Size, cell: Cell): Promise<void> {
    if (this.placements[size].has(cell)) return this.#send(placement(size, cell), cell);
    if (this.jumps.some((path) => path[0] === cell)) {
      this.pick = { kind: "jump", path: [cell] };
      return;
    }
    await this.#ask(placement(size, cell), cell);
  }

  #choosesAhead(cell: Cell): boolean {
    const holds = this.isMine(cell) ? "mine" : this.pyramid(cell) ? "theirs" : "nothing";
    return this.ahead.open && this.ahead.choose(cell, holds);
  }

  async #askOutOfTurn(cell: Cell): Promise<void> {
    if (this.seat === null) return;
    if (this.pyramid(cell)) await this.#askJumpFrom(cell);
    else await this.#ask(placement("small", cell), cell);
  }

  /** Somebody who clicks a pyramid that cannot be picked means to jump with it: the referee says why not. */
  async #askJumpFrom(cell: Cell): Promise<void> {
    const [x, y] = [column(cell), row(cell)];
    const landing = onBoard(x, y + 2) ? cellAt(x, y + 2) : cellAt(x, y - 2);
    await this.#ask(jump([cell, landing]), cell);
  }

  async #send(action: string, at: Cell | null): Promise<void> {
    this.sending = true;
    try {
      const refusal = await this.#table.play(action);
      if (!refusal) return;
      if (at) this.#shake(at);
      this.letGo();
    } finally {
      this.sending = false;
    }
  }

  async #ask(action: string, at: Cell): Promise<void> {
    this.#shake(at);
    await this.#table.ask(action);
  }

  #shake(cell: Cell): void {
    this.refused = { cell, count: this.refused.count + 1 };
  }
}
