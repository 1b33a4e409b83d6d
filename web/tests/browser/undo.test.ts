/** Taking back by agreement. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { House } from "./house";
import { People } from "./people";
import { opens, questions, sits, starts } from "./together";

let house: House;
let people: People;

beforeAll(async () => {
  [house, people] = await Promise.all([House.open(), People.gather()]);
});
afterAll(async () => {
  await people?.leave();
  await house?.close();
});

const takeBack = (page: Page) => page.getByRole("button", { name: /^(Take back|Reprendre le coup)$/ });
const moves = (page: Page) => page.getByRole("list", { name: /^(Moves|Coups)$/ }).getByRole("listitem");
const coaster = (page: Page) => page.getByRole("button", { name: /^(Coaster|Dalle) A/ });

async function places(page: Page, cell: string) {
  await page.locator(".size:not([disabled])").first().click();
  await page.locator(`[data-cell=${cell}]`).click();
  await coaster(page).waitFor();
}

test("the others agree, or not; what was taken back can be played otherwise", async () => {
  const host = await (await people.person(house.address, { language: "en" })).isCalled("Inès");
  const guest = await (await people.person(house.address, { language: "fr", phone: true })).isCalled("Noé");
  const path = await opens(host, { game: "pyramids" });
  await sits(guest, path, 1);
  await starts(host);
  await places(host.page, "c3");
  expect(await takeBack(guest.page).count()).toBe(0);

  await takeBack(host.page).click();
  await questions(host.page).getByText("Waiting for Noé to agree.").waitFor();
  await questions(guest.page).getByText("Inès aimerait reprendre S@c3.").waitFor();
  await guest.findsThePageAccessible();
  await guest.findsNothingCutOff();
  await questions(guest.page).getByRole("button", { name: "Non" }).click();
  await host.page.getByTestId("notice").getByText("The others would rather leave it as it is.").waitFor();
  expect(await coaster(host.page).isVisible()).toBe(true);

  await takeBack(host.page).click();
  await questions(guest.page).getByRole("button", { name: "D’accord" }).click();
  await host.page
    .getByText(/Inès took back S@c3/)
    .first()
    .waitFor();
  await guest.page
    .getByText(/Inès a repris S@c3/)
    .first()
    .waitFor();
  await coaster(host.page).waitFor({ state: "detached" });
  expect(await moves(host.page).count()).toBe(0);
  await places(host.page, "d4");
  await expect.poll(() => moves(host.page).first().textContent()).toMatch(/S@d4/);
  expect([...host.complaints, ...guest.complaints]).toEqual([]);
});

test("bots do not mind: on a phone, in French, at once", async () => {
  const host = await (await people.person(house.address, { language: "fr", phone: true })).isCalled("Inès");
  await opens(host, { game: "pyramids", bots: "easy" });
  await places(host.page, "c3");
  await takeBack(host.page).click();
  await host.page
    .getByText(/Inès a repris S@c3/)
    .first()
    .waitFor();
  await places(host.page, "c3");
});

test("what taught somebody something stays, and the page says why", async () => {
  const host = await (await people.person(house.address, { language: "en" })).isCalled("Inès");
  const path = await opens(host, { game: "quadri", seats: 2, bots: "easy" });
  await host.page.evaluate(
    (path) =>
      new Promise<void>((done) => {
        const socket = new WebSocket(
          `${location.origin.replace("http", "ws")}/api${path.replace("table", "tables")}/live`,
        );
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data as string);
          const laid = message.eyes?.[0]?.actions.find((action: string) => action.startsWith("@"));
          if (message.op === "done") done();
          else if (laid) socket.send(JSON.stringify({ op: "play", id: 1, seat: 0, action: laid }));
        };
      }),
    path,
  );
  await takeBack(host.page).click();
  await host.page
    .getByTestId("notice")
    .getByText(/chance decided/)
    .waitFor();
});
