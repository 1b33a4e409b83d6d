/** Every page and board, in the light and at night, on a desktop and on a phone, as people find them. */
import { test } from "vitest";
import { evening } from "../browser/evening";
import { asks, finished, opensTable, playsOn } from "../browser/line";
import type { Person } from "../browser/people";
import { EYES, picture } from "./taking";

/** So many things have happened at the table when the picture is taken. */
const IN_MID_GAME = 24;
/** Where time runs by itself, bots take theirs. */
const IN_MID_SAND = 12;

// An analysis looks at each move for a moment only: the picture is of the page, not of the judge.
const tonight = evening("--analysis", "40");

/** A table with bots, at which this person has played a while without much thought and is to move. */
async function playAWhile(person: Person, game: string, seats: number, options: object) {
  const table = await opensTable(person, { game, seats, options, private: true, bots: "learner" });
  await person.goes("/healthz");
  await playsOn(person, table, game === "quicksand" ? IN_MID_SAND : IN_MID_GAME);
  await person.goes(`/table/${table}`);
  await person.page.getByRole("group", { name: /^(Board|Plateau)$/ }).waitFor();
}

test.each(EYES)("home%s", async (name, habits) => {
  const person = await tonight.person(habits);
  await person.goes("/");
  await person.page.getByTestId("box-pyramids").waitFor();
  await picture(person, `home${name}`);
});

test.each(EYES)("rules%s", async (name, habits) => {
  const person = await tonight.person(habits);
  await person.goes("/rules/pyramids");
  await person.page.locator("#P-10").waitFor();
  await picture(person, `rules${name}`);
});

test.each(EYES)("rules-of-all%s", async (name, habits) => {
  const person = await tonight.person(habits);
  await person.goes("/rules");
  await person.page.getByTestId("rules-quintazone").waitFor();
  await picture(person, `rules-of-all${name}`);
});

test.each(EYES)("my-games%s", async (name, habits) => {
  const person = await tonight.guest("Inès", habits);
  await finished(person, { game: "pyramids" });
  await opensTable(person, { game: "quadri", seats: 3, bots: "learner", private: true });
  await person.goes("/me");
  await person.page.getByTestId("my-game").nth(1).waitFor();
  await person.page.getByTestId("levels").waitFor();
  await picture(person, `my-games${name}`);
});

test.each(EYES)("new-table%s", async (name, habits) => {
  const person = await tonight.person(habits);
  await person.goes("/");
  const box = person.page.getByTestId("box-quicksand");
  await box.getByRole("button", { name: /Open a table|Ouvrir une table/ }).click();
  await person.page.getByRole("dialog").waitFor();
  await picture(person, `new-table${name}`);
});

test.each(EYES)("gathering%s", async (name, habits) => {
  const person = await tonight.guest("Inès", habits);
  const table = await opensTable(person, { game: "thin-ice", seats: 4, private: true });
  await person.goes("/healthz");
  await asks(person, table, [{ op: "bot", seat: 2, level: "champion" }]);
  await person.goes(`/table/${table}`);
  await person.page.getByTestId("seat-3").waitFor();
  await picture(person, `gathering${name}`);
});

test.each(EYES)("replay%s", async (name, habits) => {
  const person = await tonight.guest("Inès", habits);
  const table = await finished(person, { game: "quintazone", seats: 3 });
  await person.goes(`/replay/${table}?at=40&eyes=open`);
  await person.page.getByRole("slider").waitFor();
  await picture(person, `replay${name}`, "quintazone");
});

test.each(EYES)("log-file%s", async (name, habits) => {
  const person = await tonight.person(habits);
  await person.goes("/replay");
  await person.page.getByRole("heading", { level: 1 }).waitFor();
  await picture(person, `log-file${name}`);
});

test.each(EYES)("over%s", async (name, habits) => {
  const person = await tonight.guest("Inès", habits);
  const table = await finished(person, { game: "quintazone", seats: 3 });
  await person.goes(`/table/${table}`);
  await person.page.getByTestId("outcome").waitFor();
  await picture(person, `over${name}`, "quintazone");
});

test.each(EYES)("analysis%s", async (name, habits) => {
  const person = await tonight.guest("Inès", habits);
  const table = await finished(person, { game: "pyramids" });
  await person.goes(`/replay/${table}?at=20`);
  await person.page.getByRole("button", { name: /Analyse this game|Analyser cette partie/ }).click();
  await person.page.getByTestId("curve").waitFor({ timeout: 120_000 });
  await picture(person, `analysis${name}`, "pyramids");
});

test.each(EYES)("hints%s", async (name, habits) => {
  const person = await tonight.guest("Inès", habits);
  await playAWhile(person, "pyramids", 2, {});
  const { page } = person;
  await page.getByTestId("hints").getByRole("button").first().click();
  await page.getByTestId("hint").first().waitFor();
  await picture(person, `hints${name}`, "pyramids");
});

for (const game of ["pyramids", "quadri"]) {
  test.each(EYES)(`puzzle-${game}%s`, async (name, habits) => {
    const person = await tonight.person(habits);
    await person.goes(`/puzzles/${game}/0`);
    await person.page.getByRole("group", { name: /^(Board|Plateau)$/ }).waitFor();
    await picture(person, `puzzle-${game}${name}`, game);
  });
}

for (const game of ["pyramids", "quicksand", "quadri", "thin-ice", "quintazone"]) {
  test.each(EYES)(`learn-${game}%s`, async (name, habits) => {
    const person = await tonight.person(habits);
    await person.goes(`/learn/${game}`);
    await person.page.getByTestId("coach").waitFor();
    await picture(person, `learn-${game}${name}`, game);
  });
}

const TABLES: [string, number, object][] = [
  ["pyramids", 2, {}],
  ["quintazone", 3, {}],
  ["quadri", 3, {}],
  ["quicksand", 4, { level: 9, pace: "gentle" }],
  ["thin-ice", 4, { mode: "intermediate" }],
];

for (const [game, seats, options] of TABLES) {
  test.each(EYES)(`${game}%s`, async (name, habits) => {
    const person = await tonight.person(habits);
    await playAWhile(person, game, seats, options);
    await picture(person, `${game}${name}`, game);
  });
}
