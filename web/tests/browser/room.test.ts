/** Room on the screen, measured: what a board fills, and what must not be cut or hidden. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { evening } from "./evening";
import { finished, opensTable, playsOn } from "./line";
import type { Person } from "./people";
import { begin, clock } from "./sand";

const tonight = evening();

/** A table with bots at which this person has played a while and is to move. */
async function inMidGame(
  person: Person,
  game: string,
  seats: number,
  options: object,
  enough = 24,
): Promise<void> {
  const table = await opensTable(person, { game, seats, options, private: true, bots: "learner" });
  await person.goes("/healthz");
  await playsOn(person, table, enough);
  await person.goes(`/table/${table}`);
  await person.page.getByRole("group", { name: /^(Board|Plateau)$/ }).waitFor();
}

/** How much of the stage beside the hand the floe fills. */
async function floeOf(page: Page): Promise<{ wide: number; high: number }> {
  await page.locator("img.slab").first().waitFor();
  return page.evaluate(() => {
    const rects = [...document.querySelectorAll("img.slab")].map((slab) => slab.getBoundingClientRect());
    const board = document.querySelector("[role=group].board")!.getBoundingClientRect();
    const dock = document.querySelector(".dock.beside")?.getBoundingClientRect();
    const wide = Math.max(...rects.map(({ right }) => right)) - Math.min(...rects.map(({ left }) => left));
    const high = Math.max(...rects.map(({ bottom }) => bottom)) - Math.min(...rects.map(({ top }) => top));
    return { wide: wide / (board.width - (dock?.width ?? 0)), high: high / board.height };
  });
}

test("Thin Ice: the floe fills the stage beside the hand, and the column keeps its talk in sight", async () => {
  const person = await tonight.person({ language: "fr" });
  await inMidGame(person, "thin-ice", 4, { mode: "intermediate" });
  const { page } = person;
  const filled = await floeOf(page);
  expect(Math.max(filled.wide, filled.high)).toBeGreaterThan(0.72);
  const talk = await page.locator(".card.talk").boundingBox();
  expect((talk?.y ?? 0) + (talk?.height ?? 0)).toBeLessThanOrEqual(900);
});

test("Quintazone: a seat's points, and how many cards it holds, stand on one line in French", async () => {
  const person = await tonight.person({ language: "fr", dark: true });
  await inMidGame(person, "quintazone", 3, {});
  const rows = person.page.locator(".seats .details > p");
  expect(await rows.count()).toBe(3);
  for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeLessThan(34);
});

test("a phone's home page has all boxes in sight, each with its doors", async () => {
  const person = await tonight.person({ language: "fr", phone: true });
  await person.goes("/");
  const boxes = person.page.locator("[data-testid^=box-]");
  await boxes.first().waitFor();
  expect(await boxes.count()).toBe(5);
  for (const box of await boxes.all()) {
    const area = await box.boundingBox();
    expect((area?.y ?? 0) + (area?.height ?? 0)).toBeLessThanOrEqual(844);
    expect(await box.getByRole("link", { name: /^(Apprendre|Règles)/ }).count()).toBe(2);
  }
});

/** Buttons whose words need a second line. */
const inTwoLines = (page: Page, buttons: string) =>
  page.locator(buttons).evaluateAll((all) =>
    all.flatMap((button) => {
      const words = document.createRange();
      words.selectNodeContents(button);
      const heard = button.querySelector(".unseen");
      if (heard) words.setEndBefore(heard);
      const tops = [...words.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
      return Math.max(...tops) - Math.min(...tops) > 12 ? [button.textContent?.trim()] : [];
    }),
  );

test("in French no door of a phone's home page needs two lines", async () => {
  const person = await tonight.person({ language: "fr", phone: true });
  await person.goes("/");
  await person.page.getByTestId("box-pyramids").waitFor();
  await person.page.evaluate(() => document.fonts.ready);
  expect(await person.page.locator(".doors > .button").count()).toBe(8);
  expect(await inTwoLines(person.page, ".doors > .button")).toEqual([]);
});

test("in French a table's link and what is done with it stand in one row", async () => {
  const person = await tonight.person({ language: "fr", dark: true });
  const table = await opensTable(person, { game: "thin-ice", seats: 4, private: true });
  await person.goes(`/table/${table}`);
  await person.page.locator(".invite .button").first().waitFor();
  await person.page.evaluate(() => document.fonts.ready);
  const bottoms = await person.page
    .locator(".invite > label, .invite > .button")
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)));
  expect(bottoms).toHaveLength(3);
  expect(new Set(bottoms).size).toBe(1);
});

test("Quadri on a phone: a shape is pointed at in one line, and a lesson's shapes keep off the edge", async () => {
  const person = await tonight.person({ language: "fr", phone: true });
  await inMidGame(person, "quadri", 3, {});
  const { page } = person;
  await page.evaluate(() => document.fonts.ready);
  expect(await page.getByRole("button", { name: "Montrer une forme" }).count()).toBe(1);
  expect(await inTwoLines(page, ".sheet .buttons .wide")).toEqual([]);
  await person.goes("/learn/quadri");
  await page.getByTestId("coach").waitFor();
  const shapes = await page.locator(".hand.compact > *").evaluateAll((all) =>
    all.map((one) => {
      const { left, right } = one.getBoundingClientRect();
      return { left, right };
    }),
  );
  expect(shapes.length).toBeGreaterThan(0);
  expect(Math.min(...shapes.map(({ left }) => left))).toBeGreaterThanOrEqual(8);
  expect(Math.max(...shapes.map(({ right }) => right))).toBeLessThanOrEqual(382);
});

