import { describe, expect, test } from "vitest";
import type { Step, WordsContext } from "../../lib/table/face";
import { deskWith } from "../../../tests/desk";
import { levels } from "./glass";
import { dangerWord, giveRoom, placePiles, timerBox, timerParts, toRead, type Box } from "./inside";
import { QuicksandPlay } from "./play.svelte";
import { layTrack, standOf, type Stand } from "./track";
import type { SandEvent, SandView, Timer, TimerStep } from "./types";
import { clockOf, moves, movement, phrases, secondsOf, sentence } from "./words";

const english: WordsContext = {
  language: "en",
  seat: 0,
  name: (seat) => ["Ada", "Bob"][seat] ?? "",
  isMe: (seat) => seat === 0,
};
const french: WordsContext = { ...english, language: "fr" };

describe("the sand in the glass", () => {
  test("falls in the upper bulb and rises in the lower one, without a jump", () => {
    let before = levels(1);
    for (let part = 0.99; part >= 0; part -= 0.01) {
      const now = levels(part);
      expect(now.upper).toBeGreaterThanOrEqual(before.upper);
      expect(now.rim).toBeLessThanOrEqual(before.rim + 0.01);
      expect(Math.abs(now.upper - before.upper)).toBeLessThan(3);
      before = now;
    }
  });
  test("half the time is half the sand: the level sinks faster where the bulb is narrow", () => {
    const first = levels(0.5).upper - levels(1).upper;
    const second = levels(0).upper - levels(0.5).upper;
    expect(second).toBeGreaterThan(first);
  });
  test("an empty bulb is empty and a full one is not full to the plate", () => {
    expect(levels(0).upper).toBeCloseTo(-50, 0);
    expect(levels(1).upper).toBeGreaterThan(-88);
  });
});

describe.each([
  ["a phone in a lesson", 390, 304],
  ["a small phone in a lesson", 320, 230],
  ["a phone on its side", 490, 342],
  ["a phone", 390, 440],
])("the narrow track on %s", (_, width, height) => {
  test.each([
    [10, 3],
    [12, 4],
  ])("of %i and %i gears shows gears and timers whole, below the level's plate", (before, danger) => {
    const plate = 34;
    const layout = layTrack(width, height, before, danger, plate);
    for (const { x, y } of layout.tiles) {
      expect(Math.min(x, width - x, height - y)).toBeGreaterThanOrEqual(layout.gear);
    }
    const piles = placePiles(layout, 0).box;
    // Four timers on tiles in a row, anywhere.
    for (let first = 1; first + 3 <= before + danger; first++) {
      const timers = [0, 1, 2, 3].map((i) => {
        const tile = first + i;
        return { tile, lost: false, stand: standOf(layout, tile, false) };
      });
      const boxes = giveRoom(layout, timers, [piles]).map((stand) => timerBox(stand, layout.scale, 34));
      for (const box of boxes) {
        expect(box.top).toBeGreaterThanOrEqual(plate - 1);
        expect(box.bottom).toBeLessThanOrEqual(height);
      }
      const hidden = boxes.flatMap((box, i) =>
        boxes.slice(i + 1).flatMap((other, k) => {
          const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
          const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
          return across > 8 && down > 8 ? [`${first + i} and ${first + i + 1 + k}: ${across} × ${down}`] : [];
        }),
      );
      expect(hidden).toEqual([]);
    }
  });
});

