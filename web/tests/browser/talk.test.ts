/** Talk: text is text, people can be muted, spectators stay apart, too fast and closed are said. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { evening } from "./evening";
import type { Habits } from "./people";
import { opens, opensTalk, says, seat, sits, starts } from "./together";

const tonight = evening();

/** A line of talk as it is written, not as it is spoken. */
const read = (page: Page, text: string) => page.getByText(text, { exact: true });

test("what is said is text, whoever says it can be muted, and those who watch stay apart", async () => {
  const host = await tonight.guest("Inès", { language: "en" });
  const guest = await tonight.guest("Noé", { language: "fr", phone: true });
  const watcher = await tonight.guest("Ada", { language: "en" });
  const path = await opens(host, { game: "quintazone", seats: 2 });
  await sits(guest, path, 1);
  await starts(host);
  await watcher.goes(path);

  const noise = "<img src=x onerror=alert(1)> <b>bold</b>";
  await says(host.page, noise);
  await opensTalk(guest.page);
  await read(guest.page, noise).waitFor();
  expect(await guest.page.locator("img[src=x]").count()).toBe(0);

  await opensTalk(watcher.page);
  await watcher.page.getByText("only others who watch can read").waitFor();
  await host.page.getByText("Those who watch talk among themselves").waitFor();
  await says(watcher.page, "Nice hand");
  await read(watcher.page, "Nice hand").waitFor();

  await host.page.getByRole("button", { name: "Silence those who watch" }).click();
  await watcher.page.getByText("The host has asked those who watch to be quiet").waitFor();
  expect(await watcher.page.getByRole("textbox").count()).toBe(0);
  await host.page.getByRole("button", { name: "Let those who watch talk again" }).click();
  await watcher.page.getByRole("textbox").waitFor();

  await guest.page.getByRole("button", { name: "Inès", exact: true }).click();
  await guest.findsThePageAccessible();
  await guest.page.getByRole("button", { name: "Ne plus lire Inès" }).click();
  await read(guest.page, noise).waitFor({ state: "detached" });
  await says(host.page, "Are you there?");
  await read(host.page, "Are you there?").waitFor();
  await guest.page.reload();
  await opensTalk(guest.page);
  await guest.page.getByText("Vous ne lisez plus Inès.").waitFor();
  expect(await read(guest.page, "Are you there?").count()).toBe(0);
  await guest.page.getByRole("button", { name: "Lire à nouveau Inès" }).click();
  await read(guest.page, "Are you there?").waitFor();
  expect(await guest.page.getByText("Nice hand").count()).toBe(0);
  expect([...host.complaints, ...guest.complaints, ...watcher.complaints]).toEqual([]);
});

test("who talks too fast is told so, and keeps the line", async () => {
  const host = await tonight.guest("Inès", { language: "fr" });
  await opens(host, { game: "pyramids", bots: "learner" });
  const refused = host.page.getByTestId("notice").getByText("Vous parlez trop vite.");
  const field = host.page.getByRole("textbox", { name: "Dites quelque chose…" });
  const talk = host.page.getByRole("list", { name: "Parler" });
  await opensTalk(host.page);
  // All at once: a slow machine would leave time between them.
  await field.evaluate((field: HTMLInputElement) => {
    for (let line = 0; line < 7; line++) {
      field.value = `Ligne ${line}`;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.form?.requestSubmit();
    }
  });
  await refused.waitFor();
  await talk.getByText("Ligne 5").waitFor();
  // What was not said is still there to be said.
  await expect.poll(() => field.inputValue()).toBe("Ligne 6");
  expect(await talk.getByText("Ligne 6").count()).toBe(0);
});

test("where the rules close talk, the page names the clause", async () => {
  const host = await tonight.guest("Inès", { language: "en" });
  await opens(host, { game: "quicksand", seats: 2, options: { level: 6, practice: true }, private: true });
  await seat(host.page, 1).getByRole("button", { name: "Put a bot" }).click();
  await starts(host);
  const talk = host.page.getByRole("region", { name: "Talk" });
  await talk.getByRole("link", { name: /^S-\d+$/ }).waitFor();
  expect(await talk.getByRole("textbox").count()).toBe(0);
});

test.each<[string, string, string, Habits]>([
  ["pyramids", "Nice jump!", "Well played!", { language: "en" }],
  ["quadri", "Belle forme\u202f!", "Bien joué\u202f!", { language: "fr", phone: true }],
  ["thin-ice", "Gare à l’ours\u202f!", "Un instant…", { language: "fr" }],
  ["quintazone", "What a zone!", "One moment…", { language: "en", phone: true }],
])("at a table of %s a few things are said with one tap", async (game, own, common, habits) => {
  const host = await tonight.guest("Inès", habits);
  await opens(host, { game, seats: 2, bots: "learner", private: true });
  await opensTalk(host.page);
  for (const phrase of [own, common]) {
    await host.page.getByTestId("phrases").getByRole("button", { name: phrase }).click();
    await host.page
      .getByRole("list", { name: /^(Talk|Parler)$/ })
      .getByText(phrase)
      .waitFor();
  }
  await host.findsThePageAccessible();
  await host.findsNothingCutOff();
  expect(host.complaints).toEqual([]);
});
