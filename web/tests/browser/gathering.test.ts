/** What people see, say and send before the game begins. */
import { expect, test } from "vitest";
import type { Bots } from "../../src/games/bots";
import { evening } from "./evening";
import { opens, says, sits, starts } from "./together";

const tonight = evening();

test("options are read before one sits down, talk is open, and the link stays until the end", async () => {
  const host = await tonight.guest("Inès", { language: "en" });
  const guest = await tonight.guest("Noé", { language: "fr", phone: true });
  const path = await opens(host, {
    game: "thin-ice",
    seats: 2,
    options: { mode: "intermediate", harsh: true },
    private: true,
  });
  await guest.goes(path);
  const options = guest.page.getByTestId("options");
  await options.getByText("Intermédiaire").waitFor();
  expect(await options.getByRole("definition").allTextContents()).toEqual(["Intermédiaire", "oui"]);
  expect(await host.page.getByTestId("options").getByRole("term").allTextContents()).toEqual([
    "Mode",
    "Harsh",
  ]);

  await says(guest.page, "On commence\u202f?");
  await host.page.getByText("On commence\u202f?", { exact: true }).waitFor();
  await host.page.getByRole("button", { name: "One moment…" }).click();
  await guest.page.getByText("One moment…", { exact: true }).waitFor();

  const link = `${tonight.house.address}${path}`;
  const field = /Link to this table|Lien vers cette table/;
  await sits(guest, path, 1);
  await guest.page.getByRole("heading", { name: "Inviter à regarder" }).waitFor();
  expect(await guest.page.getByRole("textbox", { name: field }).inputValue()).toBe(link);
  for (const person of [host, guest]) {
    await person.findsThePageAccessible();
    await person.findsNothingCutOff();
  }

  await starts(host);
  await host.page.getByRole("button", { name: "Invite" }).click();
  await guest.page.getByRole("button", { name: "Plus", exact: true }).click();
  await guest.page.getByRole("button", { name: "Inviter" }).click();
  for (const person of [host, guest]) {
    const dialog = person.page.getByRole("dialog", { name: /^(Invite|Inviter)$/ });
    expect(await dialog.getByRole("textbox", { name: field }).inputValue()).toBe(link);
    expect(await dialog.getByRole("definition").count()).toBe(2);
    await dialog.getByRole("button", { name: /QR/ }).click();
    await dialog.getByTestId("qr-code").waitFor();
    await person.findsThePageAccessible();
  }
  expect([...host.complaints, ...guest.complaints]).toEqual([]);
});

test("a table with nothing special says so", async () => {
  const host = await tonight.guest("Inès", { language: "fr" });
  await opens(host, { game: "pyramids", private: true });
  await host.page.getByTestId("options").getByText("Avec les options habituelles.").waitFor();
});

test("the host changes the options before the start, and the others see who changed what", async () => {
  const host = await tonight.guest("Inès", { language: "en" });
  const guest = await tonight.guest("Noé", { language: "fr", phone: true });
  const path = await opens(host, { game: "thin-ice", seats: 2, private: true });
  await sits(guest, path, 1);
  expect(await guest.page.getByRole("button", { name: "Changer les options" }).count()).toBe(0);
  await host.page.getByRole("button", { name: "Change the options" }).click();
  const dialog = host.page.getByRole("dialog", { name: "Change the options" });
  await dialog.getByText("Advanced", { exact: true }).click();
  await host.findsThePageAccessible();
  await dialog.getByRole("button", { name: "Play with these" }).click();
  await dialog.waitFor({ state: "hidden" });
  await guest.page.getByText("Inès a changé\u202f: Mode.").waitFor();
  expect(await guest.page.getByTestId("options").getByRole("definition").allTextContents()).toEqual([
    "Avancé",
  ]);
  await guest.findsNothingCutOff();
  await starts(host);
  await guest.page.locator(".tiles button:visible").first().waitFor();
});

test("what a bot's manner is stands on one line of its seat card, whichever bot, in both languages", async () => {
  const named = import.meta.glob<{ default: Bots }>("../../src/games/*/bots.ts", { eager: true });
  const manners = Object.values(named).flatMap(({ default: bots }) =>
    Object.values(bots).flatMap(({ manner }) => [manner.en, manner.fr]),
  );
  expect(manners.length).toBeGreaterThanOrEqual(50);
  const ada = await tonight.guest("Ada");
  await opens(ada, { game: "pyramids", seats: 2, private: true, bots: "learner" });
  const manner = ada.page.getByTestId("seat-1").locator(".name small:not(.rating)");
  await manner.waitFor();
  await ada.page.evaluate(() => document.fonts.ready);
  const wrapped = await manner.evaluate((shown, manners) => {
    const lines = (text: string) => {
      shown.textContent = text;
      const range = document.createRange();
      range.selectNodeContents(shown);
      return range.getClientRects().length;
    };
    return manners.filter((text) => lines(text) > 1);
  }, manners);
  expect(wrapped).toEqual([]);
});
