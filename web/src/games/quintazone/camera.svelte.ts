// Where on the endless table the person looks, and from how near.

import { within } from "../../lib/stage/looking";
import { pacing } from "../../lib/settings/pace.svelte";
import { easeInOut, moves, prefersStillness } from "../../lib/stage/motion";
import { CARD, corner, cover, middle, type Box, type Point } from "./geometry";
import type { Cell } from "./types";

/** Screen pixels a drawing unit: the nearest and the farthest look, and the nearest that a fit takes by itself. */
const NEAREST = 1.7;
const FARTHEST = 0.08;
const FIT_AT_MOST = 1;
const FILL_AT_MOST = 1.12;
const ROWS = 2.3;
/**
 * A fit never makes cards narrower than this share of the table's width, within these pixels: the rest of the table is to
 * move to, and to be seen in the overview.
 */
const CARD_SHARE = 1 / 6.5;
const NARROWEST_CARD = 54;
const WIDE_CARD = 96;
/** A fit leaves the size alone where the best one differs by less than this factor. */
const KEPT = 1.25;
/** Cells of empty table around what a fit shows. */
const ROOM = 0.3;
/** Cells that are seen around the one card that has to be in sight. */
const AROUND = 0.6;
/** Pixels on the right that belong to the buttons. */
const BUTTONS = 56;
const GLIDE = 320;
/** Milliseconds in which there are some pictures, on any machine. */
const SHARPENS = 100;

interface Look {
  x: number;
  y: number;
  scale: number;
}

/** How the world lies for somebody who looks so. */
export const lies = ({ x, y, scale }: Look) => `translate(${x}px, ${y}px) scale(${scale})`;

