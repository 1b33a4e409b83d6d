import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { evening } from "./evening";
import { opensTable } from "./line";

const tonight = evening();

/** Counts, from the page's first script on, whatever draws a picture by itself. */
function countDrawing(): void {
  const drawn = { frames: 0, strokes: 0 };
  Object.assign(window, { drawn });
  const ask = requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) =>
    ask((now) => {
      drawn.frames++;
      draw(now);
    });
  const wipe = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    drawn.strokes++;
    wipe.apply(this, area);
  };
}

/** Until half a second has passed in which nothing was drawn and no animation runs. */
async function comesToRest(page: Page, within: number): Promise<boolean> {
  const rest = page.waitForFunction(
    () => {
      const { drawn, was } = window as unknown as {
        drawn: { frames: number; strokes: number };
        was?: { frames: number; strokes: number };
      };
      Object.assign(window, { was: { ...drawn } });
      const moves = document.getAnimations().some(({ playState }) => playState === "running");
      return !moves && was?.frames === drawn.frames && was.strokes === drawn.strokes;
    },
    undefined,
    { polling: 500, timeout: within },
  );
  return rest.then(
    () => true,
    () => false,
  );
}

test.each<[string, object, boolean]>([
  ["pyramids", {}, true],
  ["quintazone", {}, true],
  ["quadri", {}, true],
  ["thin-ice", {}, true],
  ["quicksand", { practice: true }, true],
  // Sand that runs is drawn: the same look at the page sees it.
  ["quicksand", { level: 1, pace: "gentle" }, false],
])("nothing moves by itself while nobody acts: %s %o", async (game, options, rests) => {
  const person = await tonight.guest("Ada", { motion: true });
  await person.page.addInitScript(countDrawing);
  const table = await opensTable(person, { game, seats: 2, options, private: true, bots: "learner" });
  await person.goes(`/table/${table}`);
  await person.page.getByRole("group", { name: "Board" }).waitFor();
  expect(await comesToRest(person.page, rests ? 30_000 : 3_000)).toBe(rests);
});
