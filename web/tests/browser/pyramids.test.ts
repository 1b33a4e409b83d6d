import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { evening } from "./evening";
import type { Habits, Person } from "./people";
import { seat } from "./together";

const tonight = evening();

const choices = (page: Page) =>
  page.getByRole("region", { name: /What you may do|Ce que vous pouvez faire/ });
const ended = (page: Page) => page.getByTestId("outcome");
const moves = (page: Page) => page.getByRole("list", { name: /^(Moves|Coups)$/ }).getByRole("listitem");
/** Enabled while it is my turn to place; gone while it is not. */
const sizes = (page: Page) => page.locator(".size:not([disabled])");
const landings = (page: Page) => page.locator("[data-cell].ready");

/** One whole turn by clicks: a capture where the page offers one, otherwise a placement; then a coaster. */
async function takeTurn(page: Page, coaster = "A", degrees = 90) {
  const capture = page.locator(".jumpers .jump", { hasText: "+" }).first();
  const anyJump = page.locator(".jumpers .jump").first();
  await sizes(page).or(anyJump).first().waitFor();
  if (await capture.isVisible()) {
    await capture.click();
    await page.locator(".jumps .jump").first().click();
  } else if ((await sizes(page).count()) > 0) {
    await sizes(page).last().click();
    await landings(page).first().click();
  } else {
    await anyJump.click();
    await page.locator(".jumps .jump").first().click();
  }
  const turn = page.getByRole("button", { name: new RegExp(`^(Coaster|Dalle) ${coaster}`) });
  await turn.or(ended(page)).first().waitFor();
  if (await ended(page).isVisible()) return;
  await turn.click();
  await page.locator(".turn", { hasText: `${degrees}°` }).click();
}

/** Opens a table from the shelf, in two clicks, and sits down on its first seat. */
async function openTable(page: Page) {
  await page.goto("/");
  await page
    .getByTestId("box-pyramids")
    .getByRole("button", { name: /Open a table|Ouvrir une table/ })
    .click();
  await page.getByRole("button", { name: /^(Open the table|Ouvrir la table)$/ }).click();
  await seat(page, 0)
    .getByRole("button", { name: /Stand up|Se lever/ })
    .waitFor();
}

/** Two people at one table, the first of whom opened it. */
async function sitDownTogether(habits: [Habits, Habits]): Promise<[Person, Person]> {
  const host = await tonight.guest("Inès", habits[0]);
  await openTable(host.page);
  const guest = await tonight.guest("Noé", habits[1]);
  await guest.goes(new URL(host.page.url()).pathname);
  await seat(guest.page, 1)
    .getByRole("button", { name: /Sit here|S’asseoir/ })
    .click();
  await host.page.getByRole("button", { name: /Start the game|Commencer/ }).click();
  await sizes(host.page).first().waitFor();
  return [host, guest];
}

describe("a game against the bot", () => {
  test.each<[string, Habits]>([
    ["on a desktop, in English", { language: "en" }],
    ["on a phone, in French, at night", { language: "fr", phone: true, dark: true }],
  ])("is started in one click and finished: %s", async (_, habits) => {
    const person = await tonight.person(habits);
    await person.goes("/");
    await person.page.getByTestId("box-pyramids").getByRole("button").first().click();
    await person.page.waitForURL("**/table/**");
    for (let turn = 0; turn < 120 && !(await ended(person.page).isVisible()); turn++) {
      const mine = sizes(person.page).or(person.page.locator(".jumpers .jump")).first();
      await mine.or(ended(person.page)).first().waitFor();
      if (await ended(person.page).isVisible()) break;
      await takeTurn(person.page, "ABCD"[turn % 4], [90, 180, 270][turn % 3]);
    }
    await ended(person.page).waitFor();
    expect(await ended(person.page).textContent()).toMatch(/[0-9a-f]{64}/);
    expect(person.complaints).toEqual([]);
    const log = await person.context.request.get(`/api/tables/${person.page.url().split("/").pop()}/log`);
    expect(await log.text()).toMatch(/^quintette log 1\ngame: pyramids\n/);
  });
});

