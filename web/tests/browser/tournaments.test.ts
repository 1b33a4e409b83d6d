/** Tournaments: eight people play an arena and a Swiss to the end; and one is held from the page. */
import { expect, test } from "vitest";
import type { Tournament, TournamentPage } from "../../src/lib/net/protocol";
import { evening } from "./evening";
import { playsOn } from "./line";
import { shows, type Habits, type Person } from "./people";

const tonight = evening();

const NAMES = ["Ada", "Béa", "Cleo", "Dov", "Emma", "Finn", "Gaël", "Hugo"];
/** At a desk and on phones, whose pages are painted sooner; in both languages, by day and by night. */
const habits = (n: number): Habits => ({
  language: n % 2 === 0 ? "en" : "fr",
  phone: n > 0,
  dark: n % 4 === 3,
});
/** Whoever is still at a table when an arena ends may wait in vain for the other: not for long. */
const CLOCK = { time: { pace: { type: "game", seconds: 20, plus: 0 }, up: "lost" }, rated: false };

async function look(person: Person, id: string): Promise<TournamentPage> {
  // A line of its own: one that is kept may be closed by the house just as it is used again.
  const answer = await person.context.request.get(`/api/tournaments/${id}`, {
    headers: { connection: "close" },
  });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as TournamentPage;
}

/** Eight people with pages of their own, registered for what the first of them holds. */
async function held(wanted: object): Promise<{ id: string; people: Person[] }> {
  const people = await Promise.all(NAMES.map((name, n) => tonight.guest(name, habits(n))));
  const [holder] = people as [Person];
  const answer = await holder.context.request.post("/api/tournaments", {
    data: { name: "Soirée du club", game: "pyramids", terms: CLOCK, ...wanted },
  });
  expect(answer.status()).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  for (const person of people) {
    await person.goes(`/tournaments/${id}`);
    await person.page.getByTestId("join").click();
    await person.page.getByText(/^(You take part\.|Vous participez\.)$/).waitFor();
  }
  return { id, people };
}

/** Plays a game to its end. Nobody watches the board meanwhile: eight boards take all that a machine has. */
async function playsOut(person: Person, table: string): Promise<void> {
  await person.goes("/healthz");
  await playsOn(person, table);
}

/** Sees how it ended, and goes on from there. */
async function goesBack(person: Person, table: string): Promise<void> {
  await person.goes(`/table/${table}`);
  await person.page.getByTestId("outcome").waitFor();
  const name = /^(Back to the tournament|Retour au tournoi|To your next game|À votre prochaine partie)$/;
  await person.page.getByRole("link", { name }).first().click();
}

/** Plays every game to which the page leads them, until the tournament is over. */
async function takesPart(person: Person, id: string): Promise<void> {
  const { page } = person;
  const played = new Set<string>();
  const tableAt = (url: URL) => /^\/table\/(.+)$/.exec(url.pathname)?.[1];
  // The page goes to each of them by itself.
  const isNew = (url: URL) => !played.has(tableAt(url) ?? "") && tableAt(url) !== undefined;
  while ((await look(person, id)).tournament.phase !== "over") {
    const led = await page.waitForURL(isNew, { timeout: 3_000 }).catch(() => "not yet");
    if (led === "not yet") continue;
    const table = tableAt(new URL(page.url())) ?? "";
    await playsOut(person, table);
    played.add(table);
    await (played.size === 1 ? goesBack(person, table) : person.goes(`/tournaments/${id}`));
  }
}

async function isOver(person: Person, id: string): Promise<Tournament> {
  const { page } = person;
  await person.goes(`/tournaments/${id}`);
  await page
    .getByTestId("tournament-state")
    .getByText(/( wins?( together)?\.| l’emporte(nt)?\.)$/)
    .waitFor();
  expect(await page.getByTestId("standing").count()).toBe(NAMES.length);
  await person.findsThePageAccessible();
  await person.findsNothingCutOff();
  return (await look(person, id)).tournament;
}

