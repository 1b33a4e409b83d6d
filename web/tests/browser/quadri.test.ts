import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { evening } from "./evening";
import { asks, opensTable, playsOnFrom } from "./line";
import type { Person } from "./people";
import { seat } from "./together";

const tonight = evening();

/** Two cores are shared by several browsers and a server. */
const PATIENT = { timeout: 30_000 };

const sheet = (page: Page) => page.getByTestId("sheet");
const ended = (page: Page) => page.getByTestId("outcome");
const places = (page: Page) => page.locator("[data-spot]");
const glowing = (page: Page) => page.locator("li.glows").getByRole("button");
const noMore = (page: Page) =>
  page.getByRole("button", { name: /^(I see nothing more|Je ne vois plus rien)$/ });
const caption = (page: Page) => page.locator(".caption");
const proofs = async (page: Page) =>
  Number(/(?:Proof|Épreuve) (\d+)/.exec((await sheet(page).textContent()) ?? "")?.[1] ?? 0);

/** A table of this game with these options, opened without the dialogue. */
async function openTable(host: Person, wanted: object): Promise<string> {
  return `/table/${await opensTable(host, { game: "quadri", ...wanted })}`;
}

/** Everybody sits down in this order; the host, who opened the table, sits already, and starts. So many bots sit after them. */
async function sitDown(path: string, everybody: Person[], bots = 0): Promise<void> {
  for (const [n, person] of everybody.entries()) {
    await person.goes(path);
    if (n === 0) continue;
    await seat(person.page, n)
      .getByRole("button", { name: /^(Sit here|S’asseoir ici)$/ })
      .click();
  }
  const host = everybody[0] as Person;
  const free = Array.from({ length: bots }, (_, i) => everybody.length + i);
  await asks(
    host,
    path.split("/").at(-1) ?? "",
    free.map((seat) => ({ op: "bot", seat, level: "learner" })),
  );
  await host.page.getByRole("button", { name: /^(Start|Commencer)/ }).click();
  await Promise.all(everybody.map(({ page }) => sheet(page).waitFor()));
}

/** Where the card makes the largest patches of one colour, and how often it is turned for that: read from the page. */
function bestPlace(page: Page): Promise<{ spot: string; turns: number }> {
  return page.evaluate(() => {
    const inks = ["cyan", "magenta", "yellow", "black"];
    const table = new Map<string, string>();
    const text = document.querySelector("[data-testid=sheet] [id$='-table']")?.textContent ?? "";
    for (const [, y, x, row] of text.matchAll(/Row (-?\d+), from column (-?\d+): ([^.]*)\./g)) {
      (row ?? "").split(", ").forEach((ink, i) => {
        if (inks.includes(ink)) table.set(`${Number(x) + i},${y}`, ink);
      });
    }
    const card = [...document.querySelectorAll(".choices .card use")].map((use) =>
      (use.getAttribute("href") ?? "").replace("#quadri-", ""),
    );
    const patches = (squares: Map<string, string>) => {
      const seen = new Set<string>();
      let sum = 0;
      for (const [start, ink] of squares) {
        const patch = [start];
        for (const at of patch) {
          if (seen.has(at) || squares.get(at) !== ink) continue;
          seen.add(at);
          const [x = 0, y = 0] = at.split(",").map(Number);
          patch.push(`${x + 1},${y}`, `${x - 1},${y}`, `${x},${y + 1}`, `${x},${y - 1}`);
        }
        const size = new Set(patch.filter((at) => squares.get(at) === ink)).size;
        if (size > 1) sum += size * size;
      }
      return sum;
    };
    let best = { spot: "", turns: 0, worth: -1 };
    for (const place of document.querySelectorAll("[data-spot]")) {
      const spot = place.getAttribute("data-spot") ?? "";
      const [x = 0, y = 0] = spot.split(",").map(Number);
      const under = [`${x},${y}`, `${x + 1},${y}`, `${x + 1},${y + 1}`, `${x},${y + 1}`];
      for (let turns = 0; turns < 4; turns++) {
        const after = new Map(table);
        under.forEach((at, i) => after.set(at, card[(i + 4 - turns) % 4] ?? ""));
        const worth = patches(after);
        if (worth > best.worth) best = { spot, turns, worth };
      }
    }
    return best;
  });
}

