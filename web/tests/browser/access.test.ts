import { describe, expect, test } from "vitest";
import { finished } from "./line";
import { evening } from "./evening";
import type { Habits, Person } from "./people";

const tonight = evening();

/** All games, or those that whoever runs this names. */
const GAMES = process.env.QUINTETTE_GAMES?.split(",") ?? [
  "pyramids",
  "quadri",
  "quicksand",
  "quintazone",
  "thin-ice",
];
const DAY: Habits = { language: "en" };
const NIGHT: Habits = { language: "fr", phone: true, dark: true };
const NARROW = { width: 320, height: 640 };
const SIDEWAYS = { width: 740, height: 360 };
const SMALL = [NARROW, { width: 360, height: 640 }, { width: 375, height: 667 }, SIDEWAYS];
const DESK = { width: 1440, height: 900 };

/** A table of this game: gathering, or against bots. */
async function tableOf(person: Person, game: string, more: object = {}): Promise<string> {
  const options = game === "quicksand" ? { practice: true } : {};
  const answer = await person.context.request.post("/api/tables", {
    data: { game, private: true, options, ...more },
  });
  expect(answer.ok()).toBe(true);
  return `/table/${((await answer.json()) as { id: string }).id}`;
}

const board = (person: Person) => person.page.locator("main .board").first();
const inPlay = (person: Person) => board(person).waitFor();

/** The board can be played on, and everything beside it used, in windows of these sizes. */
async function fits(person: Person, sizes: { width: number; height: number }[]): Promise<void> {
  for (const size of sizes) {
    await person.page.setViewportSize(size);
    await person.page.locator(size.width < DESK.width ? "main.narrow" : "main.wide").waitFor();
    await person.findsNothingCutOff();
    const room = await board(person).boundingBox();
    expect(Math.min(room?.width ?? 0, room?.height ?? 0)).toBeGreaterThan(180);
    await person.reachesEverything();
  }
}

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
    await person.goes(await tableOf(person, "quadri", { bots: "learner" }));
    await inPlay(person);
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await isFine(person);
  });

  test.each(GAMES)("%s in play, all its choices, and the board in words", async (game) => {
    const person = await tonight.guest("Inès", habits);
    const { page } = person;
    await person.goes(await tableOf(person, game, { bots: "learner" }));
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
    await person.goes(await tableOf(person, game, { bots: "learner" }));
    await inPlay(person);
    await fits(person, SMALL);
    await person.readsLargeText(board(person));
    await fits(person, [NARROW, { width: 390, height: 844 }, SIDEWAYS, DESK]);
    await person.goes(`/learn/${game}`);
    await inPlay(person);
    await fits(person, [NARROW, SIDEWAYS]);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await inPlay(person);
    await fits(person, SMALL);
    await page.setViewportSize(NARROW);
    await page.getByRole("button", { name: "Continuer" }).tap();
    await page.getByRole("button", { name: "Un indice" }).waitFor();
    await fits(person, SMALL);
  },
);

test("on a phone the strip of seats shows me", async () => {
  const person = await tonight.guest("Inès", { language: "fr", phone: true });
  const { page } = person;
  await person.goes(await tableOf(person, "thin-ice", { seats: 4, bots: "learner" }));
  await inPlay(person);
  const me = await page.getByTestId("seat-0").boundingBox();
  expect(me?.x).toBeGreaterThan(0);
  expect((me?.x ?? 0) + (me?.width ?? 0)).toBeLessThanOrEqual(390);
});

test("on a small phone the end of a replay says who won, and a long line unfolds; its player fits one on its side", async () => {
  const person = await tonight.guest("Inès", { language: "fr", phone: true });
  const { page } = person;
  const id = await finished(person, { game: "thin-ice" });
  await person.goes(`/replay/${id}?at=9999`);
  await inPlay(person);
  await page.locator(".status .turn", { hasText: "gagne" }).waitFor();
  await fits(person, [...SMALL, { width: 568, height: 320 }]);
  await person.readsLargeText(board(person));
  await fits(person, [{ width: 390, height: 844 }, NARROW]);
  const happened = page.locator(".status").getByRole("button", { expanded: false });
  const folded = (await happened.boundingBox())?.height ?? 0;
  await happened.tap();
  const whole = page.locator(".status").getByRole("button", { expanded: true });
  expect((await whole.boundingBox())?.height).toBeGreaterThan(folded);
  await fits(person, [NARROW]);
});

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
  await person.goes(await tableOf(person, "pyramids", { bots: "learner" }));
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
