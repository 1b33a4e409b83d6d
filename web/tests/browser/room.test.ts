/** Room on the screen, measured: what a board fills, and what must not be cut or hidden. */
import { expect, test } from "vitest";
import { evening } from "./evening";
import { opensTable, playsOn } from "./line";
import type { Person } from "./people";
import { begin } from "./sand";

const tonight = evening();

/** A table with bots at which this person has played a while and is to move. */
async function inMidGame(person: Person, game: string, seats: number, options: object): Promise<void> {
  const table = await opensTable(person, { game, seats, options, private: true, bots: "learner" });
  await person.goes("/healthz");
  await playsOn(person, table, 24);
  await person.goes(`/table/${table}`);
  await person.page.getByRole("group", { name: /^(Board|Plateau)$/ }).waitFor();
}

test("Thin Ice: the floe fills the stage beside the hand, and the column keeps its talk in sight", async () => {
  const person = await tonight.person({ language: "fr" });
  await inMidGame(person, "thin-ice", 4, { mode: "intermediate" });
  const { page } = person;
  await page.locator("[data-tile], img.slab").first().waitFor();
  const { floe, stage } = await page.evaluate(() => {
    const rects = [...document.querySelectorAll("img.slab")].map((slab) => slab.getBoundingClientRect());
    const board = document.querySelector(".middle .board")!.getBoundingClientRect();
    const dock = document.querySelector(".dock.beside")?.getBoundingClientRect();
    const wide = Math.max(...rects.map(({ right }) => right)) - Math.min(...rects.map(({ left }) => left));
    const high = Math.max(...rects.map(({ bottom }) => bottom)) - Math.min(...rects.map(({ top }) => top));
    return {
      floe: { wide, high },
      stage: { wide: board.width - (dock?.width ?? 0), high: board.height },
    };
  });
  expect(Math.max(floe.wide / stage.wide, floe.high / stage.high)).toBeGreaterThan(0.72);
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