test("eight people play an arena to the end", { timeout: 240_000 }, async () => {
  const { id, people } = await held({ format: { type: "arena", minutes: 60 } });
  const [holder, other] = people as [Person, Person];
  await shows(holder, "arena-open");
  await holder.page.getByRole("button", { name: "Begin now" }).click();
  // The evening lasts until twice as many games were played as can be at once, and everybody has played: whoever is free
  // meets the next at once, and nobody is left waiting.
  const isLong = async () => {
    const { standings } = (await look(other, id)).tournament;
    const games = standings.map(({ played }) => played);
    return Math.min(...games) >= 1 && games.reduce((sum, one) => sum + one) >= 2 * NAMES.length;
  };
  const lasts = async () => {
    await expect.poll(isLong, { timeout: 180_000, interval: 300 }).toBe(true);
    expect((await holder.context.request.post(`/api/tournaments/${id}/end`)).ok()).toBe(true);
  };
  await Promise.all([lasts(), ...people.map((person) => takesPart(person, id))]);
  const end = await isOver(holder, id);
  await isOver(other, id);
  expect(Math.max(...end.standings.map((line) => line.points))).toBe(end.standings[0]?.points);
  expect(end.tables.filter((table) => table.places).length).toBeGreaterThanOrEqual(NAMES.length);
  await shows(holder, "arena-over");
  for (const person of people) expect(person.complaints).toEqual([]);
});

test(
  "eight people play a Swiss to the end, and the house dies in between",
  { timeout: 240_000 },
  async () => {
    const { id, people } = await held({ format: { type: "swiss", rounds: 3 }, pause: 30 });
    const [holder, , phone] = people as [Person, Person, Person];
    await holder.page.getByRole("button", { name: "Begin now" }).click();
    const dies = async () => {
      await expect
        .poll(async () => (await look(holder, id)).tournament.next_round, { timeout: 90_000, interval: 300 })
        .not.toBeNull();
      await tonight.house.kill();
      await tonight.house.start();
    };
    // The first round; then the house is killed while everybody waits for the second.
    const round = async (person: Person) => {
      await person.page.waitForURL(`**/table/${id}-*`);
      const table = new URL(person.page.url()).pathname.split("/").at(-1) ?? "";
      await playsOut(person, table);
      await goesBack(person, table);
      await person.page.getByTestId("standings").waitFor();
    };
    await Promise.all(people.map(round));
    await shows(phone, "swiss-between-phone");
    await dies();
    await Promise.all(people.map((person) => takesPart(person, id)));
    const end = await isOver(holder, id);
    await isOver(phone, id);
    expect(end.tables_in_all).toBe(12);
    const met = end.tables.map(({ players }) => [...players].sort().join("-"));
    expect(new Set(met).size).toBe(12);
    for (const number of [1, 2, 3]) {
      const there = end.tables.filter(({ round }) => round === number).flatMap(({ players }) => players);
      expect(new Set(there).size).toBe(NAMES.length);
    }
    // What decides between equal points is said.
    await holder.page.getByText("What decides between equal points").click();
    await holder.page.getByText("the points of all opponents.", { exact: false }).first().waitFor();
    await shows(holder, "swiss-over");
    await shows(phone, "swiss-over-phone");
    const file = await holder.context.request.get(`/api/tournaments/${id}/results.csv?lang=en`);
    expect((await file.text()).trimEnd().split("\r\n").length).toBe(1 + NAMES.length);
    for (const person of people) expect(person.complaints).toEqual([]);
  },
);

