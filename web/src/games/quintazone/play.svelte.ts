// What the person is doing right now: a card taken up and which way round, a place for it, a size for a pyramid, a zone
// looked at. It reads the view and the actions that came with it; what is not among them is asked about, so that the
// referee can say why not.

import type { Play } from "../../lib/table/face";
import { speaker } from "../../lib/stage/sound.svelte";
import { TableCamera } from "./camera.svelte";
import { growth, type Growth } from "./growth";
import { lay, stand } from "./notation";
import {
  SIZES,
  same,
  spotKey,
  type Cell,
  type Element,
  type Held,
  type Laid,
  type Panel,
  type Size,
  type Spot,
  type Table,
  type Zone,
} from "./types";
import { ScoringWalk } from "./walk.svelte";

/** A card shown where it would lie. */
export interface Ghost {
  cell: Cell;
  held: Held;
  turned: boolean;
  fits: boolean;
  /** It would also fit the other way round. */
  other: boolean;
  growth: Growth[];
}

export class QuintazonePlay implements Play {
  /** The card taken up, by its place in the hand, and which way round it is held. */
  card: number | null = $state(null);
  turned = $state(false);
  /** The size of pyramid taken up. */
  size: Size | null = $state(null);
  /** The place that a finger or a click has chosen. */
  pinned: Spot | null = $state.raw(null);
  /** What the pointer, or else the keyboard, is on. */
  hover: Spot | null = $state.raw(null);
  /** Where the keyboard stands on the table. */
  focus: Spot = $state.raw({ kind: "opening", cell: { x: 0, y: 0 } });
  /** The keyboard is on the table, and its place is shown. */
  keyed = $state(false);
  /** A zone that a list beside the table points at. */
  shown: number | null = $state(null);
  sending = $state(false);
  /** The place where the card that was laid last was seen before: it lies there already, and need not come. */
  shownAt: string | null = null;
  /** Counts refusals, so that the same target can shake again. */
  refused: { spot: string; count: number } = $state.raw({ spot: "", count: 0 });

