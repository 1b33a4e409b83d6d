/** The pages about people: who is best, who somebody is, a tournament, what is planned for when one is away. */
import { beforeAll, expect, test } from "vitest";
import type { MyPlan } from "../../src/lib/net/protocol";
import { evening } from "../browser/evening";
import { opensTable, playsOn } from "../browser/line";
import type { Person } from "../browser/people";
import { sits, starts } from "../browser/together";
import { EYES, picture } from "./taking";

const tonight = evening();
const NAMES = ["Inès", "Noé", "Camille", "Yann"];
let cup = "";

/** Everybody plays the game at this table to its end, on a page that draws nothing. */
const playOut = (people: Person[], table: string) =>
  Promise.all(
    people.map(async (person) => {
      await person.goes("/healthz");
      await playsOn(person, table);
    }),
  );

beforeAll(async () => {
  const people = await Promise.all(NAMES.map((name) => tonight.guest(name, { phone: true })));
  const [host, guest] = people as [Person, Person];
  const table = await opensTable(host, {
    game: "pyramids",
    seats: 2,
    terms: { time: { pace: { type: "game", seconds: 600, plus: 0 }, up: "lost" }, rated: true },
    private: true,
  });
  await host.goes(`/table/${table}`);
  await sits(guest, `/table/${table}`, 1);
  await starts(host);
  await host.page.getByTestId("clock-0").waitFor();
  await playOut([host, guest], table);

  const held = await host.context.request.post("/api/tournaments", {
    data: {
      name: "Soirée du club",
      game: "pyramids",
      terms: { time: { pace: { type: "game", seconds: 600, plus: 0 }, up: "lost" }, rated: false },
      format: { type: "swiss", rounds: 1 },
    },
  });
  cup = ((await held.json()) as { id: string }).id;
  for (const person of people) {
    await person.goes(`/tournaments/${cup}`);
    await person.page.getByTestId("join").click();
    await person.page.getByText(/^(You take part\.|Vous participez\.)$/).waitFor();
  }
  await host.context.request.post(`/api/tournaments/${cup}/start`, { data: {} });
  await Promise.all(
    people.map(async (person) => {
      await person.page.waitForURL(/\/table\//, { timeout: 60_000 });
      await playOut([person], new URL(person.page.url()).pathname.split("/").at(-1) ?? "");
    }),
  );
}, 180_000);

test.each(EYES)("tournament%s", async (name, habits) => {
  const person = await tonight.person(habits);
  await person.goes(`/tournaments/${cup}`);
  await person.page.getByTestId("standing").first().waitFor();
  await picture(person, `tournament${name}`);
});

test.each(EYES)("tournaments%s", async (name, habits) => {
  const person = await tonight.person(habits);
  await person.goes("/tournaments");
  await person.page.getByTestId("tournament-card").first().waitFor();
  await picture(person, `tournaments${name}`);
});

test.each(EYES)("ratings%s", async (name, habits) => {
  const person = await tonight.person(habits);
  await person.goes("/ratings/pyramids");
  await person.page.getByTestId("bots").waitFor();
  await picture(person, `ratings${name}`);
});

test.each(EYES)("profile%s", async (name, habits) => {
  const called = { "": "Zoé", "-phone": "Léa", "-night": "Maya", "-phone-night": "Chloé" }[name] ?? name;
  const [person] = await tonight.withDevice(called, habits);
  await person.goes("/me");
  await person.page.getByRole("button", { name: /^(Add a passkey|Ajouter une clé d’accès)$/ }).click();
  await person.page.getByTestId("device").waitFor();
  await picture(person, `account${name}`);
  const looks = await tonight.person(habits);
  await looks.goes(`/people/${encodeURIComponent(called)}`);
  await looks.page.getByTestId("profile").waitFor();
  await picture(looks, `profile${name}`);
});

test.each(EYES)("find-somebody%s", async (name, habits) => {
  const person = await tonight.guest("Inès", habits);
  await person.goes("/");
  await person.page
    .getByRole("button", { name: /^(Find me somebody|Trouvez-moi quelqu’un)$/ })
    .first()
    .click();
  await person.page.getByRole("dialog").waitFor();
  await picture(person, `find-somebody${name}`);
});

test.each(EYES)("plans%s", async (name, habits) => {
  const host = await tonight.guest("Ada", { phone: true });
  const person = await tonight.guest("Inès", habits);
  const table = await opensTable(host, {
    game: "pyramids",
    seats: 2,
    terms: { time: { pace: { type: "turn", seconds: 86_400 }, up: "lost" } },
    private: true,
  });
  await sits(person, `/table/${table}`, 1);
  await host.goes(`/table/${table}`);
  await starts(host);
  await person.page.getByTestId("plan-ahead").waitFor();
  const plan = `/api/tables/${table}/plan`;
  const { n } = (await (await person.context.request.get(plan)).json()) as MyPlan;
  const line = ["S@a1", "A+90", "S@e5", "B+90"].map((action, i) => ({ seat: i < 2 ? 0 : 1, action }));
  expect((await person.context.request.post(plan, { data: { op: "keep", n, line } })).ok()).toBe(true);
  await person.page.reload();
  await person.page.getByTestId("my-lines").locator("ul > li").waitFor();
  await picture(person, `plans${name}`, "pyramids");
});
