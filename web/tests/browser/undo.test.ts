/** Taking back by agreement. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { evening } from "./evening";
import type { Habits } from "./people";
import { opens, plays, questions, sits, starts } from "./together";

const tonight = evening();

const takeBack = (page: Page) => page.getByRole("button", { name: /^(Take back|Reprendre le coup)$/ });
const moves = (page: Page) => page.getByRole("list", { name: /^(Moves|Coups)$/ }).getByRole("listitem");
const coaster = (page: Page) => page.getByRole("button", { name: /^(Coaster|Dalle) A/ });

async function places(page: Page, cell: string) {
  await page.locator(".size:not([disabled])").first().click();
  await page.locator(`[data-cell=${cell}]`).click();
  await coaster(page).waitFor();
}

test("the others agree, or not; what was taken back can be played otherwise", async () => {
  const host = await tonight.guest("Inès", { language: "en" });
  const guest = await tonight.guest("Noé", { language: "fr", phone: true });
  const path = await opens(host, { game: "pyramids" });
  await sits(guest, path, 1);
  await starts(host);
  await places(host.page, "c3");
  expect(await takeBack(guest.page).count()).toBe(0);

  await takeBack(host.page).click();
  await questions(host.page).getByText("Waiting for Noé to agree.").waitFor();
  await questions(guest.page).getByText("Inès aimerait reprendre son dernier coup.").waitFor();
  await guest.findsThePageAccessible();
  await guest.findsNothingCutOff();
  await questions(guest.page).getByRole("button", { name: "Non" }).click();
  await host.page.getByTestId("notice").getByText("The others would rather leave it as it is.").waitFor();
  expect(await coaster(host.page).isVisible()).toBe(true);

  await takeBack(host.page).click();
  await questions(guest.page).getByRole("button", { name: "D’accord" }).click();
  await host.page.getByText("You took back your last move.").first().waitFor();
  await guest.page.getByText("Inès a repris son dernier coup.").first().waitFor();
  await coaster(host.page).waitFor({ state: "detached" });
  expect(await moves(host.page).count()).toBe(0);
  await places(host.page, "d4");
  await expect.poll(() => moves(host.page).first().textContent()).toMatch(/d4/);
  expect([...host.complaints, ...guest.complaints]).toEqual([]);
});

test("bots do not mind: on a phone, in French, at once", async () => {
  const host = await tonight.guest("Inès", { language: "fr", phone: true });
  await opens(host, { game: "pyramids", bots: "learner" });
  await places(host.page, "c3");
  await takeBack(host.page).click();
  await host.page.getByText("Vous avez repris votre dernier coup.").first().waitFor();
  await places(host.page, "c3");
});

test("what taught somebody something stays, and the page says why", async () => {
  const host = await tonight.guest("Inès", { language: "en" });
  const path = await opens(host, { game: "quadri", seats: 2, bots: "learner" });
  await plays(host, path, "@");
  await takeBack(host.page).click();
  await host.page
    .getByTestId("notice")
    .getByText(/chance decided/)
    .waitFor();
});

// Who begins is not left to chance: what is drawn after the last pawn is put could not be taken back.
test.each<[string, Record<string, unknown>, string, Habits]>([
  ["thin ice", { game: "thin-ice", seats: 2, options: { first: 0 } }, "put ", { language: "en" }],
  [
    "quintazone",
    { game: "quintazone", seats: 2, options: { first: 0 } },
    "S^",
    { language: "fr", phone: true },
  ],
])("the board of %s is again as it was", async (_, table, first, habits) => {
  const host = await tonight.guest("Inès", habits);
  const path = await opens(host, { ...table, bots: "learner" });
  await plays(host, path, first);
  await takeBack(host.page).click();
  await host.page
    .getByText(/You took back|Vous avez repris/)
    .first()
    .waitFor();
  await takeBack(host.page).waitFor({ state: "detached" });
  await plays(host, path, first);
  await takeBack(host.page).waitFor();
  await host.findsThePageAccessible();
  expect(host.complaints).toEqual([]);
});