export class TableCamera {
  /** The screen point of the drawing's 0,0, and pixels a unit. */
  x = $state(0);
  y = $state(0);
  scale = $state(0.8);
  width = $state(0);
  height = $state(0);
  /** It has another scale: for a moment its bitmaps are let go, and are as sharp as they should be. */
  sharpens = $state(false);
  /** The person has chosen where to look: no fit by itself any more. */
  held = $state(false);
  #fitted: { cells: readonly Cell[]; how: { room?: number; whole?: boolean; one?: boolean } } = {
    cells: [],
    how: {},
  };
  /** What is looked at, once it is on the page. */
  world: Element | null = null;
  #gliding: { animation: Animation; way: (time: number) => Look } | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** The screen has another size: what was shown stays shown. */
  resize(width: number, height: number): void {
    const [dx, dy] = [(width - this.width) / 2, (height - this.height) / 2];
    [this.width, this.height] = [width, height];
    if (!this.held) this.fit(this.#fitted.cells, { ...this.#fitted.how, glide: false });
    else this.#set({ x: this.x + dx, y: this.y + dy, scale: this.scale });
  }

  close(): void {
    this.#gliding?.animation.cancel();
    clearTimeout(this.#rest);
  }

  /**
   * Shows these cells, with so many cells of room around them. Where they would become too small to touch, it stays nearer
   * and shows the last of them, or any `one`, unless `whole` asks for all.
   */
  fit(
    cells: readonly Cell[],
    how: { glide?: boolean; room?: number; whole?: boolean; one?: boolean } = {},
  ): void {
    this.#fitted = { cells, how };
    this.held = false;
    if (this.width === 0) return;
    const { glide = true, room = ROOM, whole = false, one = false } = how;
    const box = cover(cells, room);
    const width = this.width - BUTTONS;
    const all = Math.min(width / box.width, this.height / box.height, FIT_AT_MOST);
    const card = Math.max(NARROWEST_CARD, Math.min(WIDE_CARD, width * CARD_SHARE));
    // What is too high to be seen whole in any case fills the felt from side to side, with two rows in sight at least.
    const most = Math.min(FILL_AT_MOST, this.height / (ROWS * CARD.height));
    const fill = all * CARD.width < card ? Math.min(width / box.width, most) : all;
    const best = whole ? Math.max(all, FARTHEST) : Math.max(all, fill, card / CARD.width);
    const newest = corner(cells.at(-1) ?? { x: 0, y: 0 });
    // Who sees it well enough does not see it move; and a table that keeps its size is not painted anew.
    const keeps = glide && !whole && best / this.scale < KEPT && this.scale / best < KEPT;
    const scale = keeps ? this.scale : best;
    const fits = box.width * scale <= width && box.height * scale <= this.height;
    if (keeps && !fits) return this.#seeOneOf(one ? cells : cells.slice(-1));
    if (keeps && this.#shows(cover(cells, 0))) return;
    const x = placed(box.x, box.width, width, newest.x + CARD.width / 2, scale);
    const y = placed(box.y, box.height, this.height, newest.y + CARD.height / 2, scale);
    if (glide) return this.#glide({ x, y, scale });
    this.#gliding?.animation.cancel();
    this.#set({ x, y, scale });
  }

  #shows({ x, y, width, height }: Box): boolean {
    const [left, top] = [this.x + x * this.scale, this.y + y * this.scale];
    const right = this.width - BUTTONS - width * this.scale;
    return left >= 0 && top >= 0 && left <= right && top + height * this.scale <= this.height;
  }

  /** Stands still where one of these cells is in sight; else the least move to the one that is nearest to what is seen. */
  #seeOneOf(cells: readonly Cell[]): void {
    if (cells.some((cell) => this.#shows({ ...corner(cell), ...CARD }))) return;
    const [x, y] = [(this.width / 2 - this.x) / this.scale, (this.height / 2 - this.y) / this.scale];
    const far = (cell: Cell) => Math.hypot(middle(cell).x - x, middle(cell).y - y);
    const [nearest] = cells.toSorted((a, b) => far(a) - far(b));
    if (nearest) this.see(nearest, AROUND);
  }

  /** The least move that brings a cell into sight. */
  see(cell: Cell, room = 0.3): void {
    const box = cover([cell], room);
    const x = this.x + shift(this.x + box.x * this.scale, box.width * this.scale, this.width - BUTTONS);
    const y = this.y + shift(this.y + box.y * this.scale, box.height * this.scale, this.height);
    if (x !== this.x || y !== this.y) this.#glide({ x, y, scale: this.scale });
  }

  /** Puts a point of the drawing in the middle, at once: a hand on the overview leads it. */
  centre({ x, y }: Point): void {
    this.#takeHold();
    this.#set({ x: this.width / 2 - x * this.scale, y: this.height / 2 - y * this.scale, scale: this.scale });
  }

  /** Puts a box in the middle. */
  face(box: Box): void {
    const scale = Math.max(
      FARTHEST,
      Math.min((this.width * 0.86) / box.width, (this.height * 0.7) / box.height, FIT_AT_MOST),
    );
    this.#glide({
      x: this.width / 2 - (box.x + box.width / 2) * scale,
      y: this.height / 2 - (box.y + box.height / 2) * scale,
      scale,
    });
  }

  pan(dx: number, dy: number): void {
    this.#takeHold();
    this.#set({ x: this.x + dx, y: this.y + dy, scale: this.scale });
  }

  /** Nearer or farther, around a point of the screen. */
  zoom(factor: number, at: Point = { x: this.width / 2, y: this.height / 2 }): void {
    this.#takeHold();
    const scale = within(FARTHEST, this.scale * factor, NEAREST);
    const k = scale / this.scale;
    this.#set({ x: at.x - (at.x - this.x) * k, y: at.y - (at.y - this.y) * k, scale });
  }

  #set({ x, y, scale }: Look): void {
    if (scale !== this.scale) this.#sharpen();
    // Whole pixels: a bitmap between two of them would be blurred.
    [this.x, this.y, this.scale] = [Math.round(x), Math.round(y), scale];
  }

  /** The person moves it, from where it is seen just now. */
  #takeHold(): void {
    this.#set(this.#seen());
    this.#gliding?.animation.cancel();
    this.held = true;
  }

  /** Once it has come to rest. */
  #sharpen(): void {
    clearTimeout(this.#rest);
    this.sharpens = false;
    this.#rest = setTimeout(
      () => {
        this.sharpens = true;
        this.#rest = setTimeout(() => (this.sharpens = false), SHARPENS);
      },
      GLIDE / pacing.pace + SHARPENS,
    );
  }

  /** Reckoned, not asked of the page, which would lay itself out for that in the middle of a change. */
  #seen(): Look {
    const { x, y, scale } = this;
    const gliding = this.#gliding;
    if (gliding?.animation.playState !== "running") return { x, y, scale };
    return gliding.way(gliding.animation.effect?.getComputedTiming().progress ?? 1);
  }

  /**
   * Everything is there at once, and its picture comes from where it was: the browser moves it by itself, and the page makes no
   * picture on the way, which would be in the way of what a click changes.
   */
  #glide(to: Look): void {
    const from = this.#seen();
    this.#set(to);
    this.#gliding?.animation.cancel();
    if (prefersStillness() || !this.world) return;
    const mix = (a: number, b: number, t: number) => a + (b - a) * t;
    const way = (time: number): Look => {
      const t = easeInOut(time);
      return { x: mix(from.x, to.x, t), y: mix(from.y, to.y, t), scale: mix(from.scale, to.scale, t) };
    };
    const animation = moves(this.world, GLIDE, (time) => ({ transform: lies(way(time)) }));
    this.#gliding = { animation, way };
  }
}

/** Where 0 of a stretch lies on the screen: the stretch in the middle or, if it is too long, as much as fits around a point. */
function placed(from: number, long: number, screen: number, point: number, scale: number): number {
  if (long * scale <= screen) return screen / 2 - (from + long / 2) * scale;
  return Math.min(-from * scale, Math.max(screen - (from + long) * scale, screen / 2 - point * scale));
}

/** How far a stretch has to move to lie inside the screen. */
function shift(from: number, long: number, screen: number): number {
  if (long > screen) return (screen - long) / 2 - from;
  if (from < 0) return -from;
  return from + long > screen ? screen - from - long : 0;
}