test("Quintazone on a phone: a zone's button holds the longest name and a number that counts twice", async () => {
  const person = await tonight.person({ language: "fr", phone: true });
  // The first turn: nothing is placed yet, so that a pyramid can be.
  await inMidGame(person, "quintazone", 3, {}, 1);
  const { page } = person;
  const zones = page.locator(".zones button:has(b)");
  await zones.first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  const beyond = await zones.evaluateAll((all) =>
    all.map((button) => {
      button.querySelector("span")!.textContent = "Espace";
      const number = button.querySelector("b")!;
      number.textContent = "12 ×2";
      return button.getBoundingClientRect().right - number.getBoundingClientRect().right;
    }),
  );
  expect(beyond.length).toBeGreaterThan(0);
  for (const left of beyond) expect(left).toBeGreaterThanOrEqual(4);
});

test("Quicksand: on a phone the phrases are whole", async () => {
  const person = await tonight.guest("Lou", { language: "fr", phone: true });
  await begin([person], 2, { level: 1, pace: "gentle" });
  const phrases = await person.page.getByTestId("phrases").boundingBox();
  const tabs = await person.page
    .getByRole("button", { name: /^Coups/ })
    .last()
    .boundingBox();
  expect((phrases?.y ?? 0) + (phrases?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
});

test.each([true, false])(
  "Quicksand: what is written below a lost timer is whole, on a phone: %s",
  async (phone) => {
    const person = await tonight.guest("Lou", { language: "fr", phone });
    const { page } = person;
    // In practice sand runs five seconds at a time, and nobody is hurried.
    await begin([person], 1, { level: 1, practice: true });
    const lost = page.locator(".timer.lost");
    for (let waits = 0; waits < 20 && (await lost.count()) === 0; waits++) {
      const shows = (await clock(page).textContent()) ?? "";
      await page.keyboard.press("w");
      await clock(page).filter({ hasNotText: shows }).waitFor();
    }
    await page.evaluate(() => document.fonts.ready);
    const beyond = await lost.first().evaluate((timer) => {
      const scene = timer.closest(".scene")!.getBoundingClientRect();
      const plaque = timer.querySelector(".plaque")!;
      // What a joker would leave it with is written there, too, and it may stand at either edge.
      plaque.insertAdjacentHTML("beforeend", "<em>→ 24 s</em>");
      const { style } = timer as HTMLElement;
      style.transition = "none";
      return [36, scene.width - 36].map((x) => {
        style.transform = `translate(${x}px, 200px)`;
        style.setProperty("--x", `${x}px`);
        const { left, right } = plaque.getBoundingClientRect();
        return Math.max(scene.left - left, right - scene.right);
      });
    });
    for (const cut of beyond) expect(cut).toBeLessThanOrEqual(0);
  },
);

/** What is cut, or covers something else, on a phone's page with a board. */
const cutOrCovered = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = [];
    const named = (element: Element) =>
      (element.textContent ?? "").trim().replaceAll(/\s+/g, " ").slice(0, 40);
    const strip = document.querySelector(".strip")!;
    if (strip.scrollWidth > strip.clientWidth) faults.push(`seats: ${strip.scrollWidth} px`);
    for (const name of document.querySelectorAll(".strip h2, .sheet h3"))
      if (name.scrollWidth > name.clientWidth) faults.push(`cut: ${named(name)}`);
    const tabs = document.querySelector(".sheet nav")!.getBoundingClientRect().top;
    const first = document.querySelector(".sheet .choices > *")!;
    const controls = [...document.querySelectorAll(".sheet .choices button")].filter(
      (control) => control.getClientRects().length > 0,
    );
    // What is further down is reached by scrolling; but none of the game’s own choices is half in sight.
    for (const control of controls) {
      const { top, bottom, left, right } = control.getBoundingClientRect();
      if (first.contains(control) && top < tabs && bottom > tabs)
        faults.push(`under the tabs: ${named(control)}`);
      if (right > innerWidth && left < innerWidth && !control.closest(".hand, .phrases"))
        faults.push(`beside the page: ${named(control)}`);
      for (const other of controls) {
        if (other === control || control.contains(other) || other.contains(control)) continue;
        const area = other.getBoundingClientRect();
        const across = Math.min(right, area.right) - Math.max(left, area.left);
        const down = Math.min(bottom, area.bottom) - Math.max(top, area.top);
        // What is among words can be hit a little beside them.
        const air = [control, other].some((one) => one.classList.contains("text")) ? 16 : 1;
        if (across > 1 && down > air) faults.push(`${named(control)} over ${named(other)}`);
      }
    }
    return faults;
  });

