/** A town in which a house dies while two people play: the page goes to another house by itself. */
import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort, PROGRAM } from "./house";
import { newPerson, type Person } from "./people";
import { opens, sits, starts } from "./together";

/** What opens a town: `cargo build -p server --example load`. */
const LOAD = process.env.LOAD ?? join(dirname(PROGRAM), "examples/load");
/** From the kill of their house to the first word on a line to another one. */
const BACK_MS = 3_000;
/** Then what the other played meanwhile is on the board; this much a slow machine may take to draw it. */
const DRAWN_MS = 10_000;

interface Node {
  figures: string;
  process: number;
}

/** Postgres, NATS, three houses and HAProxy, as `cargo xtask town` starts them, with folders and ports of their own. */
class Town {
  readonly nodes: Node[] = [];

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly address: string,
  ) {}

  static async open(): Promise<Town> {
    const folder = mkdtempSync(join(tmpdir(), "quintette-town-"));
    chmodSync(folder, 0o755); // Postgres may be somebody else than we are.
    const listen = `127.0.0.1:${await freePort()}`;
    const line = [LOAD, "--town", "--server", PROGRAM, "--folder", folder, "--listen", listen];
    // Should we die, it closes the town.
    const child = spawn("setpriv", ["--pdeathsig", "INT", "--", ...line], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const town = new Town(child, folder, `http://${listen}`);
    await new Promise<void>((open, failed) => {
      child.once("error", failed);
      child.once("exit", (code) => failed(new Error(`${line.join(" ")} ended (${code})`)));
      createInterface({ input: child.stdout }).on("line", (said) => {
        const house = /^ {2}house .* figures (\S+) {2}kill -9 (\d+)$/.exec(said);
        if (house) town.nodes.push({ figures: house[1]!, process: Number(house[2]) });
        if (said.includes("Ctrl-C")) open();
      });
    });
    return town;
  }

  /** How many people's tables each house has open, by its own count. */
  async atTables(): Promise<number[]> {
    const figures = await Promise.all(this.nodes.map(async (node) => (await fetch(node.figures)).text()));
    return figures.map((text) => Number(/^quintette_connections\{to="table"\} (\d+)$/m.exec(text)?.[1]));
  }

  async close(): Promise<void> {
    const gone = new Promise((done) => this.child.once("exit", done));
    this.child.kill("SIGINT");
    await gone;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let town: Town;
let people: Person[] = [];

// Each time anew: a house that was killed stays dead.
beforeEach(async () => {
  town = await Town.open();
});
afterEach(async () => {
  await Promise.all(people.map(({ context }) => context.close()));
  people = [];
  await town?.close();
});

async function guest(name: string): Promise<Person> {
  const person = await newPerson(town.address, { language: "en" });
  people.push(person);
  return person.isCalled(name);
}

/** When a line that this page opens from now on to its table says its first word. */
function hearsOnANewLine(page: Page): Promise<number> {
  return new Promise((back) => {
    page.on("websocket", (line) => {
      if (line.url().includes("/api/tables/")) line.once("framereceived", () => back(performance.now()));
    });
  });
}

/** One for each turn. */
const moves = (page: Page) => page.getByRole("list", { name: "Moves" }).getByRole("listitem");

/** A pyramid where the page offers to place one, and a coaster turned. */
async function takesATurn(page: Page, coaster: string): Promise<void> {
  await page.locator(".size:not([disabled])").last().click();
  await page.locator("[data-cell].ready").first().click();
  await page.getByRole("button", { name: new RegExp(`^Coaster ${coaster}`) }).click();
  await page.locator(".turn", { hasText: "90°" }).click();
}

test("a house is killed: who was there is at another one without pressing anything, and no move is lost", async () => {
  const [ada, bob] = [await guest("Ada"), await guest("Bob")];
  const path = await opens(ada, { game: "pyramids", seats: 2, private: true });
  await expect.poll(() => town.atTables()).toContain(1);
  const adas = (await town.atTables()).indexOf(1);
  await sits(bob, path, 1);
  // The front sends him where the fewest are: usually elsewhere. Otherwise he comes once more.
  await expect
    .poll(
      async () => {
        const there = await town.atTables();
        if (there[adas] === 2) await bob.goes(path);
        return there.filter((lines) => lines === 1).length;
      },
      { timeout: 40_000 },
    )
    .toBe(2);
  const bobs = (await town.atTables()).findIndex((lines, house) => lines === 1 && house !== adas);
  await starts(ada);
  await takesATurn(ada.page, "A");
  await takesATurn(bob.page, "B");
  for (const { page } of [ada, bob]) await expect.poll(() => moves(page).count()).toBe(2);

  const back = hearsOnANewLine(bob.page);
  process.kill(town.nodes[bobs]!.process, "SIGKILL");
  const killed = performance.now();
  await takesATurn(ada.page, "C");
  const played = performance.now();
  await expect.poll(() => moves(bob.page).count(), { timeout: DRAWN_MS }).toBe(3);
  const seen = performance.now();
  const away = (await back) - killed;
  console.info(
    `the line is back ${away.toFixed()} ms after the kill; a move is seen ${(seen - played).toFixed()} ms after it was made`,
  );
  expect(away).toBeLessThan(BACK_MS);

  await takesATurn(bob.page, "D");
  for (const { page } of [ada, bob]) await expect.poll(() => moves(page).count()).toBe(4);
  expect([...ada.complaints, ...bob.complaints]).toEqual([]);
});
