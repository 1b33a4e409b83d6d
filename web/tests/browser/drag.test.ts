/** What is held in a hand or a reserve is carried to the board, beside clicking and the keyboard. */
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { evening } from "./evening";
import { opensTable } from "./line";
import type { Habits, Person } from "./people";

const tonight = evening();
const PATIENT = { timeout: 30_000 };

async function sits(game: string, options: object, habits: Habits = {}): Promise<Person> {
  const person = await tonight.guest("Ada", habits);
  const table = await opensTable(person, { game, seats: 2, options, private: true, bots: "learner" });
  await person.goes(`/table/${table}`);
  await person.page.getByRole("group", { name: "Board" }).waitFor();
  return person;
}

/** Where it is once it stands still: a board that is looked at from nearer moves for a moment. */
async function middle(what: Locator): Promise<{ x: number; y: number }> {
  const element = await what.elementHandle();
  await element?.waitForElementState("stable");
  const box = await what.boundingBox();
  if (!box) throw new Error(`${what} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

type Spot = Awaited<ReturnType<typeof middle>>;
const far = (a: Spot, b: Spot) => Math.hypot(a.x - b.x, a.y - b.y);

/** Presses, takes it up, carries it to where the place then is, and lets go unless it is to be held. */
async function carries(page: Page, from: Locator, to: Locator, { hold = false } = {}): Promise<void> {
  const start = await middle(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x, start.y - 12, { steps: 2 });
  await page.locator(".carried").waitFor({ timeout: 5_000 });
  // A board that follows what is carried moves under the hand: it goes after the place.
  for (let end = await middle(to), before = start; far(end, before) > 1;) {
    await page.mouse.move(end.x, end.y, { steps: 4 });
    [before, end] = [end, await middle(to)];
  }
  if (!hold) await page.mouse.up();
}
const moves = (page: Page) => page.getByRole("list", { name: "Moves" }).getByRole("listitem");

test("pyramids: from the list of sizes, from the tray; beside the board and Escape take it back", async () => {
  const { page } = await sits("pyramids", {});
  const size = page.locator(".size[data-size=medium]");
  await size.waitFor();
  await carries(page, size, page.locator("[data-cell=b2]"), { hold: true });
  await page.keyboard.press("Escape");
  await page.locator(".carried").waitFor({ state: "detached" });
  await page.mouse.up();
  await carries(page, size, page.getByTestId("seat-1"));
  expect(await size.getAttribute("aria-pressed")).toBe("false");

  await carries(
    page,
    page.getByTestId("seat-0").locator(".stands[data-size=large]").first(),
    page.locator("[data-cell=c3]"),
  );
  await page.getByRole("button", { name: "Coaster A" }).waitFor();
  expect(await moves(page).first().textContent()).toMatch(/large on c3/);
  // A click is still a click.
  await page.getByRole("button", { name: "Coaster A" }).click();
  await page.locator("button.turn").first().click();
  await size.waitFor();
  await size.click();
  expect(await size.getAttribute("aria-pressed")).toBe("true");
});

test("pyramids on a phone: a finger carries it up from the sheet", async () => {
  const { page, context } = await sits("pyramids", {}, { phone: true });
  const size = page.locator(".size[data-size=small]");
  await size.waitFor();
  const [start, end] = [await middle(size), await middle(page.locator("[data-cell=d4]"))];
  const hand = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
    hand.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [start]);
  for (let i = 1; i <= 6; i++)
    await touch("touchMove", [
      { x: start.x + ((end.x - start.x) * i) / 6, y: start.y + ((end.y - start.y) * i) / 6 },
    ]);
  await touch("touchEnd", []);
  await page.getByRole("button", { name: "Coaster A" }).waitFor();
});

test("quintazone: a card to where it fits, a pyramid to a zone", async () => {
  const { page } = await sits("quintazone", {});
  const card = page.locator(".hand .card:not(.idle)").first();
  await card.waitFor();
  const laid = await moves(page).count();
  await carries(page, card, page.getByRole("button", { name: /your card fits here/ }).first());
  await expect.poll(() => moves(page).count(), PATIENT).toBeGreaterThan(laid);

  const size = page.locator("[data-size=small]");
  await size.waitFor();
  await carries(page, size, page.locator("[data-spot*=':']").first());
  await expect.poll(() => page.locator(".pieces > g").count(), PATIENT).toBeGreaterThan(0);
});

test("quadri: the card beside the sheet to a place on it", async () => {
  const { page } = await sits("quadri", {});
  const place = page.locator("[data-spot]").first();
  await place.waitFor();
  const lying = async () => (await page.getByTestId("sheet").textContent()) ?? "";
  const before = /Proof (\d+)/.exec(await lying())?.[1];
  const [start, end] = [await middle(page.locator(".choices .card")), await middle(place)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.locator(".ghost").waitFor();
  await page.mouse.up();
  await expect.poll(async () => /Proof (\d+)/.exec(await lying())?.[1], PATIENT).not.toBe(before);
});

test("quicksand: a card to the sand is played, back to the hand it is not", async () => {
  const { page } = await sits("quicksand", { practice: true });
  const card = page.locator(".hand .card.mine:not([data-card=joker])").first();
  await card.waitFor();
  const before = await moves(page).count();
  await carries(page, card, page.locator("[data-testid=card-3]:visible"), { hold: true });
  const back = await middle(card);
  await page.mouse.move(back.x, back.y);
  await page.mouse.up();
  expect(await moves(page).count()).toBe(before);
  await carries(page, card, page.getByTestId("timer-A"));
  await expect.poll(() => moves(page).count(), PATIENT).toBeGreaterThan(before);
});

test("thin ice: a tile of the draft to the sea", async () => {
  const { page } = await sits("thin-ice", { mode: "advanced", first: 0 });
  const tile = page.locator(".tiles button").first();
  await tile.waitFor();
  const before = await page.locator(".tiles button").count();
  await carries(page, tile, page.locator(".spots .ready").first());
  await expect.poll(() => page.locator(".tiles button").count(), PATIENT).toBeLessThan(before);
});