test.each([
  ["pyramids", 2, {}],
  ["quadri", 4, {}],
  ["quintazone", 4, {}],
  ["thin-ice", 4, { mode: "intermediate" }],
  // Some are in the water by now, or out of it for good.
  ["thin-ice", 4, { mode: "intermediate" }, 70],
  ["quicksand", 4, { level: 9, practice: true }],
] as [string, number, object, number?][])(
  "%s on a phone: all seats side by side, no choice cut by the tabs, none over another",
  async (game, seats, options, enough) => {
    const person = await tonight.guest("Inès", { language: "fr", phone: true });
    await inMidGame(person, game, seats, options, enough);
    const seen = () => cutOrCovered(person.page);
    await expect.poll(seen).toEqual([]);
    // On a smaller one choices may need scrolling; the seats are still all there.
    await person.page.setViewportSize({ width: 360, height: 800 });
    await expect.poll(async () => (await seen()).filter((fault) => /^(seats|cut)/.test(fault))).toEqual([]);
  },
);

test("Thin Ice on a phone: the floe fills the room below the sky", async () => {
  const person = await tonight.person({ language: "fr", phone: true });
  await inMidGame(person, "thin-ice", 4, { mode: "intermediate" });
  const filled = await floeOf(person.page);
  expect(Math.max(filled.wide, filled.high)).toBeGreaterThan(0.8);
  // A floe that is higher than it is wide leaves more sea at its sides.
  expect(filled.wide).toBeGreaterThan(0.6);
  // No column's name stands behind the eye.
  const { page } = person;
  const eye = (await page.locator(".peek").boundingBox())!;
  for (const name of await page.locator(".names span:not(.row)").all()) {
    const { x, y, width } = (await name.boundingBox())!;
    expect(x + width <= eye.x || y >= eye.y + eye.height, await name.innerText()).toBe(true);
  }
});

test("a phone's standings are seen whole, with what decides between equal points", async () => {
  const people = await Promise.all(
    ["Maximilienne", "Zoé"].map((name) => tonight.guest(name, { language: "fr", phone: true })),
  );
  const [person] = people as [Person];
  const api = "/api/tournaments";
  const held = await person.context.request.post(api, {
    data: {
      name: "Soirée du club",
      game: "pyramids",
      terms: { time: { pace: { type: "game", seconds: 600, plus: 0 }, up: "lost" }, rated: false },
      format: { type: "swiss", rounds: 1 },
    },
  });
  const { id } = (await held.json()) as { id: string };
  for (const { context } of people)
    expect((await context.request.post(`${api}/${id}/join`, { data: {} })).ok()).toBe(true);
  expect((await person.context.request.post(`${api}/${id}/start`, { data: {} })).ok()).toBe(true);
  // They are led to their table once; who comes back may look at the standings.
  await person.goes(`/tournaments/${id}`);
  await person.page.waitForURL(/\/table\//);
  await person.goes(`/tournaments/${id}`);
  const standings = person.page.locator(".wide:has([data-testid=standings])");
  await standings.waitFor();
  await person.page.evaluate(() => document.fonts.ready);
  expect(await standings.innerText()).toContain("Buchholz");
  for (const width of [390, 320]) {
    await person.page.setViewportSize({ width, height: 844 });
    expect(await standings.evaluate((wide) => wide.scrollWidth - wide.clientWidth), `${width} px`).toBe(0);
  }
});

test("looking back on a phone, what one can do with a moment is not behind the tabs", async () => {
  const person = await tonight.guest("Inès", { language: "fr", phone: true });
  const table = await finished(person, { game: "quintazone", seats: 3 });
  const { page } = person;
  await person.goes(`/replay/${table}?at=40&eyes=open`);
  await page.getByRole("slider").waitFor();
  await page.evaluate(() => document.fonts.ready);
  const tabs = (await page.locator(".sheet nav").boundingBox())!;
  for (const name of ["Jouer à partir d’ici", "Copier le lien vers ce moment", "Enregistrer le journal"]) {
    const { x, y, width, height } = (await page.getByText(name).boundingBox())!;
    expect(y + height, name).toBeLessThanOrEqual(tabs.y);
    expect(x >= 0 && x + width <= 390, name).toBe(true);
  }
});

test("at the end on a phone, three seats are ranked above the tabs", async () => {
  const person = await tonight.guest("Inès", { language: "fr", phone: true });
  const table = await finished(person, { game: "quintazone", seats: 3 });
  const { page } = person;
  await person.goes(`/table/${table}`);
  await page.getByTestId("outcome").waitFor();
  await page.evaluate(() => document.fonts.ready);
  // As long as why it ended mostly is, whatever was played.
  await page
    .getByTestId("outcome")
    .locator("p")
    .first()
    .evaluate((why) => {
      why.textContent =
        "Une grande pyramide sur espace a rapporté 120 points, doublés par l’objectif secret. La dernière carte est posée. Z-16";
    });
  const tabs = (await page.locator(".sheet nav").boundingBox())!;
  const last = (await page.locator(".ranks li").nth(2).boundingBox())!;
  expect(last.y + last.height).toBeLessThanOrEqual(tabs.y);
});