describe.each([
  ["a desktop", 830, 760],
  ["a phone", 390, 400],
  ["a small phone", 320, 300],
])("the track on %s", (_, width, height) => {
  const layout = layTrack(width, height, 14, 5);
  test("has every gear inside, in order along the way", () => {
    expect(layout.tiles).toHaveLength(19);
    for (const { x, y } of layout.tiles) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(width);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(height);
    }
    const [first, last] = [layout.tiles[0], layout.tiles.at(-1)];
    expect(first?.x).toBeLessThan(last?.x ?? 0);
  });
  test("lets timers on neighbouring gears stand apart", () => {
    for (let tile = 1; tile < 19; tile++) {
      const timers = [tile, tile + 1].map((tile) => ({
        tile,
        lost: false,
        stand: standOf(layout, tile, false),
      }));
      const [a, b] = giveRoom(layout, timers, []) as [Stand, Stand];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(20);
    }
  });
  test("shows every timer whole", () => {
    for (let tile = 1; tile <= 19; tile++) {
      const { x, y } = standOf(layout, tile, false);
      expect(x - 24 * layout.scale).toBeGreaterThanOrEqual(0);
      expect(x + 24 * layout.scale).toBeLessThanOrEqual(width);
      expect(y - 100 * layout.scale).toBeGreaterThanOrEqual(0);
      expect(y + 18).toBeLessThanOrEqual(height);
    }
  });
  test.each([1, 4, 9, 13])(
    "lost timers beside tiles from %i on hide neither the piles nor each other",
    (from) => {
      const piles = placePiles(layout, 0).box;
      const timers = [from, from, from + 1].map((tile) => ({
        tile,
        lost: true,
        stand: standOf(layout, tile, true),
      }));
      const boxes = giveRoom(layout, timers, [piles]).map((stand) => timerBox(stand, layout.scale, 60));
      for (const box of boxes) {
        expect(box.left).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(width);
        expect(box.bottom).toBeLessThanOrEqual(height);
      }
      const apart = (a: typeof piles, b: typeof piles) =>
        a.right <= b.left + 8 || b.right <= a.left + 8 || a.bottom <= b.top + 8 || b.bottom <= a.top + 8;
      for (const [i, box] of boxes.entries()) {
        expect(apart(box, piles)).toBe(true);
        for (const other of boxes.slice(i + 1)) expect(apart(box, other)).toBe(true);
      }
    },
  );
});

describe.each([
  ["a phone", 390, 366],
  ["a long phone", 412, 440],
  ["a desktop", 830, 760],
  ["a wide desktop", 1200, 900],
  ["a small desktop", 640, 620],
])("on %s nothing hides what one must read", (_, width, height) => {
  test.each([
    [10, 3],
    [14, 4],
    [14, 5],
  ])("of %i and %i gears", (before, danger) => {
    const layout = layTrack(width, height, before, danger);
    const piles = placePiles(layout, 150).box;
    const taken = layout.narrow ? [piles, dangerWord(layout)] : [piles];
    const [plaque, lostPlaque] = layout.narrow ? [34, 62] : [56, 84];
    const last = before + danger;
    const hidden: string[] = [];
    for (const apart of [1, 2, 3])
      for (let first = 1; first + 3 * apart <= last; first++)
        // All of them on the track, or one of them lost.
        for (const gone of [null, 0, 2, 3]) {
          const tiles = [0, 1, 2, 3].map((i) => first + i * apart);
          if (gone !== null && (tiles[gone] as number) > before) continue;
          const timers = tiles.map((tile, i) => ({
            tile,
            lost: i === gone,
            stand: standOf(layout, tile, i === gone),
          }));
          const parts = giveRoom(layout, timers, taken).map((stand, i) =>
            timerParts(stand, layout.scale, i === gone ? lostPlaque : plaque),
          );
          const over = (a: Box, b: Box) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
          for (const [i, own] of parts.entries()) {
            const others = parts.flatMap((other, k) => (k > i ? other : []));
            for (const [j, box] of [...toRead(layout), ...taken, ...others].entries())
              if (own.some((part) => over(part, box)))
                hidden.push(`${tiles}, ${gone} lost: ${tiles[i]} over ${j}`);
          }
        }
    expect(hidden).toEqual([]);
  });
});

test("waiting in practice is said, and stands in the move list", () => {
  const waited: Step<SandEvent> = {
    n: 4,
    seat: 0,
    action: "wait",
    at: 0,
    events: [{ type: "sand-ran", ran: 5_000, at: 15_000 }],
  };
  expect(sentence(waited, english)).toBe("You let the sand run 5 s.");
  expect(sentence(waited, french)).toBe("Vous laissez couler le sable 5\u202fs.");
  expect(moves([waited], french)).toMatchObject([
    { label: "0:15", seat: 0, parts: [{ text: "Attendre" }, { text: "5\u202fs" }] },
  ]);
});