test("two play, a third watches, one reloads, the server is killed: all of them go on", async () => {
  const [host, guest] = await sitDownTogether([{ language: "en" }, { language: "fr", phone: true }]);
  const watcher = await tonight.person({ language: "en" });
  await watcher.goes(new URL(host.page.url()).pathname);
  const everybody = [host, guest, watcher];
  const seen = (row: number) => Promise.all(everybody.map(({ page }) => movesSeen(page, row)));

  await takeTurn(host.page, "A");
  await takeTurn(guest.page, "B");
  await seen(2);
  expect(await choices(watcher.page).getByRole("button", { name: /Small/ }).count()).toBe(0);

  await guest.page.reload();
  await takeTurn(host.page, "C");
  await takeTurn(guest.page, "D");
  await seen(4);

  await tonight.house.kill();
  await tonight.house.start();
  await takeTurn(host.page, "B", 180);
  await takeTurn(guest.page, "C", 270);
  await seen(6);
  expect(everybody.flatMap(({ complaints }) => complaints)).toEqual([]);
});

/** The move list has this many rows: on a phone it is behind a tab. */
async function movesSeen(page: Page, rows: number) {
  const tab = page.getByRole("navigation").getByRole("button", { name: /Moves|Coups/ });
  if (await tab.isVisible()) await tab.click();
  await expect.poll(() => moves(page).count(), { timeout: 30_000 }).toBe(rows);
  if (await tab.isVisible()) await tab.click();
}

test("an illegal target says why not, and its clause leads to the rules", async () => {
  const [host, guest] = await sitDownTogether([{ language: "en" }, {}]);
  await sizes(host.page).first().click();
  await host.page.locator("[data-cell=c3]").click();
  await host.page.getByRole("button", { name: "Coaster D" }).click();
  await host.page.locator(".turn", { hasText: "90°" }).click();
  await takeTurn(guest.page, "D");
  await sizes(host.page).first().click();
  await host.page.locator("[data-cell=c3]").click();
  const why = host.page.getByTestId("notice").getByRole("link", { name: "P-3" });
  const [rules] = await Promise.all([host.context.waitForEvent("page"), why.click()]);
  await rules.waitForURL("**/rules/pyramids#P-3");
  await rules.locator("#P-3").waitFor();
});

test("a whole turn with the keyboard alone", async () => {
  const [host, guest] = await sitDownTogether([{ language: "en" }, {}]);
  await host.page.locator("[data-cell][tabindex='0']").focus();
  await host.page.keyboard.press("3");
  await host.page.keyboard.press("ArrowUp");
  await host.page.keyboard.press("Enter");
  await host.page.getByRole("button", { name: "Coaster A" }).waitFor();
  await host.page.keyboard.press("d");
  await host.page.keyboard.press("]");
  await host.page.keyboard.press("Enter");
  await sizes(guest.page).first().waitFor();
  expect(await moves(host.page).first().textContent()).toMatch(/large on [a-f][1-6] and turned D by 90°/);
});

test("a move chosen ahead while the other one plays is shown, can be taken back, and is played in its turn", async () => {
  const [host, guest] = await sitDownTogether([{ language: "en" }, { language: "fr" }]);
  const ahead = guest.page.getByTestId("ahead");
  await ahead.getByRole("button", { name: "Posez une grande pyramide" }).click();
  await guest.page.locator("[data-cell=e5]").click();
  await ahead.getByText("Ensuite : une grande en e5").waitFor();
  await ahead.getByRole("button", { name: "Annuler" }).click();
  await ahead.getByRole("button", { name: "Posez une petite pyramide" }).click();
  await guest.page.locator("[data-cell=e5]").click();
  await ahead.getByText("Ensuite : une petite en e5").waitFor();

  await takeTurn(host.page, "A");
  await guest.page.getByRole("button", { name: "Dalle A" }).waitFor();
  expect(await moves(host.page).last().textContent()).toMatch(/small on e5/);
});

test("one screen, two players: a hot seat goes round", async () => {
  const host = await tonight.guest("Ada");
  await openTable(host.page);
  await seat(host.page, 1)
    .getByRole("button", { name: /Share this screen/ })
    .click();
  await host.page.getByRole("button", { name: /Start the game/ }).click();
  await takeTurn(host.page, "A");
  await takeTurn(host.page, "B");
  await takeTurn(host.page, "C");
  await movesSeen(host.page, 3);
});

test.each<[string, Habits]>([
  ["desktop, English, day", { language: "en" }],
  ["phone, French, night", { language: "fr", phone: true, dark: true }],
])("home and table shut nobody out: %s", async (_, habits) => {
  const [host] = await sitDownTogether([habits, {}]);
  await takeTurn(host.page, "A");
  await host.findsThePageAccessible();
  await host.findsNothingCutOff();
  await host.goes("/");
  await host.page.getByTestId("box-pyramids").waitFor();
  await host.findsThePageAccessible();
  await host.findsNothingCutOff();
  await host.goes("/rules/pyramids");
  await host.page.locator("#P-20").waitFor();
  await host.findsThePageAccessible();
  await host.findsNothingCutOff();
});
