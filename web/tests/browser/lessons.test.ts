import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { evening } from "./evening";
import type { Habits } from "./people";

const tonight = evening();

interface Stage {
  say: { en: string; fr: string };
  hint?: { en: string; fr: string };
  wanted?: string[];
}

const stagesOf = (game: string): Stage[] => {
  const text = readFileSync(new URL(`../../../crates/${game}/lesson.json`, import.meta.url), "utf8");
  return (JSON.parse(text) as { scenes: { stages: Stage[] }[] }).scenes.flatMap(({ stages }) => stages);
};

const coach = (page: Page) => page.getByTestId("coach");
const goOn = (page: Page) => page.getByRole("button", { name: /^(Go on|Continuer)$/ });
const list = (page: Page) => page.getByRole("listbox");

/** What the coach says now, and how far the lesson is. */
async function hears(page: Page, stages: Stage[], n: number, language: "en" | "fr") {
  const step =
    language === "fr" ? `Étape ${n + 1} sur ${stages.length}` : `Step ${n + 1} of ${stages.length}`;
  await page.getByText(step, { exact: true }).waitFor();
  expect(await coach(page).innerText()).toContain(stages[n]!.say[language]);
}

/** Opens the list of everything that can be done, and there what the coach means, by keys or by taps. */
async function plays(page: Page, wanted: string[], keys: boolean) {
  if (!(await list(page).isVisible())) {
    if (keys) await page.keyboard.press("l");
    else await page.getByRole("button", { name: /^(Choices|Choix)$/ }).tap();
  }
  // It is still open after the move before, but the keyboard may have gone to the coach.
  await list(page).focus();
  const meant = page.locator(
    wanted
      .map((notation) =>
        notation.endsWith("*") ? `[data-action^="${notation.slice(0, -1)}"]` : `[data-action="${notation}"]`,
      )
      .join(", "),
  );
  const lines = list(page).getByRole("option");
  const pick = async (line: number) => {
    if (!keys) return lines.nth(line).tap();
    await page.keyboard.press("Home");
    for (let i = 0; i < line; i++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  };
  await lines.first().waitFor();
  const groups = await lines.evaluateAll((all) => all.map((line) => !line.hasAttribute("data-action")));
  for (const [i, isGroup] of groups.entries()) {
    if ((await meant.count()) > 0) break;
    if (!isGroup) continue;
    await pick(i);
    if ((await meant.count()) > 0) break;
    await page.keyboard.press("Escape");
  }
  const all = await lines.evaluateAll((them) => them.map((line) => line.getAttribute("data-action")));
  const first = await meant.first().getAttribute("data-action");
  await pick(all.indexOf(first));
}

async function goesOn(page: Page, keys: boolean) {
  if (!keys) return goOn(page).tap();
  await goOn(page).focus();
  await page.keyboard.press("Enter");
}

const WAYS: [string, Habits & { language: "en" | "fr" }, boolean][] = [
  ["with the keyboard, in English", { language: "en" }, true],
  ["on a phone, in French", { language: "fr", phone: true }, false],
];

describe.each(["pyramids", "quicksand", "quadri", "thin-ice", "quintazone"])("the lesson of %s", (game) => {
  test.each(WAYS)("is followed to its end %s", async (_, habits, keys) => {
    const stages = stagesOf(game);
    const person = await tonight.person(habits);
    const { page } = person;
    await person.goes("/");
    await page
      .getByTestId(`box-${game}`)
      .getByRole("link", { name: /Learn in five minutes|Apprendre en cinq minutes/ })
      .click();
    await page.waitForURL(`**/learn/${game}`);
    for (const [n, stage] of stages.entries()) {
      await hears(page, stages, n, habits.language);
      if (n === 0) {
        await person.findsThePageAccessible();
        // There is only to read: nothing else is asked for.
        expect(await page.getByText(/^(Claim|Annoncer|Put your pawn\.|Placez votre pion\.)/).count()).toBe(0);
      }
      if (n === stages.length - 1) break;
      if (stage.wanted) await plays(page, stage.wanted, keys);
      else await goesOn(page, keys);
    }
    await person.findsThePageAccessible();
    await person.findsNothingCutOff();
    // What was learnt is remembered on this device, and now comes the real thing.
    await page.reload();
    await hears(page, stages, stages.length - 1, habits.language);
    await page
      .getByRole("button", { name: /^(Play (against|with) bots|Jouer (contre|avec) des bots)$/ })
      .click();
    await page.waitForURL("**/table/**");
    expect(person.complaints).toEqual([]);
  });
});

test("who tries something else is told kindly, who breaks a rule is told the clause, and one can go back", async () => {
  const stages = stagesOf("pyramids");
  const person = await tonight.person({ language: "en" });
  const { page } = person;
  await person.goes("/learn/pyramids");
  await hears(page, stages, 0, "en");
  await goOn(page).click();
  await hears(page, stages, 1, "en");

  // Legal, but not what the coach means: a kind word and the hint; nothing is played.
  await page.locator(".size", { hasText: "Large" }).click();
  await page.locator("[data-cell='a1']").click();
  await page.getByTestId("notice").waitFor();
  expect(await page.getByTestId("notice").innerText()).toContain("try what the coach suggests");
  expect(await coach(page).innerText()).toContain(stages[1]!.hint!.en);
  await hears(page, stages, 1, "en");

  // What is meant, by clicks on the board.
  await page.locator(".size", { hasText: "Small" }).click();
  await page.locator("[data-cell='c3']").click();
  await hears(page, stages, 2, "en");
  await page.getByRole("button", { name: "Back a step" }).click();
  await hears(page, stages, 1, "en");

  // A clause that the coach names leads to it.
  const clause = coach(page).getByRole("link", { name: "P-4" });
  expect(await clause.getAttribute("href")).toBe("/rules/pyramids#P-4");
  // A refusal of the real referee, with its clause.
  const answer = await person.context.request.post("/api/lessons/pyramids", {
    data: { played: ["next"], try: "A+90" },
  });
  expect(await answer.json()).toMatchObject({ kept: 1, refusal: { clause: "P-4" } });
  expect(person.complaints).toEqual([]);
});

test("there is a door to the lesson in the rules and where a table is opened; an unknown game has none", async () => {
  const person = await tonight.person({ language: "fr", phone: true });
  const { page } = person;
  await person.goes("/rules/quadri");
  await page.getByRole("link", { name: "Apprendre en cinq minutes" }).click();
  await page.waitForURL("**/learn/quadri");
  await coach(page).waitFor();

  await person.goes("/");
  await page
    .getByTestId("box-thin-ice")
    .getByRole("button", { name: /Ouvrir une table/ })
    .click();
  await page.getByRole("link", { name: /Apprenez en cinq minutes/ }).click();
  await page.waitForURL("**/learn/thin-ice");
  await coach(page).waitFor();

  await person.goes("/learn/chess");
  await page.getByText("Il n’y a pas de leçon pour ce jeu.").waitFor();
  expect(person.complaints).toEqual([]);
});

test("where there is only something to read nobody waits for the learner, and a lesson is on no record", async () => {
  const person = await tonight.person({ language: "fr" });
  const { page } = person;
  await person.goes("/learn/quicksand");
  await goOn(page).waitFor();
  await page.keyboard.press("l");
  await list(page).getByText("Lisez, puis continuez").waitFor();
  expect(await page.getByText(/On attend/).count()).toBe(0);

  const stages = stagesOf("quicksand");
  const played = stages.slice(0, -1).map(({ wanted }) => wanted?.[0] ?? "next");
  await page.evaluate(
    (answers) => localStorage.setItem("quintette.lesson.quicksand", answers),
    JSON.stringify(played),
  );
  await page.reload();
  await hears(page, stages, stages.length - 1, "fr");
  await page.getByText("Invité et Ada gagnent").first().waitFor();
  expect(await page.getByTestId("traps").count()).toBe(0);
  expect(await page.getByText(/Piège suivant|Pièges désarmés/).count()).toBe(0);
  expect(person.complaints).toEqual([]);
});

test.each([
  ["a phone", 390, 844],
  ["a small phone", 320, 640],
  ["a phone on its side", 844, 390],
])(
  "the whole table of Quintazone is in sight where its lesson asks for a place: %s",
  async (_, width, height) => {
    const person = await tonight.person({ language: "en", phone: true });
    const { page } = person;
    await page.setViewportSize({ width, height });
    const stages = stagesOf("quintazone");
    await person.goes("/");
    const request = person.context.request;
    const played: string[] = [];
    for (const { wanted } of stages.slice(0, -2)) {
      const now = (await (await request.post("/api/lessons/quintazone", { data: { played } })).json()) as {
        actions: string[];
      };
      const meant = wanted?.[0] ?? "next";
      const start = meant.endsWith("*") ? meant.slice(0, -1) : null;
      played.push(start === null ? meant : (now.actions.find((action) => action.startsWith(start)) ?? meant));
    }
    for (const answers of [played.slice(0, -1), played]) {
      await page.evaluate(
        (kept) => localStorage.setItem("quintette.lesson.quintazone", kept),
        JSON.stringify(answers),
      );
      await person.goes("/learn/quintazone");
      await hears(page, stages, answers.length, "en");
      await page.locator(".stage .card").first().waitFor();
      const outside = () =>
        page.locator(".stage").evaluate((stage) => {
          const area = stage.getBoundingClientRect();
          return [...stage.querySelectorAll(".card")].filter((card) => {
            const box = card.getBoundingClientRect();
            const across = box.left >= area.left && box.right <= area.right;
            return !across || box.top < area.top || box.bottom > area.bottom;
          }).length;
        });
      await expect.poll(outside).toBe(0);
    }
  },
);
