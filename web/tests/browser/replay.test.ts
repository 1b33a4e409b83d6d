import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { finished } from "./line";
import { evening } from "./evening";
import type { Person } from "./people";

/** Ada's finished games: one where all is open, one with secrets. */
let ada: Person;
let pyramids: string;
let quintazone: string;
let log: string;

const tonight = evening();
beforeAll(async () => {
  ada = await tonight.guest("Ada");
  pyramids = await finished(ada, { game: "pyramids" });
  quintazone = await finished(ada, { game: "quintazone" });
  log = await (await ada.context.request.get(`/api/tables/${pyramids}/log`)).text();
}, 120_000);

const moment = async (page: Page) =>
  Number((await page.getByTestId("moment").innerText()).split("/")[0]?.trim());
const isAt = (page: Page, n: number) => expect.poll(() => moment(page), { timeout: 30_000 }).toBe(n);
const last = async (page: Page) => Number(await page.getByTestId("scrub").getAttribute("max"));
const moves = (page: Page) => page.getByRole("list", { name: /^(Moves|Coups)$/ }).getByRole("button");
const sorry = (page: Page) => page.getByRole("alert");

/** Lets a file fall onto the page. */
async function drops(page: Page, name: string, text: string): Promise<void> {
  const carried = await page.evaluateHandle(
    ([fileName, content]) => {
      const carried = new DataTransfer();
      carried.items.add(new File([content ?? ""], fileName ?? "", { type: "text/plain" }));
      return carried;
    },
    [name, text],
  );
  await page.dispatchEvent("body", "dragover", { dataTransfer: carried });
  await page.dispatchEvent("body", "drop", { dataTransfer: carried });
}

test("a finished game is watched again: stepped, scrubbed, jumped in, played, and linked to", async () => {
  const { page } = ada;
  await ada.goes(`/table/${pyramids}`);
  await page.getByRole("link", { name: "Watch again" }).click();
  await isAt(page, 0);
  const end = await last(page);
  expect(await moves(page).first().getAttribute("aria-current")).toBeNull();

  await page.getByRole("button", { name: "One step on" }).click();
  await isAt(page, 1);
  expect(await moves(page).first().getAttribute("aria-current")).toBe("step");
  await page.keyboard.press("ArrowRight");
  await isAt(page, 2);
  await page.keyboard.press("ArrowLeft");
  await isAt(page, 1);
  await page.keyboard.press("End");
  await isAt(page, end);
  await page
    .getByText(/(won|wins)/)
    .first()
    .waitFor();
  await page.keyboard.press("Home");
  await isAt(page, 0);

  await page.getByTestId("scrub").fill("6");
  await isAt(page, 6);
  await moves(page).nth(4).click();
  expect(await moves(page).nth(4).getAttribute("aria-current")).toBe("step");
  const there = await moment(page);
  expect(there).toBeGreaterThan(6);

  await page.getByLabel("Speed").selectOption("4");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => moment(page)).toBeGreaterThan(there + 1);
  await page.getByRole("button", { name: "Pause" }).click();
  const paused = await moment(page);
  await expect.poll(() => page.url()).toContain(`at=${paused}`);
  await page.reload();
  await isAt(page, paused);

  await page.getByRole("button", { name: "Copy link to this moment" }).click();
  await page.getByRole("button", { name: "Link copied" }).waitFor();
  const saved = await ada.context.request.get(
    (await page.getByRole("link", { name: "Save the log" }).getAttribute("href")) ?? "",
  );
  expect(await saved.text()).toBe(log);
  await ada.findsThePageAccessible();
  await ada.findsNothingCutOff();
  expect(ada.complaints).toEqual([]);
});

test("any eyes on a phone, in French, at night: a seat’s hand, a spectator’s nothing, all secrets", async () => {
  const zoe = await tonight.person({ phone: true, language: "fr", dark: true });
  const { page } = zoe;
  await zoe.goes(`/replay/${quintazone}?at=9`);
  await isAt(page, 9);
  const hand = page.locator(".hand .card");
  const shown = page.getByTestId("seat-1").locator(".open li");
  expect([await hand.count(), await shown.count()]).toEqual([0, 0]);

  await page.getByText("tous les secrets ouverts").tap();
  await shown.first().waitFor();
  const open = await zoe.context.request.get(`/api/tables/${quintazone}/replay?eyes=open`);
  const { moments } = (await open.json()) as { moments: { view: { seats: { hand: number }[] } }[] };
  expect(await shown.count()).toBe(moments[9]?.view.seats[1]?.hand);
  await expect.poll(() => page.url()).toContain("eyes=open");

  await page.locator("label").filter({ hasText: "Ada" }).tap();
  await hand.first().waitFor();
  expect([await shown.count(), await moment(page)]).toEqual([0, 9]);

  await zoe.findsNothingCutOff();
  await page.getByRole("button", { name: /^Coups/ }).click();
  await moves(page).nth(1).tap();
  expect(await moves(page).nth(1).getAttribute("aria-current")).toBe("step");
  await zoe.findsThePageAccessible();
  await zoe.findsNothingCutOff();
  expect(zoe.complaints).toEqual([]);
});