test.each<[string, Habits]>([
  ["on a desktop, in English", { language: "en" }],
  ["on a phone, in French, at night", { language: "fr", phone: true, dark: true }],
])("a tournament is held, found in the list, left and ended: %s", async (_, habits) => {
  const fr = habits.language === "fr";
  const person = await tonight.guest(fr ? "Zoé" : "Inès", habits);
  const { page } = person;
  await person.goes("/");
  await page.getByRole("link", { name: fr ? "Tournois" : "Tournaments" }).click();
  await page.getByRole("button", { name: fr ? "En organiser un" : "Hold one" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(fr ? "Nom" : "Name", { exact: true }).fill(fr ? "Coupe d’hiver" : "Winter cup");
  await dialog.getByText(fr ? "Élimination directe" : "Knock-out", { exact: true }).click();
  await person.findsThePageAccessible();
  await shows(person, `hold-${habits.language}`);
  await dialog.getByRole("button", { name: fr ? "L’annoncer" : "Announce it" }).click();
  await page.waitForURL("**/tournaments/*");
  await page.getByTestId("join").click();
  await page.getByRole("button", { name: fr ? "Quitter" : "Leave", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: fr ? "Quitter" : "Leave", exact: true })
    .click();
  await page.getByRole("button", { name: fr ? "Rejouer" : "Play again" }).waitFor();
  await person.findsThePageAccessible();
  await person.findsNothingCutOff();
  await page.getByRole("link", { name: fr ? "Tous les tournois" : "All tournaments" }).click();
  await page
    .getByTestId("tournament-card")
    .getByText(fr ? "Coupe d’hiver" : "Winter cup")
    .waitFor();
  await person.findsThePageAccessible();
  await person.findsNothingCutOff();
  await shows(person, `tournaments-${habits.language}`);
  await page
    .getByTestId("tournament-card")
    .getByText(fr ? "Coupe d’hiver" : "Winter cup")
    .click();
  // Somebody comes, and is removed; then nobody comes in any more.
  const [name, id] = [fr ? "Jo" : "Yann", new URL(page.url()).pathname];
  const guest = await tonight.guest(name, { language: fr ? "en" : "fr" });
  await guest.goes(id);
  await guest.page.getByTestId("join").click();
  await guest.page.getByText(/^(You take part\.|Vous participez\.)$/).waitFor();
  await page.getByTestId("remove").click();
  await dialog.getByRole("button", { name: fr ? `Retirer ${name}` : `Remove ${name}`, exact: true }).click();
  await person.findsThePageAccessible();
  await shows(person, `remove-${habits.language}`);
  await dialog.getByRole("button", { name: fr ? "Retirer pour de bon" : "Remove for good" }).click();
  await guest.page.getByText(/(has removed you from it|vous en a retiré)/).waitFor();
  expect(await guest.page.getByTestId("join").count()).toBe(0);
  await page.getByTestId("doors").click();
  await page
    .getByRole("button", { name: fr ? "Rouvrir les inscriptions" : "Open registration again" })
    .waitFor();
  await person.findsNothingCutOff();
  await page.getByRole("button", { name: fr ? "Le terminer" : "End it" }).click();
  await page.getByRole("button", { name: fr ? "Terminer maintenant" : "End it now" }).click();
  await page.getByText(fr ? "Il n’a jamais commencé" : "It never began", { exact: false }).waitFor();
});

test("whoever reads something else meanwhile is led to their table", async () => {
  const [ada, bea] = await Promise.all([
    tonight.guest("Ada", { language: "en" }),
    tonight.guest("Béa", { language: "fr", phone: true, dark: true }),
  ]);
  const answer = await ada.context.request.post("/api/tournaments", {
    data: { name: "Club evening", game: "pyramids", terms: CLOCK, format: { type: "swiss", rounds: 1 } },
  });
  const { id } = (await answer.json()) as { id: string };
  for (const person of [ada, bea]) {
    await person.goes(`/tournaments/${id}`);
    await person.page.getByTestId("join").click();
    await person.page.getByText(/^(You take part\.|Vous participez\.)$/).waitFor();
  }
  await bea.goes("/rules");
  expect((await ada.context.request.post(`/api/tournaments/${id}/start`, { data: {} })).status()).toBe(200);
  await bea.page.waitForURL(/\/table\//, { timeout: 60_000 });
  expect(new URL(bea.page.url()).pathname).toBe(`/table/${id}-1`);
  // Once: who then goes elsewhere wants to.
  await bea.goes("/rules");
  await bea.page.waitForResponse((answer) => answer.url().endsWith(`/api/tournaments/${id}`));
  expect(new URL(bea.page.url()).pathname).toBe("/rules");
});
