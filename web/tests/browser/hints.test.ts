import { expect, test } from "vitest";
import { evening } from "./evening";
import { opensTable, playsOn } from "./line";
import type { Person } from "./people";

const tonight = evening();

/** A table with bots at which it is this person's turn. */
async function atATable(person: Person, game: string): Promise<string> {
  const options = game === "quicksand" ? { level: 1, practice: true } : {};
  const table = await opensTable(person, { game, private: true, bots: "learner", options });
  await person.goes("/healthz");
  // A few moves in, there is something to say.
  await playsOn(person, table, game === "quicksand" ? 0 : 14);
  await person.goes(`/table/${table}`);
  return table;
}

for (const game of ["pyramids", "thin-ice", "quintazone", "quadri", "quicksand"]) {
  const french = game === "quadri" || game === "thin-ice";
  test(`a hint in ${game}: moves with reasons, shown on the board, and played`, async () => {
    const ada = await tonight.guest("Ada", { phone: game === "quintazone", language: french ? "fr" : "en" });
    const { page } = ada;
    await atATable(ada, game);
    const hints = page.getByTestId("hints");
    const would = hints.getByRole("button", { name: french ? /Que feriez-vous/ : "What would you do?" });
    await would.waitFor();
    await would.focus();
    await page.keyboard.press("Enter");
    const moves = page.getByTestId("hint");
    await moves.first().waitFor();
    const count = await moves.count();
    expect(count).toBeGreaterThan(0);
    // Whoever asked sees the answer without scrolling.
    const [answer, tall] = [await moves.first().boundingBox(), page.viewportSize()?.height ?? 0];
    expect(answer && answer.y >= 0 && answer.y < tall - 60).toBe(true);
    expect(count).toBeLessThanOrEqual(3);
    for (const move of await moves.all()) {
      expect((await move.innerText()).length).toBeGreaterThan(10);
      expect(await move.innerText()).toMatch(/\d+\s%/);
      expect(await move.innerText(), "notation stands out, without its quotes").not.toContain("`");
    }
    // The board offers what is shown, and nothing else: so does the list of all choices.
    await moves
      .first()
      .getByRole("button", { name: french ? "Montrer" : "Show" })
      .click();
    await expect
      .poll(() => moves.first().getByRole("button").first().getAttribute("aria-pressed"))
      .toBe("true");
    await ada.findsThePageAccessible();
    await ada.findsNothingCutOff();
    const action = (await moves.first().getAttribute("data-hint")) ?? "";
    await page.keyboard.press("l");
    const listed = page.getByRole("listbox").locator("[data-action]");
    await expect
      .poll(() => listed.evaluateAll((lines) => lines.map((line) => line.getAttribute("data-action"))))
      .toEqual([action]);
    await page.keyboard.press("Escape");
    await moves
      .first()
      .getByRole("button", { name: french ? "Le jouer" : "Play it" })
      .click();
    // It was played: the hint was about another table.
    await expect.poll(() => page.locator(`[data-hint="${action.replaceAll('"', '\\"')}"]`).count()).toBe(0);
    expect(ada.complaints).toEqual([]);
  }, 60_000);
}

test("how do I stand? runs along if wanted", async () => {
  const ada = await tonight.guest("Ada");
  await atATable(ada, "pyramids");
  const { page } = ada;
  await page.getByLabel("How do I stand?").check();
  await page
    .getByTestId("standing")
    .getByText(/Ada: \d+\s%/)
    .waitFor();
  await page.reload();
  await page.getByTestId("standing").waitFor();
  await page.getByLabel("How do I stand?").uncheck();
  await expect.poll(() => page.getByTestId("standing").count()).toBe(0);
});

test("among people hints are there once everybody agrees", async () => {
  const [ada, bea] = [await tonight.guest("Ada"), await tonight.guest("Bea", { language: "fr" })];
  const table = await opensTable(ada, { game: "pyramids", private: true });
  for (const person of [ada, bea]) await person.goes(`/table/${table}`);
  await bea.page
    .getByRole("button", { name: /S’asseoir|Prendre/ })
    .first()
    .click();
  await ada.page.getByRole("button", { name: /Start|Begin/ }).click();
  await ada.page.getByRole("button", { name: "Ask everybody for hints" }).click();
  await bea.page.getByText("Ada demande que chacun puisse avoir des conseils").waitFor();
  await bea.page.getByRole("button", { name: "D’accord" }).click();
  await ada.page.getByRole("button", { name: "What would you do?" }).waitFor();
  await bea.page.getByRole("button", { name: /Que feriez-vous/ }).waitFor();
  expect([ada.complaints, bea.complaints]).toEqual([[], []]);
});
