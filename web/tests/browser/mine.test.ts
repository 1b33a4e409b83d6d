/** My games: history, records, levels, the code that takes them along, and the way out. */
import { expect, test } from "vitest";
import { evening } from "./evening";
import { asks, opensTable, playsOn } from "./line";
import type { Habits } from "./people";

const tonight = evening();

const EYES: [string, Habits][] = [
  ["on a desktop, in English", { language: "en" }],
  ["on a phone, in French, at night", { language: "fr", phone: true, dark: true }],
];

test.each(EYES)("somebody new is invited to play, and sees the traps that wait: %s", async (_, habits) => {
  const person = await tonight.person(habits);
  const { page } = person;
  await person.goes("/");
  await page.getByRole("link", { name: /^(My games|Mes parties)$/ }).click();
  await page.getByTestId("no-games").waitFor();
  await page.getByTestId("levels-won").filter({ hasText: "0 / 21" }).waitFor();
  await person.findsThePageAccessible();
  await person.findsNothingCutOff();
  await person.fitsTheSmallestPhone(page.getByTestId("no-games"));
  await page.getByRole("link", { name: /^(Play a first game|Jouer une première partie)$/ }).click();
  await page.getByTestId("box-pyramids").waitFor();
  expect(person.complaints).toEqual([]);
});

test.each(EYES)("games are listed while they go on and when they are over: %s", async (_, habits) => {
  const person = await tonight.guest("Inès", habits);
  const { page } = person;
  const finished = await opensTable(person, { game: "pyramids", bots: "learner", private: true });
  await person.goes("/rules");
  await playsOn(person, finished);
  const running = await opensTable(person, { game: "quadri", bots: "learner", private: true });
  await person.goes("/me");
  const rows = page.getByTestId("my-game");
  await expect.poll(() => rows.count()).toBe(2);
  expect(await rows.nth(0).getByRole("link").getAttribute("href")).toBe(`/table/${running}`);
  expect(await rows.nth(1).getByRole("link").getAttribute("href")).toBe(`/replay/${finished}`);
  const fr = habits.language === "fr";
  expect(await rows.nth(1).textContent()).toMatch(fr ? /Gagnée|Perdue|Nulle/ : /Won|Lost|Drawn/);
  expect(await rows.nth(1).textContent()).toMatch(fr ? /avec Pebble/ : /with Pebble/);
  expect(await page.getByTestId("record-pyramids").textContent()).toMatch(fr ? /1 partie/ : /1 game/);
  await person.findsThePageAccessible();
  await person.findsNothingCutOff();
  await rows.nth(1).getByRole("link").click();
  await page.waitForURL(`**/replay/${finished}`);
  await page.getByRole("slider").first().waitFor();
  await page.goBack();
  await rows.nth(0).getByRole("link").click();
  await page.waitForURL(`**/table/${running}`);
  expect(person.complaints).toEqual([]);
});

test("disarmed traps shine, and a trap leads to a table at its level", async () => {
  const person = await tonight.person({ language: "en" });
  const { page } = person;
  const record = { game: "quicksand", played: 5, won: 3, drawn: 0, lost: 2, best: null, streak: 2 };
  await page.route("**/api/me/records", (route) =>
    route.fulfill({ json: [{ ...record, levels: [1, 2, 4] }] }),
  );
  await person.goes("/me");
  await page.getByTestId("levels-won").filter({ hasText: "3 / 21" }).waitFor();
  const trap = (level: number) => page.getByTestId("levels").first().getByTestId(`level-${level}`);
  expect(await trap(4).getAttribute("aria-label")).toMatch(/^Trap 4, disarmed: 3 timers/);
  expect(await trap(6).getAttribute("aria-label")).toMatch(/^Trap 6, still armed: .*silence/);
  await trap(6).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Level 6", { exact: true }).waitFor();
  await person.findsThePageAccessible();
  await dialog.getByTestId("level-7").click();
  await dialog.getByText("Level 7", { exact: true }).waitFor();
  expect(await dialog.getByTestId("level-7").getAttribute("aria-pressed")).toBe("true");
  await dialog.getByRole("radio", { name: "1", exact: true }).check();
  const [opened] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith("/api/tables")),
    dialog.getByRole("button", { name: "Open the table" }).click(),
  ]);
  expect(opened.postDataJSON()).toMatchObject({ game: "quicksand", options: { level: 7 } });
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.getByText("Level 7").first().waitFor();
  expect(person.complaints).toEqual([]);
});

