import { beforeAll, expect, test } from "vitest";
import { evening } from "./evening";
import { finished } from "./line";
import type { Person } from "./people";

// A move is looked at for a blink: what is shown is tested here, not how well it is judged.
const tonight = evening("--analysis", "12");
let ada: Person;
let pyramids: string;
let quintazone: string;
beforeAll(async () => {
  ada = await tonight.guest("Ada");
  pyramids = await finished(ada, { game: "pyramids" });
  quintazone = await finished(ada, { game: "quintazone" });
}, 120_000);

interface Judged {
  moves: { n: number; seat: number | null; mark: string | null; better: { action: string } | null }[];
  moments: number[];
}
/** What the house has found. */
async function judged(person: Person, table: string, open = false): Promise<Judged> {
  const answer = await person.context.request.get(`/api/tables/${table}/analysis?open=${open}`);
  const { analysis } = (await answer.json()) as { analysis: Judged };
  return analysis;
}
const errors = ({ moves }: Judged, seat: number) =>
  moves.filter((move) => move.seat === seat && (move.mark === "mistake" || move.mark === "blunder"));

test("an analysis from start to “try again”", async () => {
  const { page } = ada;
  await ada.goes(`/replay/${pyramids}`);
  const analysis = page.getByTestId("analysis");
  await analysis.getByRole("button", { name: "Analyse this game" }).click();
  await page.getByTestId("curve").waitFor({ timeout: 60_000 });
  const found = await judged(ada, pyramids);

  // How everybody played.
  await page
    .getByTestId("judged-0")
    .getByText(/Accuracy \d+\s%/)
    .waitFor();
  await page.getByTestId("judged-1").waitFor();

  // Ada plays anything: there is something to learn from.
  const [first] = errors(found, 0);
  expect(first).toBeDefined();
  if (!first) return;
  await page.getByTestId("scrub").fill(String(first.n));
  const verdict = page.getByTestId("verdict");
  await verdict.getByText(/(mistake|blunder)/).waitFor();
  await verdict.getByTestId("better").waitFor();

  // What would have been better is shown on the board, and what was played again.
  const shown = page.waitForResponse((answer) => answer.url().endsWith("/line"));
  await verdict.getByRole("button", { name: "Show it on the board" }).click();
  const { moments } = (await (await shown).json()) as { moments: { action: string }[] };
  expect(moments[0]?.action).toBe(first.better?.action);
  await analysis.getByText("You see what was not played.").waitFor();
  await verdict.getByRole("button", { name: "Back to what was played" }).click();
  await expect.poll(() => analysis.getByText("You see what was not played.").count()).toBe(0);

  // A click on the curve is a jump; so are the moments that decided it.
  if (found.moments.length > 0) {
    await page.getByTestId("moments").getByRole("button").first().click();
    await expect
      .poll(async () => Number((await page.getByTestId("moment").innerText()).split("/")[0]))
      .toBe(found.moments[0]);
  }
  await ada.findsThePageAccessible();
  await ada.findsNothingCutOff();

  // One mistake after another.
  await analysis.getByRole("button", { name: "Learn from the mistakes" }).click();
  const learn = page.getByTestId("learn");
  const all = errors(found, 0).length;
  await learn.getByText(`1 of ${all}`, { exact: true }).waitFor();
  expect(await page.getByTestId("better").count()).toBe(0);
  await learn.getByRole("button", { name: "Show what was better" }).click();
  await page.getByTestId("better").waitFor();
  if (all > 1) {
    await learn.getByRole("button", { name: "Next mistake" }).click();
    await learn.getByText(`2 of ${all}`, { exact: true }).waitFor();
    expect(await page.getByTestId("better").count()).toBe(0);
    await learn.getByRole("button", { name: "Show what was better" }).click();
  }

  // And once more from there, against a bot.
  await verdict.getByRole("button", { name: "Try again from here" }).click();
  await page.waitForURL(/\/table\//);
  await page.getByTestId("seat-0").getByText("Ada").waitFor();
  await page.getByText("Your turn").first().waitFor();
  expect(ada.complaints).toEqual([]);
}, 120_000);

test("an analysis is kept, and judged with all secrets open; on a phone, in French, by keyboard", async () => {
  const zoe = await tonight.person({ phone: true, language: "fr", dark: true });
  const { page } = zoe;
  await zoe.goes(`/replay/${quintazone}?at=6`);
  const analysis = page.getByTestId("analysis");
  const start = analysis.getByRole("button", { name: "Analyser cette partie" });
  await start.focus();
  await page.keyboard.press("Enter");
  await page.getByTestId("curve").waitFor({ timeout: 90_000 });
  await page
    .getByTestId("judged-0")
    .getByText(/Précision \d+\s%/)
    .waitFor();
  await page
    .getByTestId("judged-0")
    .getByText(/Chance/)
    .waitFor();
  await zoe.findsNothingCutOff();
  await zoe.findsThePageAccessible();

  // It is there at once when somebody comes back.
  await page.reload();
  await page.getByTestId("curve").waitFor();

  const known = await judged(zoe, quintazone);
  await analysis.getByRole("radio", { name: "tous les secrets ouverts" }).focus();
  await page.keyboard.press("Space");
  await expect
    .poll(async () => (await judged(zoe, quintazone, true))?.moves.length, { timeout: 90_000 })
    .toBe(known.moves.length);
  await page.getByTestId("curve").waitFor();
  expect(zoe.complaints).toEqual([]);
}, 240_000);
