/** A game by the clock: large at the seats, ended on time, in both languages, on a desk and on a phone. */
import { expect, test } from "vitest";
import { evening } from "./evening";
import { opens, sits, starts } from "./together";

const tonight = evening();

test("a game by the clock ends on time, and everybody is told", async () => {
  const host = await tonight.guest("Inès", { language: "en" });
  const guest = await tonight.guest("Noé", { language: "fr", phone: true });
  const path = await opens(host, {
    game: "pyramids",
    seats: 2,
    terms: { time: { pace: { type: "game", seconds: 20, plus: 0 }, up: "lost" } },
    private: true,
  });
  await guest.goes(path);
  await guest.page.getByTestId("options").getByText("20 secondes par partie").waitFor();
  await host.page.getByTestId("options").getByText("20 seconds a game").waitFor();
  await sits(guest, path, 1);
  await starts(host);
  expect(await guest.page.getByTestId("clock-1").textContent()).toContain("0:20");
  const looks = [host, guest].map(async (person) => {
    await person.page.getByTestId("clock-0").waitFor();
    await person.findsThePageAccessible();
    await person.findsNothingCutOff();
  });
  await Promise.all(looks);
  await host.page.getByTestId("clock-0").and(host.page.locator(".ending")).waitFor();
  if (process.env.PICTURES) {
    await host.page.screenshot({ path: `${process.env.PICTURES}/clock-desk.png` });
    await guest.page.screenshot({ path: `${process.env.PICTURES}/clock-phone.png` });
  }
  await host.page.getByTestId("outcome").getByText("Your time is up.").waitFor();
  await guest.page.getByText("Le temps d’Inès est écoulé.").first().waitFor();
  expect(await host.page.getByTestId("spoken").textContent()).toContain("Your time is up.");
  expect(await host.page.getByTestId("spoken").textContent()).toMatch(/You have \d+ seconds? left\./);
  await host.page.getByTestId("outcome").getByRole("link", { name: "P-21" }).waitFor();
  if (process.env.PICTURES) {
    await host.page.screenshot({ path: `${process.env.PICTURES}/ended-desk.png` });
    await guest.page.screenshot({ path: `${process.env.PICTURES}/ended-phone.png` });
  }
});

test("a clock is chosen with the table, changed before the start, and My games says how long I have", async () => {
  const host = await tonight.guest("Ada", { language: "en", phone: true });
  const path = await opens(host, { game: "pyramids", seats: 2, private: true });
  await host.page.getByRole("button", { name: "Change the options" }).click();
  const dialog = host.page.getByRole("dialog");
  await dialog.getByText("A turn", { exact: true }).click();
  await dialog.getByLabel("Time for each turn").selectOption({ label: "3 days" });
  await dialog.getByRole("button", { name: "Play with these" }).click();
  await host.page.getByTestId("options").getByText("3 days a turn").waitFor();
  const guest = await tonight.guest("Bea", { language: "en" });
  await sits(guest, path, 1);
  await starts(host);
  await host.page.getByTestId("clock-0").waitFor();
  await host.goes("/me");
  await host.page
    .getByTestId("time-left")
    .getByText(/2 days 23 hours left|3 days left/)
    .waitFor();
  if (process.env.PICTURES) await host.page.screenshot({ path: `${process.env.PICTURES}/mine-phone.png` });
});