test.each([
  ["pyramids", false],
  ["quintazone", false],
  ["quintazone", true],
  ["thin-ice", false],
  ["thin-ice", true],
])("through somebody's eyes nobody is told what is theirs: %s, on a phone: %s", async (game, phone) => {
  const table = await finished(ada, { game });
  const bea = await tonight.person({ phone });
  const { page } = bea;
  await bea.goes(`/replay/${table}?at=0&eyes=0`);
  await page.getByRole("group", { name: "Board" }).waitFor();
  // On a phone what a seat holds lies among its choices.
  if (phone && game === "thin-ice") await page.locator(".held").waitFor();
  const to = await last(page);
  for (const part of [0, 0.1, 0.2, 0.3, 0.5]) {
    const at = Math.round(part * to);
    await page.getByTestId("scrub").fill(String(at));
    await isAt(page, at);
    const said = await page
      .locator(".held, .status, [role=group]")
      .evaluateAll((parts) =>
        parts.flatMap((part) => [
          (part as HTMLElement).innerText ?? "",
          ...[part, ...part.querySelectorAll("[aria-label]")].map(
            (one) => one.getAttribute("aria-label") ?? "",
          ),
        ]),
      );
    // Whose eyes they are the seat's card says.
    const told = said.map((text) => text.replace("You look through these eyes", ""));
    expect(told.filter((text) => /\b(you|your)\b/i.test(text))).toEqual([]);
  }
});

test("a log file is dropped in and watched; a bad one gets a sentence, in both languages", async () => {
  for (const french of [false, true]) {
    const bea = await tonight.person({ phone: french, language: french ? "fr" : "en" });
    const { page } = bea;
    await bea.goes("/");
    await page.getByRole("link", { name: french ? "Revoir un journal" : "Watch a log file" }).click();
    const choose = page
      .getByLabel(french ? "Choisir un journal" : "Choose a log file")
      .and(page.locator("input"));
    const brings = async (text: string, says: RegExp) => {
      await choose.setInputFiles({ name: "game.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
      await sorry(page).filter({ hasText: says }).waitFor();
    };
    await brings("hello", french ? /pas un journal Quintette/ : /no Quintette log/);
    await brings(log.replace("log 1", "log 9"), french ? /autre version/ : /another version/);
    await brings(log.slice(0, 70), french ? /(illisible|manque)/ : /(cannot be read|missing)/);
    await brings(log.replace(/\n0@(\d+) \S+/, "\n0@$1 Z@z9"), french ? /refusée/ : /refused/);
    await brings("x".repeat(1_100_000), french ? /trop gros/ : /too large/);
    await bea.findsThePageAccessible();

    await drops(page, "pyramids.txt", log);
    await isAt(page, 0);
    await page.getByRole("button", { name: french ? "Un pas en avant" : "One step on" }).click();
    await isAt(page, 1);
    await page.getByTestId("seat-0").getByText("Ada").waitFor();

    // Another file: on a phone behind the menu, where the page's other doors and switches are too.
    if (french) {
      await page.getByRole("button", { name: "Plus", exact: true }).click();
      await page.getByRole("dialog").getByRole("link", { name: "Règles" }).waitFor();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Taille du texte/ })
        .waitFor();
    }
    await page.getByRole("button", { name: french ? "Un autre fichier" : "Another file" }).click();
    await drops(page, "begun.txt", log.split("\n").slice(0, -8).join("\n"));
    await isAt(page, 0);
    // A game that stops before its end says so from the start.
    await page.getByText(french ? /s’arrête avant la fin/ : /stops before the end/).waitFor();
    await bea.findsThePageAccessible();
    expect(bea.complaints).toEqual([]);
  }
});

test("a log of another game, dropped onto a replay, is a replay of its own", async () => {
  const { page } = ada;
  const other = await (await ada.context.request.get(`/api/tables/${quintazone}/log`)).text();
  await ada.goes(`/replay/${quintazone}?at=3`);
  await isAt(page, 3);
  await drops(page, "pyramids.txt", log);
  await page.waitForURL(/\/replay$/);
  await isAt(page, 0);
  expect(await page.title()).toMatch(/^Pyramids/);
  await drops(page, "quintazone.txt", other);
  await expect.poll(() => page.title()).toMatch(/^Quintazone/);
  await isAt(page, 0);
  await page.goBack();
  await isAt(page, 3);
  expect(ada.complaints).toEqual([]);
});