/** Lays the card with the mouse: the wheel's key turns it, a click puts it down. */
async function layWell({ page }: Person): Promise<void> {
  await places(page).first().waitFor();
  const before = await proofs(page);
  const { spot, turns } = await bestPlace(page);
  for (let i = 0; i < turns; i++) await page.keyboard.press("r");
  const box = await page.locator(`[data-spot="${spot}"]`).boundingBox();
  if (!box) throw new Error(`no place ${spot}`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(() => proofs(page), PATIENT).toBeGreaterThan(before);
}

/** Whose turn it is among these, or nobody's any more. */
async function onTurn(everybody: Person[]): Promise<Person | null> {
  const anybody = async () => {
    for (const person of everybody) {
      if ((await places(person.page).count()) > 0) return person;
      if ((await noMore(person.page).isVisible()) || (await ended(person.page).isVisible())) return null;
    }
    return undefined;
  };
  let who: Person | null | undefined;
  await expect.poll(async () => (who = await anybody()), PATIENT).not.toBe(undefined);
  return who ?? null;
}

/** Claims whatever lights up, until nothing does. */
async function claimAll({ page }: Person): Promise<void> {
  for (let i = 0; i < 40 && (await glowing(page).count()) > 0; i++) {
    await glowing(page)
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined);
  }
}

const three = (): Promise<[Person, Person, Person]> =>
  Promise.all([
    tonight.guest("Ada"),
    tonight.guest("Ben"),
    tonight.guest("Cléo", { language: "fr", dark: true }),
  ]);

