/** The five boards as somebody plays them who does not think much: what they click, and how it is found. */
import type { Page } from "playwright-core";

export interface Board {
  game: string;
  options: object;
  /** Whether something moves by itself there. */
  rest: "still" | "sand";
  /** What a person clicks who plays without much thought: the first of these that is there, but not twice in a row. */
  clicks: string[];
}
export const BOARDS: Board[] = [
  {
    game: "pyramids",
    rest: "still",
    options: { rounds: 3 },
    clicks: [
      "button.turn:not([disabled])",
      "button.place:not([disabled])",
      ".choices .strong:not([disabled])",
      ".size:not([disabled])",
      "[data-cell].ready",
    ],
  },
  {
    game: "quintazone",
    rest: "still",
    options: {},
    // Where the card fits, if one is held: who clicks elsewhere is refused again and again, which paints hardly anything.
    clicks: [
      ".choices .strong:not([disabled])",
      ".spots .ready[aria-label*='your card fits here']",
      ".hand .card:not(.idle)",
      ".zones button",
      "[data-size]:not([disabled])",
    ],
  },
  { game: "quadri", rest: "still", options: {}, clicks: ["[data-spot]", ".choices .turns button"] },
  {
    game: "quicksand",
    options: { level: 1, pace: "gentle" },
    rest: "sand",
    clicks: [".hand .card.mine:not([disabled])", ".timer.target", ".hand .card:not([disabled])"],
  },
  {
    game: "thin-ice",
    rest: "still",
    options: {},
    clicks: [".spots .ready", ".choices button:not([disabled])"],
  },
];

export interface Aim {
  x: number;
  y: number;
  what: string;
}

/** Where the next click goes, if anywhere. */
export function aim(page: Page, clicks: string[], turn: number): Promise<Aim | null> {
  return page.evaluate(
    ({ clicks, turn }) => {
      for (const what of clicks) {
        const found = [...document.querySelectorAll(what)];
        for (let j = 0; j < found.length; j++) {
          const target = found[(7 * turn + j) % found.length] as Element;
          const { left, top, width, height } = target.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          const hit = document.elementFromPoint(x, y);
          if (hit && (target.contains(hit) || hit.closest("[data-testid=sheet]")?.contains(target)))
            return { x, y, what };
        }
      }
      return null;
    },
    { clicks, turn },
  );
}

/** Until the newest picture is on the screen. */
export const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));
