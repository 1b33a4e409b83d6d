/** Every page and board, in the light and at night, on a desktop and on a phone, as people find them. */
import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, test } from "vitest";
import { House } from "../browser/house";
import { opensTable, playsToTheEnd } from "../browser/line";
import { People, type Habits, type Person } from "../browser/people";

const FOLDER = new URL("../../../docs/pictures/", import.meta.url).pathname;
/** So many things have happened at the table when the picture is taken. */
const IN_MID_GAME = 24;

let house: House;
let people: People;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  [house, people] = await Promise.all([House.open(), People.gather()]);
});
afterAll(async () => {
  await people?.leave();
  await house?.close();
});

async function picture(person: Person, name: string) {
  await person.page.evaluate(() => document.fonts.ready);
  await person.page.waitForLoadState("networkidle");
  await person.page.screenshot({ path: `${FOLDER}${name}.jpg`, type: "jpeg", quality: 84 });
}

/** A table with bots, at which this person has played a while without much thought and is to move. */
async function playAWhile(person: Person, game: string, seats: number, options: object) {
  const opened = await person.context.request.post("/api/tables", {
    data: { game, seats, options, private: true, bots: "easy" },
  });
  const { id } = (await opened.json()) as { id: string };
  await person.goes(`/table/${id}`);
  await person.page.evaluate(
    async ({ id, enough }) => {
      interface Frame {
        op: string;
        n: number;
        outcome: unknown;
        awaited: number[];
        eyes: { seat: number; actions: string[] }[];
      }
      const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/tables/${id}/live?since=0`);
      let request = 0;
      await new Promise<void>((done) =>
        socket.addEventListener("message", ({ data }) => {
          const said = JSON.parse(data as string) as Frame;
          if (said.op !== "frame") return;
          const [me] = said.eyes;
          if (said.outcome) done();
          if (!me || !said.awaited.includes(me.seat) || me.actions.length === 0) return;
          if (said.n > enough) return done();
          const action = me.actions[(said.n * 7) % me.actions.length];
          socket.send(JSON.stringify({ op: "play", id: ++request, seat: me.seat, action }));
        }),
      );
      socket.close();
    },
    { id, enough: IN_MID_GAME },
  );
}

const EYES: [string, Habits][] = [
  ["", { language: "en" }],
  ["-phone", { language: "fr", phone: true }],
  ["-night", { language: "fr", dark: true }],
];

test.each(EYES)("home%s", async (name, habits) => {
  const person = await people.person(house.address, habits);
  await person.goes("/");
  await person.page.getByTestId("box-pyramids").waitFor();
  await picture(person, `home${name}`);
});

test.each(EYES)("rules%s", async (name, habits) => {
  const person = await people.person(house.address, habits);
  await person.goes("/rules/pyramids");
  await person.page.locator("#P-10").waitFor();
  await picture(person, `rules${name}`);
});

test.each(EYES)("rules-of-all%s", async (name, habits) => {
  const person = await people.person(house.address, habits);
  await person.goes("/rules");
  await person.page.getByTestId("rules-quintazone").waitFor();
  await picture(person, `rules-of-all${name}`);
});

test.each(EYES)("my-games%s", async (name, habits) => {
  const person = await (await people.person(house.address, habits)).isCalled("Inès");
  await person.goes("/rules");
  await playsToTheEnd(person, await opensTable(person, { game: "pyramids", bots: "easy", private: true }));
  await opensTable(person, { game: "quadri", seats: 3, bots: "easy", private: true });
  await person.goes("/me");
  await person.page.getByTestId("my-game").nth(1).waitFor();
  await person.page.getByTestId("levels").waitFor();
  await picture(person, `my-games${name}`);
});

const TABLES: [string, number, object][] = [
  ["pyramids", 2, {}],
  ["quintazone", 3, {}],
  ["quadri", 3, {}],
  ["quicksand", 4, { level: 9, pace: "gentle" }],
  ["thin-ice", 4, { mode: "intermediate" }],
];

for (const [game, seats, options] of TABLES) {
  test.each(EYES)(`${game}%s`, async (name, habits) => {
    const person = await people.person(house.address, habits);
    await playAWhile(person, game, seats, options);
    await picture(person, `${game}${name}`);
  });
}
