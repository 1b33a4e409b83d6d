/** The rules at hand: all games, every clause, and from a refusal to its clause. */
import { expect, test } from "vitest";
import { evening } from "./evening";
import { asks, opensTable } from "./line";
import type { Habits } from "./people";

const tonight = evening();

const EYES: [string, Habits, { words: string; marked: string[]; none: RegExp }][] = [
  [
    "on a desktop, in English",
    { language: "en" },
    { words: "FALLS bear", marked: ["falls", "bear"], none: /No clause/ },
  ],
  [
    "on a phone, in French, at night",
    { language: "fr", phone: true, dark: true },
    { words: "RELEVE sablier", marked: ["relevé", "sablier"], none: /Aucune clause/ },
  ],
];

test.each(EYES)("every clause is found from one page: %s", async (_, habits, { words, marked, none }) => {
  const person = await tonight.person(habits);
  const { page } = person;
  await person.goes("/");
  await page.getByRole("link", { name: /^(Rules|Règles)$/ }).click();
  for (const game of ["quicksand", "pyramids", "quadri", "thin-ice", "quintazone"]) {
    await page.getByTestId(`rules-${game}`).waitFor();
  }
  await person.findsThePageAccessible();
  await person.findsNothingCutOff();

  // Words in any order, without accents or capitals.
  const search = page.getByRole("searchbox");
  const found = page.getByTestId("found-clause");
  await search.fill(words);
  await found.first().waitFor();
  for (const row of await found.all()) {
    const marks = (await row.locator("mark").allTextContents()).map((mark) => mark.toLowerCase());
    expect(marks.length).toBeGreaterThan(0);
  }
  const marks = (await found.locator("mark").allTextContents()).map((mark) => mark.toLowerCase());
  for (const word of marked) expect(marks).toContain(word);
  await person.findsThePageAccessible();
  await person.findsNothingCutOff();
  await search.fill("xyzzy");
  await page.getByText(none).waitFor();

  // A clause's id leads straight to it; the way back finds the search as it was.
  await search.fill("p10");
  await found.first().filter({ hasText: "P-10" }).click();
  await page.waitForURL("**/rules/pyramids#P-10");
  await page.locator("#P-10.pointed").waitFor();
  expect(await page.locator("#P-10").isVisible()).toBe(true);
  expect(await page.locator(".ruling").count()).toBeGreaterThan(0);
  await page.goBack();
  await found.first().filter({ hasText: "P-10" }).waitFor();
  expect(await search.inputValue()).toBe("p10");
  await person.fitsTheSmallestPhone(found.first());
  await search.fill("");
  await page.getByTestId("rules-quintazone").waitFor();
  await person.findsNothingCutOff();
  expect(person.complaints).toEqual([]);
});

test("on one game's page an id is found too, and an address leads to a clause that the search hides", async () => {
  const person = await tonight.person({ phone: true });
  const { page } = person;
  const place = (id: string) => page.locator(`#${id}`).evaluate((clause) => clause.getBoundingClientRect());
  // A clause higher than the window is read from its top.
  await person.goes("/rules/quicksand#S-9");
  await page.locator("#S-9.pointed").waitFor();
  await expect.poll(async () => (await place("S-9")).top).toBeLessThan(100);
  expect((await place("S-9")).top).toBeGreaterThanOrEqual(0);
  await page.getByRole("searchbox").fill("s12");
  await page.locator("#S-9").waitFor({ state: "detached" });
  expect(await page.locator(".clause").allTextContents()).toEqual([expect.stringContaining("S-12")]);
  await page.evaluate(() => (location.hash = "#S-1"));
  await page.locator("#S-1.pointed").waitFor();
  expect(await page.getByRole("searchbox").inputValue()).toBe("");
});

test.each<[string, Habits]>([
  ["on a desktop, in English", { language: "en" }],
  ["on a phone, in French", { language: "fr", phone: true }],
])("from a refusal it is one click to its clause: %s", async (_, habits) => {
  const person = await tonight.person(habits);
  const table = await opensTable(person, { game: "pyramids", private: true });
  await person.goes("/rules");
  await asks(person, table, [
    { op: "sit", seat: 1 },
    { op: "start" },
    { op: "play", seat: 0, action: "S@c3" },
    { op: "play", seat: 0, action: "D+90" },
    { op: "play", seat: 1, action: "S@f6" },
    { op: "play", seat: 1, action: "D+90" },
  ]);
  await person.goes(`/table/${table}`);
  await person.page.locator(".size:not([disabled])").first().click();
  await person.page.locator("[data-cell=c3]").click();
  const clause = person.page.getByTestId("notice").getByRole("link", { name: /^P-\d+$/ });
  const id = await clause.textContent();
  const [rules] = await Promise.all([person.context.waitForEvent("page"), clause.click()]);
  await rules.waitForURL(`**/rules/pyramids#${id}`);
  await rules.locator(`#${id}.pointed`).waitFor();
});