  readonly camera = new TableCamera();
  readonly walk = new ScoringWalk();
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
    const first = table.view?.layout[0];
    if (first?.panels[0]) this.focus = { kind: "panel", cell: first.cell, element: first.panels[0].element };
  }

  close(): void {
    this.camera.close();
    this.walk.end();
  }

  get seat(): number | null {
    return this.#table.seat;
  }

  readonly offered = $derived.by(() => new Set(this.#table.actions));
  readonly may = $derived.by(() => ({
    lay: this.#table.actions.some((action) => action.includes("@")),
    pass: this.offered.has("pass"),
    pyramid: this.#table.actions.some((action) => action.includes("^")),
    end: this.offered.has("end"),
  }));
  readonly hand = $derived.by((): Held[] => this.#table.view.mine?.hand ?? []);
  readonly held = $derived.by((): Held | null =>
    this.card === null ? null : (this.hand[this.card] ?? null),
  );
  readonly cells = $derived.by((): Cell[] => this.#table.view.layout.map((laid) => laid.cell));
  readonly #zones = $derived.by(() => new Map(this.#table.view.zones.map((zone) => [zone.id, zone])));

  laidOn(cell: Cell): Laid | null {
    return this.#table.view.layout.find((laid) => same(laid.cell, cell)) ?? null;
  }

  zoneOf({ cell, element }: Panel): Zone | null {
    const panel = this.laidOn(cell)?.panels.find((panel) => panel.element === element);
    return panel ? (this.#zones.get(panel.zone) ?? null) : null;
  }

  zone(id: number): Zone | null {
    return this.#zones.get(id) ?? null;
  }

  /** One panel of a zone to stand on: the one that was pointed at, or else its newest. */
  panelOf(zone: Zone): Panel {
    if (this.pinned?.kind === "panel" && this.zoneOf(this.pinned)?.id === zone.id) return this.pinned;
    return { cell: zone.cells.at(-1) ?? { x: 0, y: 0 }, element: zone.element };
  }

  /** The zone that is lit: in the count, under the pointer, pointed at in the list, or chosen. */
  readonly lit = $derived.by((): Zone | null => {
    const stop = this.walk.stop;
    if (stop) return stop.kind === "sum" ? this.zoneOf(stop.score) : null;
    if (this.held && this.hover?.kind !== "panel") return null;
    if (this.hover?.kind === "panel") return this.zoneOf(this.hover);
    if (this.shown !== null) return this.zone(this.shown);
    return this.pinned?.kind === "panel" ? this.zoneOf(this.pinned) : null;
  });

  /** The zone that the sentences beside the table are about. */
  readonly chosenZone = $derived.by((): Zone | null => {
    return this.pinned?.kind === "panel" ? this.zoneOf(this.pinned) : null;
  });

  /** The zones that a pyramid could go to, the largest first. */
  readonly freeZones = $derived.by((): Zone[] => {
    if (!this.may.pyramid) return [];
    const free = this.#table.view.zones.filter((zone) => zone.pyramids.length === 0);
    return free.sort((a, b) => b.worth[0] - a.worth[0] || b.cards - a.cards || a.id - b.id);
  });

  /** How the card that is taken up lies on a cell: as it is held if it fits so, else the way that fits. */
  wayOn(cell: Cell, held: Held | null = this.held): { turned: boolean; fits: boolean; other: boolean } {
    const fit = held?.fits.find((fit) => same(fit.cell, cell));
    const asHeld = this.turned ? fit?.turned : fit?.upright;
    const turnedOver = this.turned ? fit?.upright : fit?.turned;
    if (asHeld)
      return { turned: this.turned, fits: true, other: turnedOver === true && held?.cut !== "whole" };
    if (turnedOver) return { turned: !this.turned, fits: true, other: false };
    return { turned: this.turned, fits: false, other: false };
  }

  readonly ghost = $derived.by((): Ghost | null => {
    const { held } = this;
    const spot = this.hover?.kind === "opening" ? this.hover : this.pinned;
    if (!held || spot?.kind !== "opening" || this.laidOn(spot.cell)) return null;
    const way = this.wayOn(spot.cell);
    const grown = way.fits ? growth(this.#table.view, held, spot.cell, way.turned) : [];
    return { cell: spot.cell, held, ...way, growth: grown };
  });

  /** A pyramid shown where it would stand. */
  readonly ghostPyramid = $derived.by((): (Panel & { size: Size }) | null => {
    const spot = this.hover?.kind === "panel" ? this.hover : this.pinned;
    if (!this.size || spot?.kind !== "panel" || this.held) return null;
    return this.offered.has(stand(this.size, spot.cell, spot.element)) ? { ...spot, size: this.size } : null;
  });

  sizesLeft(): readonly [number, number, number] {
    return this.seat === null ? [0, 0, 0] : (this.#table.view.seats[this.seat]?.reserve ?? [0, 0, 0]);
  }

  /** The view has changed: keep only what still makes sense. */
  settle(): void {
    if (this.card !== null && (!this.hand[this.card] || !this.may.lay)) this.card = null;
    if (this.size && (!this.may.pyramid || this.sizesLeft()[SIZES.indexOf(this.size)] === 0))
      this.size = null;
    const gone = (spot: Spot | null) =>
      spot !== null &&
      (spot.kind === "opening" ? this.laidOn(spot.cell) !== null : this.zoneOf(spot) === null);
    if (gone(this.pinned)) this.pinned = null;
    if (gone(this.hover)) this.hover = null;
    const laid = this.laidOn(this.focus.cell);
    if (this.focus.kind === "opening" && laid?.panels[0])
      this.focus = { kind: "panel", cell: laid.cell, element: laid.panels[0].element };
  }

  /** A click on a card of the hand: takes it up; the same one again is turned over. */
  async take(index: number): Promise<void> {
    const held = this.hand[index];
    if (!held || this.sending) return;
    if (!this.may.lay) {
      const cell = this.#table.view.openings[0] ?? { x: 0, y: 0 };
      await this.#ask(lay(held.card, cell, false), null);
      return;
    }
    if (this.card === index) return this.turnOver();
    this.card = index;
    this.turned = false;
    this.size = null;
    if (this.pinned?.kind === "panel") this.pinned = null;
    speaker.play("paper");
  }

  /** A pointer takes a card out of the hand, or a pyramid out of the reserve. False: it may not. */
  lift(what: number | Size): boolean {
    if (this.sending) return false;
    if (typeof what === "string") {
      if (!this.may.pyramid || this.sizesLeft()[SIZES.indexOf(what)] === 0) return false;
      this.card = null;
      this.size = what;
    } else {
      if (!this.may.lay || !this.hand[what]) return false;
      if (this.card !== what) this.turned = false;
      this.card = what;
      this.size = null;
    }
    this.pinned = null;
    return true;
  }

  /** It lets go of it over a place, or elsewhere: then it goes back. */
  async put(spot: Spot | null): Promise<void> {
    this.hover = null;
    if (spot) await this.choose(spot, true);
    // A finger that has seen a refusal starts anew.
    if (!this.sending) this.card = this.size = this.pinned = null;
  }

  turnOver(): void {
    const { held, ghost } = this;
    if (!held) return;
    this.turned = !(ghost?.turned ?? this.turned);
    speaker.play("paper");
    // Where only one way fits, the card stays that way, and the referee says why.
    if (ghost?.fits && !ghost.other && held.cut !== "whole")
      void this.#ask(lay(held.card, ghost.cell, !ghost.turned), { kind: "opening", cell: ghost.cell });
  }

  /** A size of pyramid: to stand on the chosen zone, or on the next panel that is chosen. */
  async takeSize(size: Size): Promise<void> {
    if (this.sending) return;
    const zone = this.pinned?.kind === "panel" ? this.zoneOf(this.pinned) : null;
    if (zone) return this.stand(size, zone);
    if (!this.may.pyramid || this.sizesLeft()[SIZES.indexOf(size)] === 0) {
      const panel = this.#table.view.zones.find((zone) => zone.pyramids.length === 0);
      const at = panel ? this.panelOf(panel) : { cell: { x: 0, y: 0 }, element: "earth" as Element };
      await this.#ask(stand(size, at.cell, at.element), null);
      return;
    }
    this.card = null;
    this.size = this.size === size ? null : size;
    speaker.play("ice");
  }

  /**
   * A click, a tap or Enter on the table. `sure`: the person has seen what would happen there (a pointer over it, or the
   * keyboard on it); a finger has to tap twice.
   */
  async choose(spot: Spot, sure: boolean): Promise<void> {
    if (this.sending || this.walk.at !== null) return;
    this.focus = spot;
    const again = this.pinned !== null && spotKey(this.pinned) === spotKey(spot);
    if (spot.kind === "opening") return this.#chooseOpening(spot, sure || again);
    return this.#choosePanel(spot, sure || again);
  }

  async #chooseOpening(spot: Spot, sure: boolean): Promise<void> {
    const { held } = this;
    if (!held) {
      // The place first, then the card.
      if (this.may.lay) this.pinned = this.pinned && spotKey(this.pinned) === spotKey(spot) ? null : spot;
      else if (this.seat !== null && this.hand[0])
        await this.#ask(lay(this.hand[0].card, spot.cell, false), spot);
      return;
    }
    const way = this.wayOn(spot.cell);
    if (!way.fits) return this.#ask(lay(held.card, spot.cell, way.turned), spot);
    if (sure) return this.#send(lay(held.card, spot.cell, way.turned), spot);
    this.pinned = spot;
  }

  async #choosePanel(spot: Spot & { kind: "panel" }, sure: boolean): Promise<void> {
    if (this.held) return this.#ask(lay(this.held.card, spot.cell, this.turned), spot);
    if (this.size) {
      const action = stand(this.size, spot.cell, spot.element);
      if (!this.offered.has(action)) return this.#ask(action, spot);
      if (sure) return this.#send(action, spot);
    }
    const again = this.pinned !== null && spotKey(this.pinned) === spotKey(spot);
    this.pinned = again && !this.size ? null : spot;
  }

  /** Lays the card where it is shown. */
  async layThere(): Promise<void> {
    const { ghost } = this;
    if (ghost?.fits)
      await this.#send(lay(ghost.held.card, ghost.cell, ghost.turned), { kind: "opening", cell: ghost.cell });
  }

  async stand(size: Size, zone: Zone): Promise<void> {
    const panel = this.panelOf(zone);
    const action = stand(size, panel.cell, panel.element);
    const spot: Spot = { kind: "panel", ...panel };
    if (this.offered.has(action)) await this.#send(action, spot);
    else await this.#ask(action, spot);
  }

  pass(): Promise<void> {
    return this.#send("pass", null);
  }

  end(): Promise<void> {
    return this.#send("end", null);
  }

  /** One step back. False: there was nothing to take back. */
  back(): boolean {
    if (this.sending) return false;
    if (this.pinned) this.pinned = null;
    else if (this.card !== null) this.card = null;
    else if (this.size) this.size = null;
    else return false;
    return true;
  }

  async #send(action: string, spot: Spot | null): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    this.shownAt =
      this.ghost && same(this.ghost.cell, spot?.cell)
        ? spotKey({ kind: "opening", cell: this.ghost.cell })
        : null;
    try {
      const refusal = await this.#table.play(action);
      if (refusal) return this.#shake(spot);
      this.card = this.size = this.pinned = null;
      this.hover = null;
    } finally {
      this.sending = false;
    }
  }

  async #ask(action: string, spot: Spot | null): Promise<void> {
    if (this.seat === null) return;
    this.#shake(spot);
    await this.#table.ask(action);
  }

  #shake(spot: Spot | null): void {
    this.refused = { spot: spot ? spotKey(spot) : "", count: this.refused.count + 1 };
  }
}
