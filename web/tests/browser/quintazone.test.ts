import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { evening } from "./evening";
import { opensTable, playsOn } from "./line";
import type { Habits, Person } from "./people";
import { seat } from "./together";

const tonight = evening();

/** So much has happened when two seats have laid about two thirds of their cards. */
const IN_MID_GAME = 80;

const ended = (page: Page) => page.getByTestId("outcome");
const heldCards = (page: Page) => page.locator(".hand .card");
const playable = (page: Page) => page.locator(".hand .card:not(.idle)");
const places = (page: Page) =>
  page.getByRole("button", { name: /your card fits here|votre carte convient ici/ });
const pass = (page: Page) => page.getByRole("button", { name: /^(Pass|Passer)/ });
const endTurn = (page: Page) => page.getByRole("button", { name: /^(End turn|Finir le tour)$/ });
const zones = (page: Page) => page.locator(".zones button");
const sizes = (page: Page) => page.locator("[data-size]:not([disabled])");
const standing = (page: Page) => page.locator(".pieces > g").count();
const laid = (page: Page) => page.locator(".laid > .card").count();

/** A table of this game with these options, opened without the dialogue. */
async function openTable(host: Person, wanted: object): Promise<string> {
  return `/table/${await opensTable(host, { game: "quintazone", ...wanted })}`;
}

/** Something on this page can be done now, or the game is over. */
async function myTurn(page: Page): Promise<boolean> {
  const anything = playable(page).or(pass(page)).or(endTurn(page)).or(ended(page)).first();
  await anything.waitFor({ timeout: 60_000 });
  return !(await ended(page).isVisible());
}

/** Does something, and waits until the table has heard of it. */
async function act(page: Page, what: () => Promise<void>): Promise<void> {
  const step = async () => Number(await page.locator(".stage").getAttribute("data-step"));
  const before = await step();
  await what();
  await expect.poll(step, { timeout: 30_000 }).toBeGreaterThan(before);
}

/** The largest pyramid on the best free zone. */
const placePyramid = (page: Page) =>
  act(page, async () => {
    await zones(page).first().click();
    await sizes(page).last().click();
  });

/** A place where the card fits; all of the table is shown (and painted) only where none is in sight. */
async function placeInSight(page: Page): Promise<Locator> {
  await places(page).first().waitFor();
  const seen = await places(page).evaluateAll((all) =>
    all.findIndex((place) => {
      const { left, top, width, height } = place.getBoundingClientRect();
      return place.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }),
  );
  if (seen >= 0) return places(page).nth(seen);
  await page.getByRole("button", { name: /^(Show the whole table|Montrer toute la table)$/ }).click();
  return places(page).first();
}

/** Lays the first card that fits, or passes. A finger taps the place, looks, and then confirms. */
const layCard = (page: Page, finger: boolean) =>
  act(page, async () => {
    if (await pass(page).isVisible()) return pass(page).click();
    await playable(page).first().click();
    const place = await placeInSight(page);
    if (!finger) return place.click();
    await place.tap();
    await page.getByRole("button", { name: /^(Lay it here|La poser ici)$/ }).click();
  });

/** What a turn asks next: the card and, every other time before it or after it, a pyramid. */
async function takeStep(page: Page, number: number, finger: boolean): Promise<void> {
  const mayPlace = (await zones(page).count()) > 0;
  if (await endTurn(page).isVisible()) {
    if (mayPlace && number % 2 === 0) await placePyramid(page);
    else await act(page, () => endTurn(page).click());
  } else if (mayPlace && number % 5 === 0) await placePyramid(page);
  else await layCard(page, finger);
}

/** Everybody on these pages plays until it is over. */
async function playToTheEnd(seats: { person: Person; finger: boolean }[]): Promise<void> {
  await Promise.all(
    seats.map(async ({ person: { page }, finger }) => {
      for (let step = 0; step < 150 && (await myTurn(page)); step++) await takeStep(page, step, finger);
      await ended(page).waitFor();
    }),
  );
}