test("a moment is played on from, with bots or with people", async () => {
  const { page } = ada;
  await ada.goes(`/replay/${pyramids}?at=8`);
  await isAt(page, 8);
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.getByRole("dialog").getByRole("radio").nth(1).check();
  await page.getByRole("button", { name: "With bots on the other seats" }).click();
  await page.waitForURL(/\/table\//);
  await page.getByTestId("seat-1").getByText("Ada").waitFor();
  // What had happened is there, and the game goes on.
  const rows = page.getByRole("list", { name: "Moves" }).getByRole("listitem");
  await rows.nth(3).waitFor();
  const before = await rows.count();
  await page.getByText("Your turn").first().waitFor();
  await page.keyboard.press("l");
  await page.getByRole("option").first().click();
  await page.locator("[data-action]").first().click();
  await expect.poll(() => rows.count(), { timeout: 30_000 }).toBeGreaterThan(before);

  const zoe = await tonight.person({ phone: true, language: "fr" });
  await zoe.goes(`/replay/${quintazone}?at=9&eyes=1`);
  await isAt(zoe.page, 9);
  await zoe.page.getByRole("button", { name: "Jouer à partir d’ici" }).tap();
  await zoe.page
    .getByRole("dialog")
    .getByRole("button", { name: /Avec des gens/ })
    .tap();
  await zoe.page.waitForURL(/\/table\//);
  await zoe.page.getByTestId("forked").waitFor();
  expect([ada.complaints, zoe.complaints]).toEqual([[], []]);
});

test("in a game against the sand an instant between two moves is scrubbed to, linked to and kept", async () => {
  const { page } = ada;
  const sand = await finished(ada, { game: "quicksand", options: { level: 1, pace: "fierce" } });
  const answer = await ada.context.request.get(`/api/tables/${sand}/replay?eyes=watch`);
  const { moments } = (await answer.json()) as { moments: { at: number }[] };
  // Bots are quick: the two moves with the most time between them.
  const gap = (k: number) => (moments[k + 1]?.at ?? 0) - (moments[k]?.at ?? 0);
  const before = moments.reduce((most, _, k) => (gap(k) > gap(most) ? k : most), 0);
  expect(gap(before)).toBeGreaterThan(1);
  const instant = (moments[before]?.at ?? 0) + Math.floor(gap(before) / 2);
  await ada.goes(`/replay/${sand}`);
  await isAt(page, 0);
  await page.getByTestId("scrub").fill(String(instant));
  await expect.poll(() => page.url()).toMatch(new RegExp(`[?&]t=${instant}$`));
  await page.reload();
  await isAt(page, before);
  expect(await page.getByTestId("scrub").inputValue()).toBe(String(instant));
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.getByRole("dialog").getByText("right after the last thing").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "One step on" }).click();
  await isAt(page, before + 1);
  await expect.poll(() => page.url()).toMatch(new RegExp(`\\?at=${before + 1}$`));
  expect(await last(page)).toBe(moments.at(-1)?.at);
  expect(ada.complaints).toEqual([]);
  // It takes until the sand has run out.
}, 180_000);

test("a link through eyes that nobody has shows what everybody saw", async () => {
  for (const eyes of ["cat", "9"]) {
    await ada.goes(`/replay/${quintazone}?at=3&eyes=${eyes}`);
    await isAt(ada.page, 3);
    await expect.poll(() => ada.page.url()).toMatch(/at=3$/);
    expect(await ada.page.getByLabel("everybody").isChecked()).toBe(true);
    expect(await sorry(ada.page).count()).toBe(0);
  }
});

test("a game that is not over, and one that never was, say what to do", async () => {
  const zoe = await tonight.person({ phone: true, language: "fr" });
  await zoe.goes("/replay/nowhere");
  await sorry(zoe.page).filter({ hasText: "Cette table n’existe pas" }).waitFor();
  const answer = await zoe.context.request.post("/api/tables", { data: { game: "pyramids" } });
  const { id } = (await answer.json()) as { id: string };
  await zoe.goes(`/replay/${id}`);
  await sorry(zoe.page).filter({ hasText: "une fois finie" }).waitFor();
  await zoe.page.getByRole("link", { name: "Vers la table" }).click();
  await zoe.page.waitForURL(`**/table/${id}`);
});
