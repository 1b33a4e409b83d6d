import { expect, test } from "vitest";
import { evening } from "./evening";
import { playsOnFrom } from "./line";
import { begin, clock, ended, isOver, playOn } from "./sand";
import { seat, starts } from "./together";

const tonight = evening();

test("two people and a bot disarm the first trap, and it stays on their record", async () => {
  const ines = await tonight.guest("Inès", { language: "fr", motion: true });
  const noe = await tonight.guest("Noé", { language: "en", phone: true });
  const everybody = [ines, noe];
  // Chance decides too: a team may need a second try.
  for (let attempt = 0; attempt < 3; attempt++) {
    await begin(everybody, 3, { level: 1, pace: "gentle" });
    await ines.findsThePageAccessible();
    await noe.findsNothingCutOff();
    await playOn(everybody, isOver(ines));
    if (/gagnent/.test((await ended(ines.page).textContent()) ?? "")) break;
  }
  expect(await ended(ines.page).textContent()).toMatch(/gagnent/);
  for (const { context, page, complaints } of everybody) {
    expect(await (await context.request.get("/api/me/levels/quicksand")).json()).toEqual([1]);
    await page.getByTestId("traps").filter({ hasText: "1 / 21" }).first().waitFor();
    expect(complaints).toEqual([]);
  }
  // The next one is a click away, for all of them, seats moved on by one.
  const here = ines.page.url();
  await ines.page.getByRole("button", { name: "Piège suivant\u202f: niveau 2" }).click();
  await ines.page.waitForURL((url) => url.pathname.startsWith("/table/") && url.href !== here);
  await seat(ines.page, 1).getByRole("button", { name: "Se lever" }).waitFor();
}, 480_000);

test("S-23: a level is lost by a timer in the danger zone", async () => {
  const lou = await tonight.guest("Lou", { language: "fr", phone: true });
  // A practice game that plays on from its last card: a timer is in the danger zone, and only sand is left to run.
  await playsOnFrom(lou, "in-danger.txt", 22);
  await starts(lou);
  await clock(lou.page).waitFor();
  await lou.findsNothingCutOff();
  expect(await lou.page.locator('[data-testid^="timer-"][data-danger]').count()).toBe(1);
  const over = ended(lou.page);
  while (!(await over.isVisible())) {
    const shows = await clock(lou.page).textContent();
    await lou.page.getByTestId("wait").tap();
    await over
      .or(clock(lou.page).filter({ hasNotText: shows ?? "" }))
      .first()
      .waitFor();
  }
  expect(await over.textContent()).toMatch(/s’est écoulé dans la zone de danger.*S-23/s);
  expect(await (await lou.context.request.get("/api/me/levels/quicksand")).json()).toEqual([]);
  expect(lou.complaints).toEqual([]);
});

test("in practice the sand waits for a key, and the page says what was waited", async () => {
  const ada = await tonight.guest("Ada", { language: "en" });
  await begin([ada], 1, { level: 1, practice: true });
  expect(await clock(ada.page).textContent()).toBe("0:00");
  await ada.page.keyboard.press("w");
  await clock(ada.page).filter({ hasText: "0:05" }).waitFor();
  await ada.page.getByTestId("wait").click();
  await clock(ada.page).filter({ hasText: "0:10" }).waitFor();
  expect(await ada.page.getByTestId("timer-A").getAttribute("data-left")).toBe("50000");
  const moves = ada.page.getByRole("list", { name: "Moves" }).getByRole("listitem");
  expect(await moves.allTextContents()).toEqual([
    expect.stringMatching(/You let the sand run 5 s/),
    expect.stringMatching(/You let the sand run 5 s/),
  ]);
}, 60_000);
