import { expect, test } from "vitest";
import { evening } from "./evening";
import { Keyboard } from "./keyboard";
import type { Habits } from "./people";

const tonight = evening();

interface Game {
  name: string;
  habits: Habits;
  /** From the shelf to the first choice. */
  begin(keys: Keyboard): Promise<void>;
  /** Which of these lines a person of modest ambition chooses. */
  prefer: RegExp[];
  /** Sentences that must have been spoken, in this order. */
  hears: RegExp[];
}

const againstBots = (name: RegExp) => (keys: Keyboard) =>
  keys.opens(new RegExp(`(Play (against|with) bots|Jouer (contre|avec) des bots), ${name.source}`));

/** A table of four with as few objectives as the rules allow: a game that does not last. */
async function aShortQuadri(keys: Keyboard): Promise<void> {
  await keys.opens(/Open a table, Quadri/);
  await keys.tabTo(/^2$/);
  await keys.press("ArrowRight");
  await keys.press("ArrowRight");
  await keys.tabTo(/^Options$/);
  await keys.press("Enter");
  await keys.tabTo(/^Objectives$/);
  await keys.type("24");
  await keys.tabTo(/^Open the table$/);
  await keys.press("Enter");
  for (let bot = 0; bot < 3; bot++) await keys.opens(/^Put a bot$/);
  await keys.opens(/^Start the game$/);
}

/** Sand that waits for a key: a whole game takes as long as somebody types, not as long as sand runs. */
async function aPractice(keys: Keyboard): Promise<void> {
  await keys.opens(/Ouvrir une table, Quicksand/);
  await keys.tabTo(/^Options$/);
  await keys.press("Enter");
  await keys.tabTo(/^Entraînement/);
  await keys.press("Space");
  await keys.tabTo(/^Ouvrir la table$/);
  await keys.press("Enter");
  await keys.opens(/^Asseoir un bot$/);
  await keys.opens(/^Commencer la partie$/);
}

const GAMES: Game[] = [
  {
    name: "pyramids, on a desktop, in English",
    habits: { language: "en" },
    begin: againstBots(/Pyramids/),
    prefer: [/takes [1-9]/, /^Jump with your .* choices/, /^Jump/],
    hears: [/^Your turn/, /^You placed a/, /^Carver (placed|jumped)/, /wins|You win|Nobody wins/],
  },
  {
    name: "thin-ice, on a phone, in French",
    habits: { language: "fr", phone: true },
    begin: againstBots(/Thin Ice/),
    prefer: [/^Lancer le dé/],
    hears: [/^Vous avez/, /^Skate.* a/, /gagne/],
  },
  {
    name: "quintazone, on a desktop, in French",
    habits: { language: "fr" },
    begin: againstBots(/Quintazone/),
    prefer: [/^Finir le tour/, /^Poser/],
    hears: [/^À vous/, /^Vous avez posé/, /^Ember.* a posé/, /gagne/],
  },
  {
    name: "quadri, on a phone, in English",
    habits: { language: "en", phone: true },
    begin: aShortQuadri,
    prefer: [/^I see nothing more/, /^Lay the card/, /^column/],
    hears: [/^You laid a card/, /^Stencil.* laid a card/, /wins|You win|Nobody wins|win$/],
  },
  {
    name: "quicksand, on a desktop, in French",
    habits: { language: "fr" },
    begin: aPractice,
    prefer: [/ va de /, /est relevé/],
    hears: [/^Vous jouez/, /gagn/],
  },
];

test.each(GAMES)("a whole game with the keyboard alone: $name", async ({ habits, begin, prefer, hears }) => {
  const person = await tonight.guest("Inès", habits);
  const keys = await Keyboard.of(person);
  await person.goes("/");
  await begin(keys);
  await person.page.waitForURL("**/table/**");
  await person.page.locator("main .board").first().waitFor();
  await keys.press("l");
  for (let lines = await keys.lines(); lines; lines = await keys.lines()) {
    await keys.isInTheList();
    const wanted = prefer.map((one) => lines?.findIndex((line) => one.test(line)) ?? -1);
    await keys.choose(Math.max(0, wanted.find((index) => index >= 0) ?? 0));
  }
  // The keyboard is not lost when the list gives way to the end.
  expect(await person.page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  let heard = await keys.heard();
  for (const sentence of hears) {
    const at = heard.findIndex((line) => sentence.test(line));
    expect(at, `${sentence} in:\n${heard.slice(-25).join("\n")}`).toBeGreaterThanOrEqual(0);
    heard = heard.slice(at + 1);
  }
  await person.findsThePageAccessible();
  await person.findsNothingCutOff();
  expect(person.complaints).toEqual([]);
});

test("buttons that go away with a move leave the keyboard among the choices", async () => {
  const person = await tonight.guest("Inès", { language: "en" });
  const keys = await Keyboard.of(person);
  await person.goes("/");
  await againstBots(/Pyramids/)(keys);
  await person.page.locator(".size:not([disabled])").first().waitFor();
  const among = () => person.page.evaluate(() => document.activeElement?.closest("section.choices") !== null);
  await keys.tabTo(/^Large/);
  await keys.press("Enter");
  expect(await among()).toBe(true);
  await keys.tabTo(/^All choices/);
  await keys.press("Enter");
  await keys.isInTheList();
  // Esc gives the keyboard back to where it came from.
  await keys.press("Escape");
  expect(await keys.here()).toMatch(/^All choices/);
  await keys.press("l");
  for (const line of [/large/, /^c3/]) {
    const lines = (await keys.lines()) ?? [];
    await keys.choose(lines.findIndex((one) => line.test(one)));
  }
  await keys.press("Escape");
  await keys.tabTo(/^Coaster A$/);
  await keys.press("Enter");
  await keys.tabTo(/^Turn A by 90°$/);
  await keys.press("Enter");
  await person.page.waitForFunction(() =>
    window.heard.some((line) => line.startsWith("You turned A by 90°")),
  );
  await expect.poll(among).toBe(true);
});
