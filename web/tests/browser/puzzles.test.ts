import { expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { evening } from "./evening";
import type { Page } from "playwright-core";

const tonight = evening();

interface Kept {
  solutions: string[];
  difficulty: string;
}
/** The puzzles as they come with the house. */
function kept(game: string): Kept[] {
  const file = new URL(`../../../crates/bots/data/puzzles/${game}.jsonl`, import.meta.url);
  return readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Kept);
}

/** Plays something from the list of all choices: what `fits` says. */
async function plays(page: Page, fits: (action: string) => boolean): Promise<void> {
  await page.keyboard.press("l");
  const list = page.getByRole("listbox");
  await list.waitFor();
  const groups = await list.getByRole("option").count();
  for (let group = 0; group < groups; group++) {
    const option = list.getByRole("option").nth(group);
    const direct = await option.getAttribute("data-action");
    if (direct !== null) {
      if (!fits(direct)) continue;
      return option.click();
    }
    await option.click();
    const actions = await list
      .locator("[data-action]")
      .evaluateAll((lines) => lines.map((line) => line.getAttribute("data-action") ?? ""));
    const at = actions.findIndex(fits);
    if (at >= 0) return list.locator("[data-action]").nth(at).click();
    await page.keyboard.press("Escape");
  }
  throw new Error("nothing fits");
}

test("a puzzle is failed, then solved, by keyboard and list; the next one follows", async () => {
  const ada = await tonight.guest("Ada");
  const { page } = ada;
  const [first] = kept("pyramids");
  expect(first).toBeDefined();
  if (!first) return;
  await ada.goes("/puzzles/pyramids/0");
  const puzzle = page.getByTestId("puzzle");
  await puzzle.getByText("One is clearly best").waitFor();
  await ada.findsThePageAccessible();
  await plays(page, (action) => !first.solutions.includes(action));
  await page.getByTestId("tries").getByText("Not yet: one try.").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await plays(page, (action) => first.solutions.includes(action));
  await page.getByTestId("tries").getByText("Solved, though not at the first try.").waitFor();
  await puzzle
    .getByText(/^Solved/)
    .first()
    .waitFor();
  await puzzle.getByRole("button", { name: "Another one" }).click();
  await page.waitForURL(/\/puzzles\/pyramids\/[1-9]/);
  await ada.goes("/puzzles");
  await page.getByText(`1 of ${kept("pyramids").length} solved`).waitFor();
  expect(ada.complaints).toEqual([]);
}, 60_000);

test("one a day for each game, on a phone, in French", async () => {
  const zoe = await tonight.person({ phone: true, language: "fr", dark: true });
  const { page } = zoe;
  await zoe.goes("/");
  await page.getByRole("link", { name: "Problèmes" }).tap();
  await page.waitForURL("**/puzzles");
  const days = page.getByRole("link", { name: /Le problème du jour/ });
  await days.first().waitFor();
  await zoe.findsThePageAccessible();
  await zoe.findsNothingCutOff();
  for (const game of ["quicksand", "pyramids", "quadri", "thin-ice", "quintazone"]) {
    if (kept(game).length === 0) continue;
    await zoe.goes(`/puzzles/${game}`);
    await page.getByTestId("puzzle").getByText("Un coup est nettement meilleur").waitFor();
    await zoe.findsNothingCutOff();
  }
  await zoe.goes("/puzzles/pyramids/99999");
  await page.getByText("Il n’y a pas de problème pour ce jeu.").waitFor();
  expect(zoe.complaints).toEqual([]);
}, 60_000);
