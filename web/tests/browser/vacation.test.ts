/** Somebody goes on vacation from My games, the others see it at the table, and they come back. */
import { expect, test } from "vitest";
import { evening } from "./evening";
import { opens, seat, sits, starts } from "./together";

const tonight = evening();
const A_DAY = 86_400_000;

/** So many days from today, as a field for dates has it, and where the browser is. */
const inDays = (days: number) => new Date(Date.now() + days * A_DAY).toLocaleDateString("sv-SE");
const inWords = (days: number, locale: string) =>
  new Date(Date.now() + days * A_DAY).toLocaleDateString(locale, { day: "numeric", month: "long" });

async function picture(page: { screenshot(options: { path: string }): Promise<unknown> }, name: string) {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
}

test("a vacation stops the clock, everybody sees it, and it ends early", async () => {
  const host = await tonight.guest("Inès", { language: "en" });
  const guest = await tonight.guest("Noé", { language: "fr", phone: true, dark: true });
  const terms = { time: { pace: { type: "turn", seconds: 86_400 }, up: "lost" } };
  const path = await opens(host, { game: "pyramids", seats: 2, terms, private: true });
  await sits(guest, path, 1);
  await starts(host);
  await guest.page.getByTestId("clock-0").and(guest.page.locator(".running")).waitFor();
  const besides = async () => (await seat(guest.page, 1).boundingBox())?.x ?? Infinity;
  const before = await besides();

  await host.goes("/me");
  const vacation = host.page.getByTestId("vacation");
  await vacation.getByText("30 days are left to you of 30 in 365 days.").waitFor();
  await vacation.getByText("A tournament waits for nobody").waitFor();
  // What cannot be is said in words.
  await vacation.getByRole("button", { name: "I am away" }).click();
  await vacation.getByRole("alert").getByText("Choose a date first").waitFor();
  const field = vacation.getByLabel("Away until the end of");
  expect([inDays(1), inDays(2)]).toContain(await field.getAttribute("min"));
  await field.fill(inDays(40));
  await vacation.getByRole("button", { name: "I am away" }).click();
  await vacation.getByRole("alert").getByText("Only 30 days are left to you of 30").waitFor();
  await host.findsThePageAccessible();
  await field.fill(inDays(5));
  await vacation.getByRole("button", { name: "I am away" }).click();
  await vacation.getByText(`You are away until ${inWords(5, "en-GB")}.`).waitFor();
  await vacation.getByText("24 days are left to you of 30").waitFor();
  expect(await vacation.getByRole("alert").count()).toBe(0);
  await host.page.getByTestId("time-left").getByText("6 days").waitFor();
  await host.findsThePageAccessible();
  await host.findsNothingCutOff();
  await vacation.scrollIntoViewIfNeeded();
  await picture(host.page, "vacation-me-desk");

  // The other sees it at the table, without a reload.
  const french = `en vacances jusqu’au ${inWords(5, "fr-FR")}`;
  await seat(guest.page, 0).getByText(french).waitFor();
  const clock = guest.page.getByTestId("clock-0");
  expect(await clock.getAttribute("aria-label")).toContain(french);
  expect(await clock.getAttribute("class")).not.toContain("running");
  await guest.findsThePageAccessible();
  await guest.findsNothingCutOff();
  const strip = guest.page.locator(".strip");
  expect(await strip.evaluate((seats) => seats.scrollWidth - seats.clientWidth)).toBe(0);
  await picture(guest.page, "vacation-table-phone");
  expect(await besides(), "the others keep their place").toBeLessThanOrEqual(before + 1);
  await host.goes(path);
  await seat(host.page, 0)
    .getByText(`away until ${inWords(5, "en-GB")}`)
    .waitFor();
  await host.findsThePageAccessible();
  await host.findsNothingCutOff();
  await picture(host.page, "vacation-table-desk");

  // The phone's own page, in French and in the dark.
  await guest.goes("/me");
  const vacances = guest.page.getByTestId("vacation");
  await vacances.getByLabel("En vacances jusqu’à la fin du").fill(inDays(2));
  await vacances.getByRole("button", { name: "Je pars" }).click();
  await vacances.getByText(`Vous êtes en vacances jusqu’au ${inWords(2, "fr-FR")}.`).waitFor();
  await guest.findsThePageAccessible();
  await guest.findsNothingCutOff();
  await vacances.scrollIntoViewIfNeeded();
  await picture(guest.page, "vacation-me-phone");
  await vacances.getByRole("button", { name: "Je suis de retour" }).click();
  await vacances.getByText("Il vous reste 29 jours sur 30 en 365 jours.").waitFor();

  // Whoever is back has the time they had.
  await guest.goes(path);
  await seat(guest.page, 0).getByText(french).waitFor();
  await host.goes("/me");
  await host.page.getByTestId("vacation").getByRole("button", { name: "I am back" }).click();
  await host.page.getByTestId("vacation").getByText("29 days are left to you").waitFor();
  await guest.page.getByTestId("clock-0").and(guest.page.locator(".running")).waitFor();
  expect(await seat(guest.page, 0).getByText(french).count()).toBe(0);
  await host.page.getByTestId("time-left").getByText("23 hours").waitFor();
  await guest.goes("/me");
  await vacances.waitFor();
  await guest.fitsTheSmallestPhone(vacances);
  expect([...host.complaints, ...guest.complaints]).toEqual([]);
});