const turned = (step: Partial<TimerStep>): TimerStep => ({
  timer: "t3",
  from: 15,
  to: 16,
  lost: false,
  unblocks: null,
  left: 8000,
  ...step,
});

test("a movement is said in few signs", () => {
  expect(movement(turned({}), "en")).toBe("C 15 → 16");
  expect(movement(turned({ to: 15 }), "fr")).toBe("C reste en 15");
  expect(movement(turned({ to: 15, unblocks: 16 }), "en")).toBe("C unblocks 16");
  expect(movement(turned({ from: 6, to: 6 }), "fr", true)).toBe("C relevé en 6");
  expect(movement(turned({ from: 6, to: 6, lost: true }), "en", true)).toBe("C turned, still lost");
});

const played = (events: SandEvent[], seat = 1): Step<SandEvent> => ({
  n: 3,
  seat,
  action: "play grey",
  at: 65_000,
  events,
});

test("a card is one sentence, with what it did", () => {
  const step = played([
    { type: "played", seat: 1, card: "grey", place: 2, at: 65_000 },
    { type: "activated", ...turned({}) },
    { type: "activated", ...turned({ timer: "t1", from: 4, to: 5 }) },
  ]);
  expect(sentence(step, english)).toBe("Bob plays `Grey`: C 15 → 16, A 4 → 5.");
  expect(sentence(step, french)).toBe("Bob joue `Gris`\u202f: C 15 → 16, A 4 → 5.");
  expect(moves([step], english)).toMatchObject([
    { label: "1:05", seat: 1, parts: [{ text: "Grey" }, { quiet: true }] },
  ]);
});

test("a shown joker and its later choice are one row", () => {
  const shown = played([{ type: "played", seat: 0, card: "joker", place: 1, at: 1_000 }], 0);
  const chosen: Step<SandEvent> = {
    ...played([{ type: "recovered", ...turned({ from: 6, to: 6 }) }], 0),
    n: 4,
  };
  expect(sentence(shown, english)).toBe("You play `Joker` and choose what it does.");
  expect(moves([shown, chosen], english)).toMatchObject([
    { step: 4, parts: [{ text: "Joker" }, { text: "C back on 6" }] },
  ]);
});

test("a timer that runs out is told by nobody", () => {
  const step: Step<SandEvent> = {
    n: 5,
    seat: null,
    action: null,
    at: 42_000,
    events: [{ type: "ran-out", timer: "t2", tile: 6, zone: "track", at: 42_000 }],
  };
  expect(sentence(step, english)).toBe("Timer `B` ran out on tile 6: it is lost.");
  expect(moves([step], french)[0]).toMatchObject({ seat: null, label: "0:42" });
});

test("seconds are counted down as people do", () => {
  expect(secondsOf(400)).toBe(1);
  expect(secondsOf(0)).toBe(0);
  expect(clockOf(122_900)).toBe("2:02");
});

test("phrases name what I hold and which timer is close", () => {
  const timer = (letter: string, runs_out: number): Timer =>
    ({ letter, runs_out, lost: letter === "B" }) as unknown as Timer;
  const view = {
    hands: [
      {
        seat: 0,
        visible: true,
        places: ["joker", "grey", "grey"].map((card, i) => ({
          place: i + 1,
          held: true,
          card,
          action: null,
        })),
      },
    ],
    timers: [timer("A", 9_000), timer("B", 4_000)],
  } as unknown as SandView;
  expect(phrases(view, english)).toEqual(["I have a joker", "I have grey", "Recover B!", "Wait!", "Go on"]);
  expect(phrases(view, french)[1]).toBe("J’ai du gris");
});

test("a card is sent once, also when a frame comes while it is under way", async () => {
  const action = "play grey";
  const hands = [{ seat: 0, visible: true, places: [{ place: 1, held: true, card: "grey", action }] }];
  const view = { hands, timers: [], effects: [], running: false, at: 0 } as unknown as SandView;
  const { table, played } = deskWith<SandView, SandEvent>(view, [action]);
  const play = new QuicksandPlay(table);
  const first = play.card(1);
  play.settle();
  await Promise.all([first, play.card(1)]);
  play.close();
  expect(played).toEqual([action]);
});