describe("quadri", () => {
  test("two claim at the same moment, and a third is told of both", async () => {
    const everybody = await three();
    const [ada, ben, cleo] = everybody;
    // A game whose cards and objectives are known, a card before two can claim: with others it may last ten times as long.
    await sitDown(await playsOnFrom(ada, "both-can-claim.txt", 6), everybody, 1);
    await ada.findsThePageAccessible();

    // What is not there cannot be claimed, and only the one who tried is told.
    await ada.page.keyboard.press("1");
    await expect.poll(() => ada.page.getByTestId("hand").textContent(), PATIENT).toContain("Not there");
    expect(await ben.page.getByTestId("spoken").textContent()).not.toContain("not there");

    // Ada and Ben lay until both have something to claim; Cléo reads French, so Ada and Ben read the table for all.
    const both = async () => (await glowing(ada.page).count()) > 0 && (await glowing(ben.page).count()) > 0;
    for (let card = 0; card < 42 && !(await both()); card++) {
      const who = await onTurn(everybody);
      if (!who) break;
      if (who === cleo) await layAnywhere(cleo);
      else await layWell(who);
    }
    // One caption may have given way to the next before anybody looks: all that stood there are kept.
    const captions = await caption(cleo.page).evaluateHandle((shown) => {
      const stood: string[] = [];
      const look = () => stood.push(shown.textContent ?? "");
      new MutationObserver(look).observe(shown, { characterData: true, childList: true, subtree: true });
      return stood;
    });
    await Promise.all([glowing(ada.page).first().click(), glowing(ben.page).first().click()]);
    for (const n of [0, 1]) {
      await expect.poll(() => seat(cleo.page, n).textContent(), PATIENT).toMatch(/[4-6] points/);
    }
    for (const name of ["Ada", "Ben"]) {
      await expect
        .poll(async () => (await captions.jsonValue()).join("\n"), PATIENT)
        .toContain(`${name} réalise`);
    }
    for (const { complaints } of everybody) expect(complaints).toEqual([]);
  }, 120_000);

  test("the last objective is drawn: the last round and the last claims", async () => {
    const everybody = await three();
    const [ada, ben, cleo] = everybody;
    // The same game, two objectives before the end: Cléo can claim two.
    await sitDown(await playsOnFrom(ada, "both-can-claim.txt", 23), everybody, 1);

    // Everybody claims all they can: the last objective is drawn, the last round is played. Then there are twenty seconds.
    // They are seen whenever they come: how long that takes to play is the machine's affair.
    const closing = ben.page.getByTestId("closing-left").waitFor({ timeout: 0 });
    let lastRound = false;
    for (let card = 0; card < 12; card++) {
      await Promise.all(everybody.map(claimAll));
      const who = await onTurn(everybody);
      if (!who) break;
      lastRound ||= await who.page
        .getByText(/^(Last round|Dernier tour)/)
        .first()
        .isVisible();
      if (who === cleo) await layAnywhere(cleo);
      else await layWell(who);
    }
    expect(lastRound).toBe(true);
    await closing;
    for (const person of everybody) {
      await claimAll(person);
      if (await noMore(person.page).isVisible())
        await noMore(person.page)
          .click()
          .catch(() => undefined);
    }
    await Promise.all(everybody.map(({ page }) => ended(page).waitFor({ timeout: 25_000 })));
    expect(await ended(cleo.page).textContent()).toContain("Q-11");
    await cleo.findsNothingCutOff();
    for (const { complaints } of everybody) expect(complaints).toEqual([]);
  }, 120_000);

  test("a card that covers nothing is refused with its clause; a shape can be pointed at", async () => {
    const dan = await tonight.guest("Dan");
    await dan.goes(await openTable(dan, { seats: 2, bots: "learner", options: { first: 0 } }));
    await places(dan.page).first().waitFor();
    await sheet(dan.page).click({ position: { x: 60, y: 60 } });
    await dan.page.getByText("The card would cover no square").waitFor();
    await dan.page.getByRole("link", { name: "Q-5" }).first().waitFor();
    await dan.page.keyboard.press("p");
    const middle = await sheet(dan.page).boundingBox();
    if (!middle) throw new Error("no sheet");
    await dan.page.mouse.click(middle.x + middle.width / 2 + 20, middle.y + middle.height / 2 + 20);
    await dan.page.getByText("1 square pointed at").waitFor();
    expect(dan.complaints).toEqual([]);
  });

  test("a cooperative game with a bot, without a word, to its end", async () => {
    const eve = await tonight.guest("Eve");
    const options = { mode: "cooperative", first: 0 };
    await eve.goes(await openTable(eve, { seats: 2, bots: "learner", options }));
    await sheet(eve.page).waitFor();
    expect(await eve.page.getByTestId("common").getByRole("listitem").count()).toBe(10);
    await eve.page.getByText("Q-15").first().waitFor();
    while (await onTurn([eve])) await layWell(eve);
    await ended(eve.page).waitFor();
    expect(await ended(eve.page).textContent()).toContain("Q-17");
    expect(eve.complaints).toEqual([]);
  });

  test("ball-trap on a phone: the others' objectives in sight, one's own not", async () => {
    const finn = await tonight.guest("Finn", { phone: true });
    const options = { mode: "ball-trap", first: 0 };
    await finn.goes(await openTable(finn, { seats: 3, bots: "learner", options }));
    await places(finn.page).first().waitFor();
    expect(await finn.page.locator(".trap .print").count()).toBe(6);
    while (await onTurn([finn])) await layByFinger(finn);
    await ended(finn.page).waitFor();
    expect(await ended(finn.page).textContent()).toMatch(/Q-2[12]/);
    await finn.findsNothingCutOff();
    expect(finn.complaints).toEqual([]);
  });
});

/** With the keyboard: beside the newest card, or the nearest place where it may lie. */
async function layAnywhere({ page }: Person): Promise<void> {
  await places(page).first().waitFor();
  const before = await proofs(page);
  await sheet(page).focus();
  await page.keyboard.press("ArrowLeft");
  if ((await page.locator(".edge.bad").count()) > 0) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect.poll(() => proofs(page), PATIENT).toBeGreaterThan(before);
}

/** A tap puts the card there, a second one turns it, the button lays it. */
async function layByFinger({ page }: Person): Promise<void> {
  await places(page).first().waitFor();
  const before = await proofs(page);
  const box = await places(page).first().boundingBox();
  if (!box) throw new Error("no place");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.touchscreen.tap(x, y);
  await page.touchscreen.tap(x, y);
  await page.getByTestId("lay").click();
  await expect.poll(() => proofs(page), PATIENT).toBeGreaterThan(before);
}