test("a code typed on the phone brings name and games there; a wrong one changes nothing", async () => {
  const desk = await tonight.guest("Ada", { language: "en" });
  // As on a plain http address, which has no clipboard.
  await desk.page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  const table = await opensTable(desk, { game: "pyramids", private: true });
  await desk.goes("/me");
  await desk.page.getByRole("button", { name: "Make a recovery code" }).click();
  const code = await desk.page.getByTestId("code").textContent();
  expect(code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/);
  await desk.findsThePageAccessible();
  await desk.page.getByRole("button", { name: "Copy" }).click();
  await desk.page.getByRole("button", { name: "Copied" }).waitFor();
  await desk.page.getByText("I have a code").click();
  await desk.page.getByRole("textbox", { name: "Recovery code" }).focus();
  await desk.page.keyboard.press("Control+v");
  expect(await desk.page.getByRole("textbox", { name: "Recovery code" }).inputValue()).toBe(code);
  await desk.page.reload();
  await desk.page.getByText(/You made a code on/).waitFor();
  expect(await desk.page.getByTestId("code").count()).toBe(0);

  const phone = await tonight.guest("Téléphone", { language: "fr", phone: true });
  const { page } = phone;
  await opensTable(phone, { game: "quadri", private: true });
  await phone.goes("/me");
  // Nobody else has come yet: that is no game alone.
  expect(await page.getByTestId("my-game").textContent()).not.toMatch(/en solo/);
  await page.getByText("J’ai un code").click();
  await page.getByText(/Elles ne suivront pas/).waitFor();
  const enter = page.getByRole("textbox", { name: "Code de reprise" });
  const become = page.getByRole("button", { name: "Reprendre ces parties" });
  await enter.fill("bonjour");
  await become.click();
  await page.getByText(/Ce n’est pas un code de reprise/).waitFor();
  await enter.fill("AAAA-AAAA-AAAA-AAAA");
  await become.click();
  await page.getByText(/Personne n’a ce code/).waitFor();
  await page.getByText(/sous le nom «\u202fTéléphone\u202f»/).waitFor();
  await enter.fill((code ?? "").toLowerCase().replaceAll("-", " "));
  await become.click();
  await page.getByText(/sous le nom «\u202fAda\u202f»/).waitFor();
  expect(await page.getByTestId("my-game").getByRole("link").getAttribute("href")).toBe(`/table/${table}`);
  expect([...desk.complaints, ...phone.complaints]).toEqual([]);
});

test("deleting oneself asks once; then the name is gone and a bot has the seat", async () => {
  const ines = await tonight.guest("Inès", { language: "fr", phone: true });
  const noe = await tonight.guest("Noé", { language: "en" });
  const table = await opensTable(noe, { game: "pyramids" });
  await ines.goes("/me");
  await asks(ines, table, [{ op: "sit", seat: 1 }, { op: "start" }, { op: "say", text: "Bonjour de Lyon" }]);
  await noe.goes(`/table/${table}`);
  await noe.page.getByText("Bonjour de Lyon").first().waitFor();

  const { page } = ines;
  await page.evaluate(async (replay) => {
    await (await caches.open("watched")).put(replay, new Response("Inès"));
  }, `/api/tables/${table}/replay`);
  await page.reload();
  await page.getByRole("button", { name: "Tout effacer…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Garder" }).click();
  await page.getByText(/sous le nom «\u202fInès\u202f»/).waitFor();
  await page.getByRole("button", { name: "Tout effacer…" }).click();
  await ines.findsThePageAccessible();
  await page.getByRole("dialog").getByRole("button", { name: "Tout effacer", exact: true }).click();
  await page.getByTestId("box-pyramids").waitFor();
  await page.getByRole("button", { name: "Choisir un nom" }).waitFor();
  const kept = (replay: string) => caches.match(replay).then((found) => found !== undefined);
  expect(await page.evaluate(kept, `/api/tables/${table}/replay`)).toBe(false);
  await ines.goes("/me");
  await page.getByTestId("no-games").waitFor();

  await noe.page.getByTestId("seat-1").getByText(/bot/i).first().waitFor();
  await noe.page.reload();
  await noe.page.getByTestId("seat-1").waitFor();
  expect(await noe.page.getByText("Bonjour de Lyon").count()).toBe(0);
  expect([...ines.complaints, ...noe.complaints]).toEqual([]);
});
