// What the person is doing right now: which of the turn's actions, what is picked up, what the pointer is on. It reads the
// view and the actions that came with it; what is not among them is asked about, so that the referee can say why not.

import type { Play } from "../../lib/table/face";
import { speaker } from "../../lib/stage/sound.svelte";
import { around, cellAt, spotOf, type Spot } from "./cells";
import { lay, move, readAction, slide, type Act, type On } from "./notation";
import { Scene } from "./scene.svelte";
import type { Axis, Card, Cell, MyTile, Table } from "./types";

export type Doing = "pawn" | "tile";
type OnAct = Extract<Act, { kind: "on" }>;
type WayAct = Extract<Act, { kind: "move" | "slide" | "swap" }>;

export class ThinIcePlay implements Play {
  /** Which action of the turn the person has in mind; null: the first that is left. */
  wanted: Doing | null = $state(null);
  /** What is picked up: my pawn's cell, or a tile's. */
  picked: Cell | null = $state(null);
  /** With the kraken up: the bear, or the kraken. */
  beast: On | null = $state(null);
  /** The draft: which of my tiles, which side up, which way a floe lies. */
  tile = $state(0);
  flipped = $state(false);
  axis: Axis = $state("-");
  /** What the viewer knows under the ice is shown. */
  peek = $state(false);
  hover: Cell | null = $state(null);
  /** Where the keyboard stands. */
  focus: Cell = $state("d4");
  sending = $state(false);
  /** Counts refusals, so that the same target can shake again. */
  refused: { cell: Cell | null; count: number } = $state.raw({ cell: null, count: 0 });

  readonly scene = new Scene();
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  close(): void {
    this.scene.close();
  }

