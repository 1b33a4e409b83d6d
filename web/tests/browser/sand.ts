/** What a team does at a table of Quicksand. */
import type { Page } from "playwright-core";
import type { Person } from "./people";
import { opens, seat, sits, starts } from "./together";

export const ended = (page: Page) => page.getByTestId("outcome");
export const clock = (page: Page) => page.getByTestId("sand-clock");

/** Opens a table with the host on its first seat, and everybody else in order; bots on what is left; starts. */
export async function begin(everybody: Person[], seats: number, options: object): Promise<string> {
  const [host, ...others] = everybody as [Person, ...Person[]];
  const path = await opens(host, { game: "quicksand", seats, options });
  for (const [n, person] of others.entries()) await sits(person, path, n + 1);
  for (let n = everybody.length; n < seats; n++) {
    await seat(host.page, n)
      .getByRole("button", { name: /^(Put a bot|Asseoir un bot)$/ })
      .click();
  }
  await starts(host);
  await Promise.all(everybody.map(({ page }) => clock(page).waitFor()));
  return path;
}

/**
 * What a careful person does, from what the page shows: the card after which the sand stands best, or a joker for the
 * timer that needs it; and to wait while every card would do harm. Whoever is in a hurry plays that card at once. Clicks at
 * most one thing.
 */
function actSensibly(page: Page, hurried: boolean): Promise<void> {
  return page.evaluate((hurried) => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(
        (element) => element.offsetParent !== null,
      );
    const timers = [...document.querySelectorAll<HTMLElement>('[data-testid^="timer-"]')].map((element) => ({
      letter: (element.dataset["testid"] ?? "").slice(-1),
      left: Number(element.dataset["left"]),
      duration: Number(element.dataset["duration"]),
      lost: element.classList.contains("lost"),
    }));
    const comfort = (left: number) => -40 * Math.exp(-left / 4000) + 0.35 * Math.min(left / 1000, 30);
    const worth = (after: Map<string, number>) =>
      timers.reduce((sum, { letter, left }) => sum + comfort(after.get(letter) ?? left), 0);
    const now = worth(new Map());
    const turned = ({ letter, left, duration, lost }: (typeof timers)[number]) =>
      worth(new Map([[letter, duration - left]])) - now + (lost ? 30 : 11);
    const neediest = timers.toSorted((a, b) => turned(b) - turned(a))[0];
    if (!neediest) return;
    const target = shown(`[data-testid="joker-t${neediest.letter.charCodeAt(0) - 64}"]`)[0];
    if (target) return target.click();
    const cards = shown('[data-testid^="card-"].mine').map((card) => {
      if (card.dataset["card"] === "joker") return { card, gain: turned(neediest) - 6 };
      const after = new Map<string, number>();
      let moved = 0;
      for (const [, letter, from, to, left] of (card.dataset["does"] ?? "").matchAll(
        /([A-E]) (\d+)>(\d+):(\d+)/g,
      )) {
        after.set(letter as string, Number(left));
        if (from !== to) moved += 1;
      }
      return { card, gain: worth(after) - now + 11 * moved };
    });
    const best = cards.toSorted((a, b) => b.gain - a.gain)[0];
    const least = Math.min(...timers.map(({ left }) => left));
    if (best && (hurried || best.gain > 2 || least < 5000)) best.card.click();
  }, hurried);
}

/** Everybody looks at the sand until it is over: again when somebody has played, and every second. */
export async function playOn(
  everybody: Person[],
  until: () => Promise<boolean>,
  { hurried = false } = {},
): Promise<void> {
  while (!(await until())) {
    for (const { page } of everybody) await actSensibly(page, hurried);
    const [{ page }] = everybody as [Person];
    const [shows, moves] = await Promise.all([clock(page).textContent(), page.locator(".moves li").count()]);
    await page
      .waitForFunction(
        ([shown, played]) =>
          document.querySelector('[data-testid="sand-clock"]')?.textContent !== shown ||
          document.querySelectorAll(".moves li").length !== played,
        [shows, moves] as const,
        { timeout: 5_000, polling: 50 },
      )
      .catch(() => undefined);
  }
}

export const isOver = (person: Person) => () => ended(person.page).isVisible();