/** The count adds up to the totals of the outcome. */
async function countsToTheTotals(page: Page): Promise<void> {
  const count = page.getByRole("region", { name: /^(The count|Le décompte)$/ });
  const again = count.getByRole("button", { name: /^(Count again|Recompter)$/ });
  const skip = count.getByRole("button", { name: /^(Skip|Passer)$/ });
  await skip.or(again).first().waitFor();
  if (await skip.isVisible()) await skip.click();
  await again.click();
  await count.getByRole("button", { name: "Pause" }).click();
  const totals = new Map<string, number>();
  const next = count.getByRole("button", { name: /^(Next|Suivant)$/ });
  while (await next.isVisible()) {
    const glyph = (await count.locator("svg path").first().getAttribute("fill")) ?? "";
    totals.set(glyph, Number(await count.getByTestId("counted").textContent()));
    await next.click();
  }
  const scores = await ended(page).locator(".ranks b").allTextContents();
  // The end is told in order of rank; the count goes round the table.
  const ranked = [...totals.values()].toSorted((a, b) => b - a);
  expect(ranked).toEqual(scores.map(Number));
}

describe("five seats", () => {
  test("two people and three bots play to the end, and the count shows every sum", async () => {
    const habits: [Habits, Habits] = [{ language: "en" }, { language: "fr", phone: true, dark: true }];
    const host = await tonight.guest("Inès", habits[0]);
    const guest = await tonight.guest("Noé", habits[1]);
    const path = await openTable(host, { seats: 5, private: true });
    await host.goes(path);
    await guest.goes(path);
    await seat(guest.page, 2).getByRole("button", { name: "S’asseoir" }).click();
    for (const n of [1, 3, 4]) await seat(host.page, n).getByRole("button", { name: /bot/i }).click();
    await host.page.getByRole("button", { name: "Start the game" }).click();
    await heldCards(host.page).first().waitFor();
    await heldCards(guest.page).first().waitFor();
    await host.findsThePageAccessible();
    await guest.findsNothingCutOff();

    await playToTheEnd([
      { person: host, finger: false },
      { person: guest, finger: true },
    ]);

    expect(await standing(host.page)).toBeGreaterThan(5);
    await countsToTheTotals(host.page);
    await countsToTheTotals(guest.page);
    await host.findsThePageAccessible();
    expect([...host.complaints, ...guest.complaints]).toEqual([]);
  });
});

describe("two seats, second deck", () => {
  test("one person and a bot play to the end", async () => {
    const person = await tonight.guest("Ada");
    const path = await openTable(person, {
      seats: 2,
      options: { deck: "second" },
      bots: "learner",
      private: true,
    });
    await person.goes(path);
    await heldCards(person.page).first().waitFor();
    // A few turns by hand, with all of the table in sight; the middle of the game goes by before the page's eyes; the end by
    // hand again.
    const whole = person.page.getByRole("button", { name: "Show the whole table" });
    for (let step = 0; step < 6 && (await myTurn(person.page)); step++) {
      await whole.click();
      await takeStep(person.page, step, false);
    }
    await playsOn(person, path.replace("/table/", ""), IN_MID_GAME);
    await playToTheEnd([{ person, finger: false }]);
    // 55 cards (Z-3), unless nobody could lay the last of them (Z-9).
    expect(await laid(person.page)).toBeGreaterThan(45);
    await countsToTheTotals(person.page);
    expect(person.complaints).toEqual([]);
  });

  test("the keyboard alone takes a card, turns it over, lays it and places a pyramid", async () => {
    const person = await tonight.guest("Ada");
    const path = await openTable(person, {
      seats: 2,
      options: { deck: "second", first: 0 },
      bots: "learner",
      private: true,
    });
    await person.goes(path);
    const { page } = person;
    await playable(page).first().focus();
    await page.keyboard.press("Enter");
    // The card is carried to a place where it fits.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toMatch(/your card fits here/);
    await page.keyboard.press("f");
    await page.keyboard.press("f");
    await page.keyboard.press("Enter");
    await expect.poll(() => laid(page)).toBe(2);
    await endTurn(page).waitFor();
    await zones(page).first().focus();
    await page.keyboard.press("Enter");
    await sizes(page).first().focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => standing(page)).toBeGreaterThan(0);
    expect(person.complaints).toEqual([]);
  });

  test("a place where no card fits shakes and says why", async () => {
    const person = await tonight.guest("Ada");
    const path = await openTable(person, { seats: 2, bots: "learner", private: true });
    await person.goes(path);
    const { page } = person;
    await playable(page).first().click();
    await page
      .getByRole("button", { name: /panel, column 0, row 0/ })
      .first()
      .click();
    await page.getByRole("link", { name: "Z-10" }).waitFor();
  });
});
