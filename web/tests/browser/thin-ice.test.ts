import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { evening } from "./evening";
import { opensTable } from "./line";
import type { Habits, Person } from "./people";
import { seat } from "./together";

const tonight = evening();

const ended = (page: Page) => page.getByTestId("outcome");
const cells = (page: Page) => page.locator("button[data-cell]");
const choices = (page: Page) =>
  page.getByRole("region", { name: /What you may do|Ce que vous pouvez faire/ });

/** A table of this game with these options, opened without the dialogue. */
async function openTable(host: Person, wanted: object): Promise<string> {
  return `/table/${await opensTable(host, { game: "thin-ice", private: true, ...wanted })}`;
}

async function sit(person: Person, path: string, n: number): Promise<void> {
  await person.goes(path);
  const stand = seat(person.page, n).getByRole("button", { name: /Stand up|Se lever/ });
  const here = seat(person.page, n).getByRole("button", { name: /Sit here|S’asseoir/ });
  await stand.or(here).first().waitFor();
  // Who opens a table sits on its first seat already.
  if (await here.isVisible()) await here.click();
  await stand.waitFor();
}

/** Clicks the first thing that the page offers; false: it offers nothing now. */
async function actOnce(page: Page): Promise<boolean> {
  const offered = [
    choices(page).locator(".targets button:enabled"),
    choices(page).getByRole("button", { name: /^(Pass|Passer)$/ }),
    choices(page).getByRole("button", { name: /^(Draw cards|Piochez)$/ }),
    page.locator("[data-target]"),
    page.locator("button[data-cell].ready"),
    choices(page).getByRole("button", { name: /^(Stay on|Rester sur|Wake|Réveiller)/ }),
    choices(page).getByRole("button", { name: /^(Roll|Lancer)$/ }),
    choices(page).locator("button:enabled", { hasText: /^(End turn|Finir le tour)$/ }),
  ];
  for (const [i, what] of offered.entries()) {
    const first = what.first();
    if ((await first.count()) === 0) continue;
    // A ring on the ice is only drawn: the cell below it is what can be clicked.
    const target =
      i === 3 ? await first.getAttribute("data-target", { timeout: 1_000 }).catch(() => null) : null;
    const button = i === 3 ? page.locator(`button[data-cell="${target}"]`) : first;
    // The table may have moved on between looking and clicking.
    return button.click({ timeout: 1_500 }).then(
      () => true,
      () => false,
    );
  }
  return false;
}

test("six seats, a built floe: two people and four bots play until one is left", async () => {
  const host = await tonight.guest("Nora", { language: "en" });
  const guest = await tonight.guest("Tomás", { language: "fr", phone: true });
  const path = await openTable(host, {
    seats: 6,
    options: { mode: "advanced", extension: "added", "reaction-seconds": 1 },
  });
  await sit(host, path, 0);
  await sit(guest, path, 1);
  for (const n of [2, 3, 4, 5])
    await seat(host.page, n)
      .getByRole("button", { name: /Seat a bot|Put a bot|bot/i })
      .last()
      .click();
  await host.page.getByRole("button", { name: /Start the game/ }).click();
  await cells(host.page).first().waitFor();
  // Both sides of my own tiles are there to look at.
  await host.page.getByRole("group", { name: "Your tiles, both sides" }).first().waitFor();

  const pages = [host.page, guest.page];
  while (!(await ended(host.page).isVisible())) {
    const acted = [];
    for (const page of pages) acted.push(await actOnce(page));
    // Nothing to do: wait until the table changes.
    if (!acted.includes(true)) await host.page.waitForTimeout(60);
  }
  await ended(guest.page).waitFor();
  expect(await ended(host.page).textContent()).toMatch(/T-31|T-48/);
  expect([...host.complaints, ...guest.complaints]).toEqual([]);
  const log = await host.context.request.get(`/api${path.replace("table", "tables")}/log`);
  expect(await log.text()).toMatch(/^quintette log 1\ngame: thin-ice\n/);
}, 180_000);

/** Somebody alone with a bot, first to put a pawn. */
async function startWithABot(habits: Habits, options: object = {}): Promise<Person> {
  const host = await tonight.guest("Inès", habits);
  await host.goes(await openTable(host, { seats: 2, options: { first: 0, ...options }, bots: "learner" }));
  await cells(host.page).first().waitFor();
  return host;
}

test("an impossible place says why not, and its clause leads to the rules", async () => {
  const host = await startWithABot({ language: "en" });
  await host.page.locator('[data-cell="b2"]').click();
  const why = host.page.getByTestId("notice").getByRole("link", { name: "T-8" });
  const [rules] = await Promise.all([host.context.waitForEvent("page"), why.click()]);
  await rules.waitForURL("**/rules/thin-ice#T-8");
  await rules.locator("#T-8").waitFor();
});

test("a pawn is put and moved with the keyboard alone", async () => {
  const host = await startWithABot({ language: "en" });
  const { keyboard } = host.page;
  await host.page.locator('[data-cell][tabindex="0"]').focus();
  await keyboard.press("ArrowLeft");
  await keyboard.press("Enter");
  const mine = host.page.locator('[data-pawn="0"]');
  await mine.waitFor({ state: "attached" });
  await choices(host.page)
    .getByRole("button", { name: /^Move your pawn/ })
    .waitFor();
  await keyboard.press("p");
  await keyboard.press("ArrowLeft");
  await keyboard.press("Enter");
  await choices(host.page).getByText("Pawn moved").waitFor();
});

test.each<[string, Habits]>([
  ["desktop, English, day", { language: "en" }],
  ["phone, French, night", { language: "fr", phone: true, dark: true }],
])("the table and its rules shut nobody out: %s", async (_, habits) => {
  const host = await startWithABot(habits, { mode: "intermediate" });
  await actOnce(host.page);
  await choices(host.page)
    .getByRole("button", { name: /^(Roll|Lancer)$/ })
    .waitFor({ timeout: 30_000 });
  await host.findsThePageAccessible();
  await host.findsNothingCutOff();
  await host.goes("/rules/thin-ice");
  await host.page.locator("#T-57").waitFor();
  await host.findsThePageAccessible();
  await host.findsNothingCutOff();
});