  readonly acts = $derived.by(() => this.#table.actions.map(readAction));
  readonly offered = $derived.by(() => new Set(this.#table.actions));
  readonly moves = $derived.by(() => this.#ways("move"));
  readonly slides = $derived.by(() => this.#ways("slide"));
  readonly swaps = $derived.by(() => this.#ways("swap"));
  readonly stays = $derived.by(() => this.#on().filter((act) => act.what === "stay"));
  /** What a choice that waits offers on single cells, by kind: `bear` and `destroy` may come together. */
  readonly answers = $derived.by(() => this.#on().filter((act) => act.what !== "stay"));
  readonly lays = $derived.by(() => this.acts.filter((act) => act.kind === "lay"));

  #ways(kind: WayAct["kind"]): WayAct[] {
    return this.acts.filter((act): act is WayAct => act.kind === kind);
  }
  #on(): OnAct[] {
    return this.acts.filter((act): act is OnAct => act.kind === "on");
  }

  /** The action of the turn that clicks on the ice are about. */
  readonly doing = $derived.by((): Doing | null => {
    const can = { pawn: this.moves.length > 0, tile: this.slides.length > 0 };
    if (this.wanted && can[this.wanted]) return this.wanted;
    return can.pawn ? "pawn" : can.tile ? "tile" : null;
  });

  /** Where the acts in force start from: my pawns, or tiles that can float. */
  readonly sources = $derived.by((): Set<Cell> => new Set(this.#inForce.map((act) => act.from)));

  readonly #inForce = $derived.by((): WayAct[] => {
    if (this.swaps.length > 0) return this.swaps;
    return this.doing === "pawn" ? this.moves : this.doing === "tile" ? this.slides : [];
  });

  /** What is picked up, or the only thing that can be. */
  readonly from = $derived.by((): Cell | null => {
    if (this.picked !== null && this.sources.has(this.picked)) return this.picked;
    const [only] = this.sources;
    return this.sources.size === 1 ? (only ?? null) : null;
  });

  readonly beasts = $derived.by((): On[] => [...new Set(this.answers.map((act) => act.what))]);

  /** My tile that is to be laid, and how. */
  readonly chosenTile = $derived.by((): MyTile | null => this.#table.view.my_tiles[this.tile] ?? null);
  readonly laying = $derived.by((): { tile: string; axis: Axis | null } | null => {
    const mine = this.chosenTile;
    if (!mine) return null;
    const tile = this.flipped ? mine.back_up : mine.front_up;
    return { tile, axis: tile.includes("floe") ? this.axis : null };
  });

  /** What a click does, by cell. */
  readonly targets = $derived.by((): Map<Cell, string> => {
    const found = new Map<Cell, string>();
    if (this.lays.length > 0) {
      const laying = this.laying;
      for (const act of this.lays)
        if (act.kind === "lay" && act.tile === laying?.tile && act.axis === laying.axis)
          found.set(act.at, act.action);
    } else if (this.answers.length > 0) {
      const what = this.beast && this.beasts.includes(this.beast) ? this.beast : this.beasts[0];
      for (const act of this.answers) if (act.what === what) found.set(act.at, act.action);
    } else {
      for (const act of this.#inForce) if (act.from === this.from) found.set(act.to, act.action);
    }
    return found;
  });

  /** The cells that can be seen or chosen: every tile, the sea around it, and the bear. */
  readonly spots = $derived.by((): Spot[] => {
    const { tiles, bear } = this.#table.view;
    const all = new Map<string, Spot>();
    const add = (spot: Spot) => all.set(`${spot.x},${spot.y}`, spot);
    for (const tile of tiles) [tile, ...around(tile)].forEach(({ x, y }) => add({ x, y }));
    if (bear) add({ x: bear.x, y: bear.y });
    for (const cell of this.targets.keys()) add(spotOf(cell));
    return [...all.values()].sort((a, b) => a.y - b.y || a.x - b.x);
  });

  /** The view has changed: keep only what still makes sense. */
  settle(): void {
    if (this.picked !== null && !this.sources.has(this.picked)) this.picked = null;
    if (this.moves.length === 0 && this.slides.length === 0) this.wanted = null;
    if (this.answers.length === 0) this.beast = null;
    if (this.tile >= this.#table.view.my_tiles.length) {
      this.tile = 0;
      this.flipped = false;
    }
  }

  want(doing: Doing): void {
    this.wanted = doing;
    this.picked = null;
    speaker.play("wood");
  }

  takeTile(index: number, flipped: boolean): void {
    this.tile = index;
    this.flipped = flipped;
    speaker.play("ice");
  }

  turnAxis(): void {
    this.axis = this.axis === "-" ? "|" : "-";
    speaker.play("ice");
  }

  /** A click, a tap or Enter on a cell. */
  async choose(cell: Cell): Promise<void> {
    if (this.sending) return;
    this.scene.hurry();
    this.focus = cell;
    const action = this.targets.get(cell);
    if (action) return this.send(action, cell);
    if (this.sources.has(cell) && this.from !== cell) return this.#pick(cell);
    if (this.answers.length > 0 || this.lays.length > 0) return this.#whyNot(cell);
    // My own pawn again lets go of it, or takes up the tile below it; another tile that can float is picked up.
    const pawns = this.moves.some((act) => act.from === cell);
    const floats = this.slides.some((act) => act.from === cell);
    if (pawns && this.doing !== "pawn") return this.#pick(cell, "pawn");
    if (floats && this.swaps.length === 0 && (this.doing !== "tile" || this.picked !== cell))
      return this.#pick(cell, "tile");
    if (this.picked === cell) {
      this.picked = null;
      return;
    }
    return this.#whyNot(cell);
  }

  #pick(cell: Cell, doing?: Doing): void {
    if (doing) this.wanted = doing;
    this.picked = cell;
    speaker.play("wood");
  }

  #whyNot(cell: Cell): Promise<void> {
    return this.#ask(this.#meant(cell), cell);
  }

  /** What a click on a cell that is no target may have meant. */
  #meant(cell: Cell): string {
    const laying = this.laying;
    if (this.#table.view.stage === "draft" && laying) return lay(laying.tile, cell, laying.axis);
    if (this.#table.view.stage === "placing") return `put ${cell}`;
    const answer = this.answers[0];
    if (answer) return `${this.beast ?? answer.what} ${cell}`;
    if (this.doing === "tile" && this.from !== null) return slide(this.from, cell);
    if (this.doing === "tile") {
      // A tile that cannot float: towards the first sea beside it, as one would have wanted.
      const { x, y } = spotOf(cell);
      const beside = [
        { x, y: y - 1 },
        { x: x - 1, y },
        { x: x + 1, y },
        { x, y: y + 1 },
      ];
      const tiles = new Set(this.#table.view.tiles.map((tile) => tile.cell));
      const sea = beside.find((spot) => !tiles.has(cellAt(spot))) ?? { x: x + 1, y };
      return slide(cell, cellAt(sea));
    }
    const mine = this.#table.view.pawns.find((pawn) => pawn.seat === this.#table.seat && pawn.cell !== null);
    return this.from !== null ? move(this.from, cell) : mine?.cell ? move(mine.cell, cell) : `put ${cell}`;
  }

  /** Plays a card; one that cannot be played now is asked about. */
  async playCard(card: Card): Promise<void> {
    const action = `play ${card}`;
    if (this.offered.has(action)) await this.send(action);
    else await this.#ask(action, null);
  }

  /** One step back. False: there was nothing to take back. */
  back(): boolean {
    if (this.picked !== null) this.picked = null;
    else if (this.wanted !== null) this.wanted = null;
    else return false;
    return true;
  }

  async send(action: string, cell: Cell | null = null): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    try {
      if (await this.#table.play(action)) return this.#shake(cell);
      this.picked = this.wanted = this.beast = this.hover = null;
    } finally {
      this.sending = false;
    }
  }

  async #ask(action: string, cell: Cell | null): Promise<void> {
    if (this.#table.seat === null || this.#table.outcome) return;
    this.#shake(cell);
    await this.#table.ask(action);
  }

  #shake(cell: Cell | null): void {
    this.refused = { cell, count: this.refused.count + 1 };
  }
}
