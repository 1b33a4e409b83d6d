/** Opening a table: each game's own description of its options, and what the rules do not allow. */
import { expect, test } from "vitest";
import { evening } from "./evening";
import type { Person } from "./people";

const tonight = evening();

const WORDS = {
  en: {
    open: "Open a table",
    options: "Options",
    openIt: "Open the table",
    seat: "Seat",
    team: "Team",
  },
  fr: {
    open: "Ouvrir une table",
    options: "Options",
    openIt: "Ouvrir la table",
    seat: "Place",
    team: "Équipe",
  },
};

/** Opens the dialog for Thin Ice with four seats and its options in sight. */
async function wantsThinIce({ page }: Person, words: (typeof WORDS)["en"]) {
  await page.goto("/");
  await page.getByRole("button", { name: words.open }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /Thin Ice|Glace/ }).check();
  await dialog.getByRole("radio", { name: "4", exact: true }).check();
  await dialog.getByText(words.options, { exact: true }).click();
  return dialog;
}

for (const [language, phone] of [
  ["en", false],
  ["fr", true],
] as const) {
  test(`teams are chosen seat by seat (${language}${phone ? ", phone" : ""})`, async () => {
    const words = WORDS[language];
    const host = await tonight.person({ language, phone });
    await host.isCalled("Ada");
    const dialog = await wantsThinIce(host, words);
    // A sentence on each, and nothing of it cut.
    expect(await dialog.locator("p[id$=-why]").count()).toBeGreaterThan(8);
    for (const seat of [0, 1, 2, 3]) {
      await dialog
        .getByLabel(`${words.seat} ${seat + 1}`, { exact: false })
        .selectOption({ label: `${words.team} ${(seat % 2) + 1}` });
    }
    await host.findsThePageAccessible();
    await host.findsNothingCutOff();
    await dialog.getByRole("button", { name: words.openIt }).click();
    await host.page.waitForURL(/\/table\//);
    await host.page.getByTestId("seat-3").waitFor();
    expect(host.complaints).toEqual([]);
  });

  test(`what cannot be combined is refused with its clause (${language}${phone ? ", phone" : ""})`, async () => {
    const words = WORDS[language];
    const host = await tonight.person({ language, phone });
    const dialog = await wantsThinIce(host, words);
    // One team alone, and two seats in none.
    for (const seat of [0, 1]) {
      await dialog
        .getByLabel(`${words.seat} ${seat + 1}`, { exact: false })
        .selectOption({ label: `${words.team} 1` });
    }
    await dialog.getByRole("button", { name: words.openIt }).click();
    const refusal = dialog.getByRole("alert");
    const clause = refusal.getByRole("link", { name: "T-47" });
    const [rules] = await Promise.all([host.context.waitForEvent("page"), clause.click()]);
    await rules.waitForURL(/\/rules\/thin-ice#T-47$/);
    await rules.locator("#T-47").waitFor();
    // What was chosen is still there.
    expect(await dialog.isVisible()).toBe(true);
  });
}

test("on the smallest phone, with text of twice the size, no option of any game is cut", async () => {
  const host = await tonight.person({ language: "fr", phone: true });
  await host.goes("/");
  await host.fitsTheSmallestPhone(host.page.getByRole("heading", { level: 1 }));
  const dialog = await wantsThinIce(host, WORDS.fr);
  for (const game of ["quicksand", "pyramids", "quadri", "quintazone", "thin-ice"]) {
    await dialog.locator(`input[value=${game}]`).check();
    const { shown, whole } = await dialog.evaluate((box) => ({
      shown: box.clientWidth,
      whole: box.scrollWidth,
    }));
    expect(whole, game).toBeLessThanOrEqual(shown);
  }
  await host.findsThePageAccessible();
});

test("a first seat that is no longer there is left to chance again", async () => {
  const host = await tonight.person({ language: "en" });
  const dialog = await wantsThinIce(host, WORDS.en);
  const first = dialog.getByLabel("First player");
  await first.selectOption({ label: "Seat 4" });
  await dialog.getByRole("radio", { name: "2", exact: true }).check();
  expect(await first.inputValue()).toBe("random");
  await dialog.getByRole("button", { name: WORDS.en.openIt }).click();
  await host.page.waitForURL(/\/table\//);
});
