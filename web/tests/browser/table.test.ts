/** Coming to a table, changing places, being away, leaving, playing again. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { encode } from "uqr";
import { evening } from "./evening";
import { playsOn } from "./line";
import type { Habits, Person } from "./people";
import { opens, questions, seat, sits, starts } from "./together";

const tonight = evening("--away", "0");

const ENGLISH: Habits = { language: "en" };
const PHONE: Habits = { language: "fr", phone: true };

/** Inès, who opened the table, at a desktop in English, and Noé with a phone in French. */
async function two(table: Record<string, unknown>): Promise<[Person, Person, string]> {
  const host = await tonight.guest("Inès", ENGLISH);
  const guest = await tonight.guest("Noé", PHONE);
  const path = await opens(host, table);
  await sits(guest, path, 1);
  return [host, guest, path];
}

const named = (page: Page, n: number, name: string | RegExp) =>
  seat(page, n).getByText(name).first().waitFor();

describe("before the game", () => {
  test("people move, change places, put bots of a level, and the host removes one", async () => {
    const [host, guest] = await two({ game: "thin-ice", seats: 3 });
    await seat(guest.page, 2).getByRole("button", { name: "Passer ici" }).click();
    await named(host.page, 2, "Noé");

    await seat(host.page, 1).getByRole("button", { name: "Put a bot" }).click();
    await seat(host.page, 1).getByRole("combobox").selectOption("champion");
    await named(guest.page, 1, "Blizzard");
    await seat(guest.page, 1)
      .getByRole("button", { name: /Changer de place/ })
      .click();
    await named(host.page, 1, "Noé");

    const ask = seat(guest.page, 0).getByRole("button", { name: "Changer de place avec Inès" });
    await ask.click();
    await questions(guest.page).getByText("Vous proposez à Inès de changer de place.").waitFor();
    await questions(host.page).getByText("Noé would like to change places with you.").waitFor();
    await host.findsThePageAccessible();
    await guest.findsThePageAccessible();
    await guest.findsNothingCutOff();
    await questions(host.page).getByRole("button", { name: "No", exact: true }).click();
    await guest.page.getByTestId("notice").getByText("Les autres préfèrent en rester là.").waitFor();
    await ask.click();
    await questions(host.page).getByRole("button", { name: "Agree" }).click();
    await named(guest.page, 0, "Noé");
    await named(host.page, 1, "Inès");

    await seat(host.page, 0).getByRole("button", { name: "Remove Noé" }).click();
    const dialog = host.page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Remove Noé?" }).waitFor();
    await dialog.getByRole("button", { name: "Remove Noé" }).click();
    await questions(guest.page)
      .getByText(/L’hôte vous a retiré de cette table/)
      .waitFor();
    await seat(host.page, 0).getByRole("button", { name: "Move here" }).waitFor();
    expect(await guest.page.getByRole("button", { name: "S’asseoir ici" }).count()).toBe(0);
    expect([...host.complaints, ...guest.complaints]).toEqual([]);
  });

  test.each<[string, Habits, string]>([
    ["on a desktop, in English", ENGLISH, "Show a QR code"],
    ["on a phone, in French, at night", { ...PHONE, dark: true }, "Montrer un code QR"],
  ])("the link is shown as a QR code %s", async (_, habits, label) => {
    const host = await tonight.guest("Inès", habits);
    const path = await opens(host, { game: "pyramids" });
    await host.page.getByRole("button", { name: label }).click();
    const drawn = await host.page.getByTestId("qr-code").locator("path").getAttribute("d");
    const { data } = encode(`${tonight.house.address}${path}`, { ecc: "M", border: 4 });
    const dark = data.flatMap((row, y) => row.flatMap((is, x) => (is ? [`${x} ${y}`] : [])));
    expect(drawn?.match(/M(\d+ \d+)/g)?.map((at) => at.slice(1))).toEqual(dark);
    await host.findsThePageAccessible();
    await host.findsNothingCutOff();
  });
});

