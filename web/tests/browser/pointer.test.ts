/** A press that was let go outside the board is over, on every board. */
import { expect, test } from "vitest";
import { evening } from "./evening";
import type { Person } from "./people";
import { opens } from "./together";

const tonight = evening();

const withBots = (game: string, seats = 2) => ({ game, seats, private: true, bots: "learner" });

/** Presses near the left edge of the board, lets go outside the window, and comes back into the middle. */
async function comesBackWithoutAButton({ page }: Person, board: string): Promise<void> {
  const box = await page.locator(board).first().boundingBox();
  if (!box) throw new Error("The board is there.");
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(box.x + 4, middle.y);
  await page.mouse.down();
  await page.mouse.move(-40, middle.y);
  // Nobody tells the page that the button went up out there.
  await page
    .locator(board)
    .first()
    .evaluate((element) => {
      addEventListener("pointerup", (event) => event.stopImmediatePropagation(), {
        capture: true,
        once: true,
      });
      return element.tagName;
    });
  await page.mouse.up();
  await page.mouse.move(middle.x - 60, middle.y);
  await page.mouse.move(middle.x + 60, middle.y + 30);
}

test("quintazone does not pan", async () => {
  const ada = await tonight.guest("Ada");
  await opens(ada, withBots("quintazone"));
  const world = ada.page.locator(".stage .world");
  await world.waitFor({ state: "attached" });
  const at = () => world.evaluate((element: HTMLElement) => element.style.transform);
  await comesBackWithoutAButton(ada, ".stage");
  const before = await at();
  const box = await ada.page.locator(".stage").boundingBox();
  await ada.page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 200);
  await ada.page.mouse.move((box?.x ?? 0) + 260, (box?.y ?? 0) + 230);
  expect(await at()).toBe(before);
});

test("quadri does not point", async () => {
  const ada = await tonight.guest("Ada");
  await opens(ada, withBots("quadri", 3));
  const { page } = ada;
  await page.getByRole("button", { name: /^(Point at a shape|Montrer une forme)$/ }).click();
  await comesBackWithoutAButton(ada, "[data-testid=sheet]");
  expect(await page.locator("path.pointed").count()).toBe(0);
  // With the button down it does.
  await page.mouse.down();
  await page.mouse.move(0, 0);
  await page.locator("path.pointed").waitFor({ state: "attached" });
  await page.mouse.up();
});

test("pyramids does not turn a coaster", async () => {
  const ada = await tonight.guest("Ada");
  await opens(ada, withBots("pyramids"));
  await ada.page.locator("[data-cell=a1]").click();
  await ada.page.getByRole("button", { name: /^Small, a1$/i }).click();
  await ada.page.locator(".grid.turning").waitFor();
  const cell = await ada.page.locator("[data-cell=a2]").boundingBox();
  if (!cell) throw new Error("The cell is there.");
  const { page } = ada;
  await page.mouse.move(cell.x + cell.width / 2, cell.y + cell.height / 2);
  await page.mouse.down();
  await page.evaluate(() =>
    addEventListener("pointerup", (event) => event.stopImmediatePropagation(), { capture: true, once: true }),
  );
  await page.mouse.move(cell.x + cell.width / 2 + 30, cell.y - 20);
  await page.mouse.up();
  await page.mouse.move(cell.x + cell.width / 2 + 60, cell.y - 60);
  await page.mouse.move(cell.x + cell.width / 2 + 90, cell.y - 90);
  expect(await page.locator(".grid.turning").count()).toBe(1);
  // It is back where it lay, and in nobody's hand.
  expect(await page.getByRole("button", { name: /^(Put it down|Reposer)$/ }).count()).toBe(0);
});
