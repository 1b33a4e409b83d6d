/** What people expect of any table: free seats filled, a look back, a call, an end worth seeing, and settings that stay. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { evening } from "./evening";
import { opensTable, playsOn } from "./line";
import { Person, type Habits } from "./people";
import { opens, plays, seat, sits, starts } from "./together";

const tonight = evening();
const moves = (page: Page) => page.getByRole("list", { name: "Moves" }).getByRole("button");

test("all free seats get bots in one click", async () => {
  const host = await tonight.guest("Inès");
  await opens(host, { game: "thin-ice", seats: 4, private: true });
  await host.page.getByRole("button", { name: "Bots for the 3 free seats" }).click();
  await seat(host.page, 3).getByRole("combobox").waitFor();
  expect(await host.page.getByRole("button", { name: /free seat/ }).count()).toBe(0);
  await starts(host);
  await host.page.getByRole("group", { name: "Board" }).waitFor();
});

test("volume and pace are set, and stay set", async () => {
  const person = await tonight.person();
  await person.goes("/");
  await person.page.getByRole("button", { name: "Settings" }).click();
  const dialog = person.page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("slider", { name: "Volume" }).fill("35");
  await dialog.getByText("Quick", { exact: true }).click();
  await person.findsThePageAccessible();
  await person.page.reload();
  await person.page.getByRole("button", { name: "Settings" }).click();
  expect(await dialog.getByRole("slider", { name: "Volume" }).inputValue()).toBe("35");
  expect(await dialog.getByRole("radio", { name: "Quick" }).isChecked()).toBe(true);
  const pace = () => person.page.evaluate(() => document.documentElement.style.getPropertyValue("--pace"));
  expect(await pace()).toBe("0.5");
  await dialog.getByRole("slider", { name: "Volume" }).fill("0");
  expect(await person.page.evaluate(() => localStorage.getItem("quintette.sound"))).toBe("off");
});

test("a move is looked at again while the game goes on, and whoever looks elsewhere is called", async () => {
  const host = await tonight.guest("Inès");
  const guest = await tonight.guest("Noé");
  const path = await opens(host, { game: "pyramids", seats: 2, private: true });
  await guest.page.addInitScript(() => {
    const seen = { away: false, called: [] as string[], buzzed: 0 };
    Object.assign(window, { seen });
    Object.defineProperty(document, "hidden", { get: () => seen.away });
    class Called extends EventTarget {
      static permission = "granted";
      static requestPermission = () => Promise.resolve("granted");
      constructor(title: string, { body }: { body: string }) {
        super();
        seen.called.push(`${title} ${body}`);
      }
      close() {}
    }
    Object.assign(window, { Notification: Called });
    Object.defineProperty(navigator, "vibrate", { value: () => ++seen.buzzed > 0 });
    localStorage.setItem("quintette.call", "on");
  });
  await sits(guest, path, 1);
  await starts(host);
  await plays(host, path, "S@c3");
  await moves(host.page).first().waitFor();
  const icon = () =>
    guest.page.evaluate(() => document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href);
  const plain = await icon();
  const turnsAway = (away: boolean) =>
    guest.page.evaluate((away) => {
      (window as unknown as { seen: { away: boolean } }).seen.away = away;
      document.dispatchEvent(new Event("visibilitychange"));
    }, away);
  await turnsAway(true);
  await plays(host, path, "A+90");
  await expect.poll(icon).not.toBe(plain);
  expect(await guest.page.title()).toMatch(/^● /);
  const called = () =>
    guest.page.evaluate(() => (window as unknown as { seen: { called: string[] } }).seen.called);
  expect(await called()).toEqual(["Your turn Pyramids"]);
  expect(
    await guest.page.evaluate(() => (window as unknown as { seen: { buzzed: number } }).seen.buzzed),
  ).toBe(1);
  await turnsAway(false);
  await expect.poll(icon).toBe(plain);

  await plays(guest, path, "L@d4");
  await plays(guest, path, "D+90");
  await expect.poll(() => moves(host.page).count()).toBe(2);
  await moves(host.page).first().click();
  await host.page.getByTestId("looking-back").waitFor();
  const stands = (cell: string) => host.page.locator(`[data-cell=${cell}]`).getAttribute("aria-label");
  expect(await stands("d4")).toMatch(/empty/);
  await host.page.keyboard.press("Escape");
  await host.page.getByTestId("looking-back").waitFor({ state: "detached" });
  await host.page.locator(".size").first().waitFor();
});

test.each<[string, Habits, boolean]>([
  ["with motion it is celebrated", { motion: true }, true],
  ["without motion it is not, and on a phone a rematch is in reach", { phone: true }, false],
])("the end says who won in order of rank, by which clause and how: %s", async (_, habits, celebrated) => {
  const person = await tonight.guest("Ada", habits);
  const { page, context } = person;
  const table = await opensTable(person, {
    game: "quintazone",
    seats: 2,
    private: true,
    bots: "learner",
  });
  await page.addInitScript(() => {
    const found = { celebration: false };
    Object.assign(window, { found });
    const look = () => (found.celebration ||= document.querySelector("[data-testid=celebration]") !== null);
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  await person.goes(`/table/${table}`);
  await page.getByRole("group", { name: "Board" }).waitFor();
  const elsewhere = new Person(context, await context.newPage());
  await elsewhere.goes("/healthz");
  await playsOn(elsewhere, table);
  const outcome = page.getByTestId("outcome");
  await outcome.waitFor();
  const places = await outcome.locator(".ranks i").allTextContents();
  expect(places.map(Number)).toEqual(places.map(Number).toSorted((a, b) => a - b));
  expect(await outcome.locator(".ranks li").first().getAttribute("class")).toMatch(/won/);
  expect(await outcome.getByRole("link", { name: /^Z-\d+$/ }).count()).toBe(1);
  const again = outcome.getByRole("button", { name: "Play again" });
  const box = await again.boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
  const found = () =>
    page.evaluate(() => (window as unknown as { found: { celebration: boolean } }).found.celebration);
  expect(await found()).toBe(celebrated);
  await again.click();
  await page.waitForURL((url) => !url.pathname.endsWith(table));
});
