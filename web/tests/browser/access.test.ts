import { describe, expect, test } from "vitest";
import { finished } from "./line";
import { evening } from "./evening";
import type { Habits, Person } from "./people";

const tonight = evening();

const GAMES = ["pyramids", "quadri", "quicksand", "quintazone", "thin-ice"];
const DAY: Habits = { language: "en" };
const NIGHT: Habits = { language: "fr", phone: true, dark: true };
const NARROW = { width: 320, height: 640 };
const SIDEWAYS = { width: 740, height: 360 };

/** A table of this game: gathering, or against bots. */
async function tableOf(person: Person, game: string, more: object = {}): Promise<string> {
  const options = game === "quicksand" ? { practice: true } : {};
  const answer = await person.context.request.post("/api/tables", {
    data: { game, private: true, options, ...more },
  });
  expect(answer.ok()).toBe(true);
  return `/table/${((await answer.json()) as { id: string }).id}`;
}

const inPlay = (person: Person) => person.page.locator("main .board").first().waitFor();

/** Nobody is shut out, and nothing sticks out. */
async function isFine(person: Person): Promise<void> {
  await person.findsThePageAccessible();
  await person.findsNothingCutOff();
}

describe.each([
  ["desktop, English, day", DAY],
  ["phone, French, night", NIGHT],
])("%s", (_, habits) => {
  test("home, its dialogues, and the rules", async () => {
    const person = await tonight.person(habits);
    const { page } = person;
    await person.goes("/");
    await page.getByTestId("box-pyramids").waitFor();
    await isFine(person);
    await page
      .getByRole("button", { name: /Choose a name|Choisir un nom/ })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
    await isFine(person);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /(Open a table|Ouvrir une table) ?, Quadri/ }).click();
    await page.getByText("Options", { exact: true }).click();
    await isFine(person);
    await person.goes("/rules/thin-ice");
    await page.locator("#T-1").waitFor();
    await isFine(person);
    await person.goes("/rules");
    await page.getByRole("searchbox").waitFor();
    await isFine(person);
    await person.goes("/nowhere");
    await page.getByRole("heading").first().waitFor();
    await isFine(person);
  });

  test("my games and a game watched again", async () => {
    const person = await tonight.guest("Inès", habits);
    const { page } = person;
    const id = await finished(person, { game: "thin-ice" });
    await person.goes("/me");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await isFine(person);
    await person.goes("/replay");
    await page.getByRole("heading").first().waitFor();
    await isFine(person);
    await person.goes(`/replay/${id}?at=3`);
    await inPlay(person);
    await isFine(person);
    // The board is told there too; there is nothing to choose.
    await page.keyboard.press("l");
    await page.keyboard.press("v");
    await page.getByTestId("board-in-words").waitFor();
    expect(await page.getByRole("listbox").count()).toBe(0);
    expect(person.complaints).toEqual([]);
  });

  test.each(GAMES)("the lesson of %s", async (game) => {
    const person = await tonight.person(habits);
    await person.goes(`/learn/${game}`);
    await inPlay(person);
    await isFine(person);
    expect(person.complaints).toEqual([]);
  });

  test("a table that gathers, and the keys", async () => {
    const person = await tonight.guest("Inès", habits);
    const { page } = person;
    await person.goes(await tableOf(person, "quadri"));
    await page.getByTestId("seat-0").waitFor();
    await isFine(person);
    await person.goes(await tableOf(person, "quadri", { bots: "easy" }));
    await inPlay(person);
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await isFine(person);
  });

  test.each(GAMES)("%s in play, all its choices, and the board in words", async (game) => {
    const person = await tonight.guest("Inès", habits);
    const { page } = person;
    await person.goes(await tableOf(person, game, { bots: "easy" }));
    await inPlay(person);
    await isFine(person);
    await page.keyboard.press("l");
    await page.getByRole("listbox").waitFor();
    await isFine(person);
    await page.keyboard.press("Escape");
    await page.keyboard.press("v");
    await page.getByTestId("board-in-words").waitFor();
    await isFine(person);
    expect(person.complaints).toEqual([]);
  });
});

test.each(GAMES)(
  "%s fits a phone of 320 pixels, one on its side, and text of twice the size",
  async (game) => {
    const person = await tonight.guest("Inès", { language: "fr", phone: true });
    const { page } = person;
    await person.goes(await tableOf(person, game, { bots: "easy" }));
    await inPlay(person);
    for (const size of [NARROW, SIDEWAYS]) {
      await page.setViewportSize(size);
      await person.findsNothingCutOff();
      // The board keeps enough room to be played on.
      const board = await page.locator("main .board").first().boundingBox();
      expect(Math.min(board?.width ?? 0, board?.height ?? 0)).toBeGreaterThan(180);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => localStorage.setItem("quintette.text", "200"));
    await page.reload();
    await inPlay(person);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    await person.findsNothingCutOff();
  },
);

test("home and rules fit 320 pixels with text of twice the size", async () => {
  const person = await tonight.person({ language: "fr", phone: true });
  const { page } = person;
  await page.setViewportSize(NARROW);
  await person.goes("/");
  await page.evaluate(() => localStorage.setItem("quintette.text", "200"));
  await page.reload();
  await page.getByTestId("box-pyramids").waitFor();
  await person.findsNothingCutOff();
  await person.goes("/rules/quadri");
  await page.locator("#Q-1").waitFor();
  await person.findsNothingCutOff();
});

test("letter keys can be turned off, and stay off", async () => {
  const person = await tonight.guest("Ada", DAY);
  const { page } = person;
  await person.goes(await tableOf(person, "pyramids", { bots: "easy" }));
  await inPlay(person);
  await page.keyboard.press("?");
  await page.getByRole("checkbox", { name: /Letter keys/ }).uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await inPlay(person);
  await page.keyboard.press("l");
  expect(await page.getByRole("listbox").count()).toBe(0);
  await page.getByRole("button", { name: /^All choices/ }).press("Enter");
  await page.getByRole("listbox").waitFor();
});