describe("coming and going", () => {
  test("a bot plays for whoever stays away, and their seat is theirs when they are back", async () => {
    const [host, guest, path] = await two({ game: "pyramids" });
    await starts(host);
    await guest.goes("about:blank");
    await questions(host.page).getByText("Noé has been away for a while.").waitFor();
    await host.findsThePageAccessible();
    await questions(host.page).getByRole("button", { name: "Let a bot play" }).click();
    await named(host.page, 1, "bot, for Noé");
    await guest.goes(path);
    await seat(guest.page, 1).getByText("Vous", { exact: false }).first().waitFor();
    await named(host.page, 1, "Noé");
    await questions(host.page).getByText("away").waitFor({ state: "detached" });
  });

  test("leaving asks once, and a seat left to a bot can be taken back", async () => {
    const [host, guest, path] = await two({ game: "pyramids" });
    // As from the list of open tables, so that there is something to go back to.
    await guest.goes("/");
    await guest.page
      .getByRole("link", { name: /^Reprendre/ })
      .first()
      .click();
    await starts(host);
    await guest.page.getByRole("heading", { name: "Prenez place" }).waitFor({ state: "detached" });
    const home = guest.page.getByRole("link", { name: /Accueil/ });
    await home.click();
    const dialog = guest.page.getByRole("dialog", { name: "Quitter la partie ?" });
    await guest.findsThePageAccessible();
    await dialog.getByRole("button", { name: "Rester" }).click();
    await guest.page.evaluate(() => history.back());
    await dialog.getByRole("button", { name: "Rester" }).click();
    expect(new URL(guest.page.url()).pathname).toBe(path);
    await seat(guest.page, 1).getByText("Vous", { exact: false }).first().waitFor();
    await home.click();
    await dialog.getByRole("button", { name: "Partir, laisser jouer un bot" }).click();
    await guest.page.waitForURL(`${tonight.house.address}/`);
    await named(host.page, 1, "bot, for Noé");
    await guest.goes(path);
    await questions(guest.page).getByRole("button", { name: "Reprendre votre place" }).click();
    await named(host.page, 1, "Noé");
  });

  test("during the game the host removes somebody, and a bot plays on", async () => {
    const [host, guest] = await two({ game: "pyramids" });
    await starts(host);
    await host.page.getByRole("button", { name: "Remove somebody" }).click();
    const dialog = host.page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await dialog.getByRole("button", { name: "Remove Noé" }).click();
    await questions(guest.page)
      .getByText(/L’hôte vous a retiré/)
      .waitFor();
    await named(host.page, 1, "Carver");
  });

  test("two pages of one person are both live", async () => {
    const [host, guest, path] = await two({ game: "pyramids" });
    await starts(host);
    const second = await host.context.newPage();
    await second.goto(path);
    const small = (page: Page) => page.locator(".size:not([disabled])").first();
    await small(second).click();
    await second.locator("[data-cell=c3]").click();
    await host.page.getByRole("button", { name: /^Coaster A/ }).click();
    await host.page.locator(".turn", { hasText: "90°" }).click();
    await small(guest.page).waitFor();
    await second.getByRole("listitem").filter({ hasText: "c3" }).waitFor();
  });
});

test("a rematch: one asks, the others come along, seats move on by one", async () => {
  const [host, guest, path] = await two({ game: "pyramids", private: true });
  await starts(host);
  const table = path.split("/").at(-1) ?? "";
  // Pages that draw nothing.
  await Promise.all([host, guest].map((person) => person.goes("/healthz")));
  await Promise.all([host, guest].map((person) => playsOn(person, table)));
  await Promise.all([host.goes(path), guest.goes(path)]);
  await guest.page.getByTestId("outcome").waitFor();
  await host.page.getByTestId("phrases").getByRole("button", { name: "Well played!" }).click();
  await guest.page.getByLabel("1 nouveau message").waitFor();
  await host.page.getByTestId("outcome").getByRole("button", { name: "Rematch" }).click();
  await host.page.waitForURL((url) => url.pathname !== path);
  await questions(guest.page).getByText("Inès veut une revanche.").waitFor();
  await guest.findsThePageAccessible();
  await guest.findsNothingCutOff();
  await questions(guest.page).getByRole("link", { name: "Rejoindre" }).click();
  await named(guest.page, 1, "Inès");
  await named(guest.page, 0, "Noé");
  expect(guest.page.url()).toBe(host.page.url());
  await starts(guest);
  await host.page.getByRole("heading", { name: /Take your seats/ }).waitFor({ state: "detached" });
  // A second click would have led to the same table: the old one remembers it.
  await guest.goes(path);
  await guest.page.getByTestId("outcome").getByRole("button", { name: "Revanche" }).click();
  await guest.page.waitForURL(host.page.url());
  expect([...host.complaints, ...guest.complaints]).toEqual([]);
});
