import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HALF_BASE, HEIGHT } from "./art/glass";
import { TableCamera } from "./camera.svelte";
import { CARD, corner, cover, panelBox } from "./geometry";
import { stands } from "./stand";
import { SIZES, type Cut } from "./types";

const PANELS: [Cut, number][] = [
  ["whole", 1],
  ["top-bottom", 2],
  ["left-right", 2],
  ["quartered", 4],
  ["falling", 2],
  ["rising", 2],
];
const AT = { x: 2, y: -1 };
/** A small one on a table seen from afar is drawn larger than it is. */
const SCALES = [1, 1.25];

describe.each(PANELS)("a pyramid on a card that is %s", (cut, panels) => {
  const all = Array.from({ length: panels }, (_, panel) => panel).flatMap((panel) =>
    SIZES.flatMap((size) => SCALES.map((scale) => ({ panel, size, scale }))),
  );
  it.each(all)("leaves its panel readable: $size on $panel, ×$scale", ({ panel, size, scale }) => {
    const box = panelBox(AT, cut, panel);
    const at = stands(AT, cut, panel, size, scale);
    const [half, high] = [HALF_BASE[size] * at.scale, HEIGHT[size] * at.scale];
    expect(at.x - half).toBeGreaterThanOrEqual(box.x);
    expect(at.x + half).toBeLessThanOrEqual(box.x + box.width);
    expect(at.y - high).toBeGreaterThanOrEqual(box.y);
    expect(at.y + 0.1 * half).toBeLessThanOrEqual(box.y + box.height);
    const area = (box.width * box.height) / (cut === "falling" || cut === "rising" ? 2 : 1);
    expect((half * high) / area, "how much of it is covered").toBeLessThan(1 / 3);
  });
});

describe("the camera", () => {
  // Nobody waits for it to glide.
  beforeEach(() => void vi.stubGlobal("matchMedia", () => ({ matches: true })));
  afterEach(() => void vi.unstubAllGlobals());
  const cells = (columns: number, rows: number) =>
    Array.from({ length: columns * rows }, (_, i) => ({ x: i % columns, y: Math.floor(i / columns) }));
  function fitted(columns: number, rows: number, [width, height]: [number, number] = [822, 590]) {
    const camera = new TableCamera();
    camera.resize(width, height);
    const all = cells(columns, rows);
    camera.fit(all, { glide: false, room: 0.15 });
    return { camera, box: cover(all, 0), newest: corner(all.at(-1)!) };
  }

  it("fills the felt with a table that is too high for it", () => {
    const { camera, box } = fitted(5, 7);
    expect((box.width * camera.scale) / camera.width).toBeGreaterThan(0.7);
  });

  it("has two rows in sight on a phone", () => {
    const { camera } = fitted(3, 7, [390, 264]);
    expect(2 * CARD.height * camera.scale).toBeLessThan(264);
    expect(CARD.width * camera.scale).toBeGreaterThanOrEqual(53);
  });

  it("stands still where what is wanted is in sight, and keeps its size where it has to move", () => {
    const { camera } = fitted(4, 2);
    const before = { x: camera.x, y: camera.y, scale: camera.scale };
    const now = () => ({ x: camera.x, y: camera.y, scale: camera.scale });
    camera.fit([...cells(4, 2), { x: 2, y: 1 }], { room: 0.15 });
    expect(now()).toEqual(before);
    camera.fit([...cells(4, 2), { x: 1, y: 2 }], { room: 0.15 });
    expect(camera.scale).toBe(before.scale);
    expect(camera.y).toBeLessThan(before.y);
  });

  it("stands still where one place for the card is in sight, and moves as little as it has to where none is", () => {
    const { camera } = fitted(12, 8);
    const now = () => ({ x: camera.x, y: camera.y });
    const before = now();
    // The newest cell, 11,7, is in sight; both ends of the table are not.
    const [left, seen, right] = [
      { x: -1, y: 6 },
      { x: 11, y: 6 },
      { x: 12, y: 20 },
    ];
    camera.fit([left, seen, right], { room: 0.15, one: true });
    expect(now()).toEqual(before);
    camera.fit([left, right], { room: 0.15, one: true });
    expect(now()).not.toEqual(before);
    const { x, y } = corner(left);
    expect(camera.x + x * camera.scale).toBeGreaterThanOrEqual(0);
    expect(camera.x + x * camera.scale).toBeLessThan(CARD.width);
    expect(camera.y + y * camera.scale, "it moves sideways alone").toBe(before.y + y * camera.scale);
  });

  it.each([
    [2, 2],
    [4, 7],
    [9, 3],
    [12, 8],
  ])("shows cards large enough to read, the newest among them: %i by %i", (columns, rows) => {
    const { camera, newest } = fitted(columns, rows);
    expect(CARD.width * camera.scale).toBeGreaterThanOrEqual(95);
    const [left, top] = [camera.x + newest.x * camera.scale, camera.y + newest.y * camera.scale];
    expect(left).toBeGreaterThanOrEqual(0);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(left + CARD.width * camera.scale).toBeLessThanOrEqual(camera.width);
    expect(top + CARD.height * camera.scale).toBeLessThanOrEqual(camera.height);
  });
});
