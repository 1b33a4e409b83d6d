/** People with browsers of their own. */
import axe from "axe-core";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type LaunchOptions,
  type Locator,
  type Page,
} from "playwright-core";
import { expect } from "vitest";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Letters are as wide as on a screen.
  "--font-render-hinting=none",
];
/** A whole Chromium, and one that only draws pages, for less than two thirds of the work. */
const WHOLE = process.env.CHROMIUM ?? "/usr/bin/chromium";
const PAGES = process.env.CHROMIUM_PAGES ?? process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

export interface Habits {
  language?: "en" | "fr";
  phone?: boolean;
  dark?: boolean;
  /** A screen of twice the pixels: four times the painting, which only a picture needs. */
  sharp?: boolean;
  /** Animations are long to wait for; only those who look at them have them. */
  motion?: boolean;
  /**
   * The page's worker fetches every file there is, for the time without a network, and shows notices, for which it takes a
   * whole browser: only those who need it have it.
   */
  worker?: boolean;
}

/** One browser for all the files that this worker runs, by its program: starting one takes longer than many a test. */
const running = new Map<string, Promise<Browser>>();

/** Chromium itself may crash while it starts (a segmentation fault, once in some hundred starts): then once more, and aloud. */
export async function launch(more: LaunchOptions = {}): Promise<Browser> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await chromium.launch({ executablePath: PAGES, args: FLAGS, ...more });
    } catch (error) {
      if (tries === 3) throw error;
      console.warn(`Chromium did not start (${tries} of 3 tries): ${String(error).split("\n", 1)[0]}`);
    }
  }
}

async function shared(executablePath: string): Promise<Browser> {
  let browser = running.get(executablePath);
  if (!browser || !(await browser).isConnected()) {
    browser = launch({ executablePath });
    running.set(executablePath, browser);
  }
  return browser;
}

/** Somebody new, at this address, with cookies and habits of their own. */
export async function newPerson(address: string, habits: Habits = {}, browser?: Browser): Promise<Person> {
  const context = await (browser ?? (await shared(habits.worker ? WHOLE : PAGES))).newContext({
    baseURL: address,
    viewport: habits.phone ? PHONE : DESKTOP,
    hasTouch: habits.phone ?? false,
    isMobile: habits.phone ?? false,
    deviceScaleFactor: habits.sharp ? 2 : 1,
    locale: habits.language === "fr" ? "fr-FR" : "en-GB",
    colorScheme: habits.dark ? "dark" : "light",
    reducedMotion: habits.motion ? "no-preference" : "reduce",
    serviceWorkers: habits.worker ? "allow" : "block",
  });
  // Patience costs nothing where all goes well, and a machine may be busy.
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const person = new Person(context, page);
  page.on("pageerror", (error) => person.complaints.push(String(error)));
  return person;
}

export class Person {
  /** Errors that their page ran into. */
  readonly complaints: string[] = [];

  constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  /** Gives this guest a name without a dialogue. */
  async isCalled(name: string): Promise<this> {
    const answer = await this.context.request.post("/api/me", { data: { name } });
    expect(answer.ok()).toBe(true);
    return this;
  }

  async goes(path: string): Promise<void> {
    await this.page.goto(path);
  }

  /** Nothing on this page shuts anybody out. */
  async findsThePageAccessible(): Promise<void> {
    // Half a megabyte of script: once for each page that is loaded. And only what is found is told in full.
    if (!(await this.page.evaluate(() => "axe" in globalThis))) await this.page.evaluate(axe.source);
    const serious = await this.page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
        resultTypes: ["violations"],
        iframes: false,
      });
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
    });
    expect(serious).toEqual([]);
  }

  /** Text of twice the size, from now on. */
  async readsLargeText(shown: Locator): Promise<void> {
    await this.page.evaluate(() => localStorage.setItem("quintette.text", "200"));
    await this.page.reload();
    await shown.waitFor();
    expect(await this.page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
  }

  /** The page fits 320 pixels, also with text of twice the size, which it then keeps. */
  async fitsTheSmallestPhone(shown: Locator): Promise<void> {
    await this.page.setViewportSize({ width: 320, height: 640 });
    await this.findsNothingCutOff();
    await this.readsLargeText(shown);
    await this.findsNothingCutOff();
  }

  /** Every button and field beside the board can be brought into sight by scrolling, and then lies under the finger. */
  async reachesEverything(): Promise<void> {
    const missed = await this.page.evaluate(() => {
      const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
      /** What a program can scroll and a person cannot. */
      const forced = (element: Element | null): boolean => {
        if (!element) return false;
        const { overflowX, overflowY } = getComputedStyle(element);
        const shifted =
          (hides(overflowX) && element.scrollLeft !== 0) || (hides(overflowY) && element.scrollTop !== 0);
        return shifted || forced(element.parentElement);
      };
      const beside = [...document.querySelectorAll("main > .sheet, main > .side")];
      const controls = beside.flatMap((part) => [
        ...part.querySelectorAll("button, input:not(.unseen), select"),
      ]);
      const unreachable = controls
        .filter((control) => control.getClientRects().length > 0 && !control.closest("[inert]"))
        .filter((control) => {
          control.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
          const { left, top, width, height } = control.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return forced(control) || !control.contains(hit);
        });
      const wide = beside.filter((part) => part.scrollWidth > part.clientWidth);
      return [...unreachable, ...wide].map((element) => element.outerHTML.slice(0, 200));
    });
    expect(missed, JSON.stringify(this.page.viewportSize())).toEqual([]);
  }

  /** Nothing sticks out sideways: the page scrolls up and down only. */
  async findsNothingCutOff(): Promise<void> {
    const wide = await this.page.evaluate(() => document.documentElement.scrollWidth);
    // Not the window's own width: a phone's grows with what sticks out.
    expect(wide).toBeLessThanOrEqual(this.page.viewportSize()?.width ?? 0);
  }
}

/** For those who want to look at it: `PICTURES=folder`. */
export async function shows({ page }: Person, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
