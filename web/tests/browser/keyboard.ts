/** Somebody who plays with the keyboard alone, and hears what is spoken. */
import { expect } from "vitest";
import type { Person } from "./people";

declare global {
  interface Window {
    heard: string[];
  }
}

/** Last claims in Quadri stay open for twenty seconds. */
const PATIENCE_MS = 40_000;
/** More Tabs than any page has places to stop at. */
const MANY = 120;

export class Keyboard {
  private constructor(private readonly person: Person) {}

  /** Before the first page: everything that the live region says is written down. */
  static async of(person: Person): Promise<Keyboard> {
    await person.page.addInitScript(() => {
      window.heard = [];
      const listen = new MutationObserver((changes) => {
        for (const node of changes.flatMap((change) => [...change.addedNodes])) {
          if (!(node instanceof Element)) continue;
          const lines = node.matches("[data-testid=spoken] p")
            ? [node]
            : node.querySelectorAll("[data-testid=spoken] p");
          for (const line of lines) window.heard.push(line.textContent ?? "");
        }
      });
      listen.observe(document, { childList: true, subtree: true });
    });
    return new Keyboard(person);
  }

  private get page() {
    return this.person.page;
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  /** Writes into the field where the keyboard is, instead of what stands there. */
  async type(text: string): Promise<void> {
    await this.press("Control+a");
    await this.page.keyboard.type(text);
  }

  /** What a screen reader would call the place where the keyboard is. */
  here(): Promise<string> {
    return this.page.evaluate(() => {
      const at = document.activeElement;
      const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : at?.textContent;
      return (at?.getAttribute("aria-label") ?? label ?? "").trim();
    });
  }

  /** Walks with Tab until the keyboard is on something of this name. */
  async tabTo(name: RegExp): Promise<void> {
    for (let i = 0; i < MANY; i++) {
      await this.press("Tab");
      if (name.test(await this.here())) return;
    }
    throw new Error(`Tab never comes to ${name}`);
  }

  async opens(name: RegExp): Promise<void> {
    await this.page.waitForFunction(
      (pattern) =>
        [...document.querySelectorAll("button, a, summary")].some((one) =>
          new RegExp(pattern).test(one.textContent ?? ""),
        ),
      name.source,
    );
    await this.tabTo(name);
    await this.press("Enter");
  }

  heard(): Promise<string[]> {
    return this.page.evaluate(() => window.heard);
  }

  /** The lines of the list of choices; null when it is over; waits while there is nothing to choose. */
  async lines(): Promise<string[] | null> {
    const answer = await this.page.waitForFunction(
      () => {
        if (document.querySelector("[data-testid=outcome]")) return "over";
        const list = [...document.querySelectorAll("[role=listbox] [role=option]:not([aria-disabled])")];
        return list.length > 0 && list.map((line) => line.querySelector(".text")?.textContent?.trim() ?? "");
      },
      undefined,
      { timeout: PATIENCE_MS },
    );
    const lines = await answer.jsonValue();
    return Array.isArray(lines) ? lines : null;
  }

  /** Chooses a line by walking down to it; a group is entered. */
  async choose(index: number): Promise<void> {
    const before = await this.happenings();
    await this.press("Home");
    for (let i = 0; i < index; i++) await this.press("ArrowDown");
    await this.press("Enter");
    await this.page.waitForFunction(
      (then) => `${document.querySelector("[role=listbox]")?.textContent} ${window.heard.length}` !== then,
      before,
    );
  }

  private happenings(): Promise<string> {
    return this.page.evaluate(
      () => `${document.querySelector("[role=listbox]")?.textContent} ${window.heard.length}`,
    );
  }

  async isInTheList(): Promise<void> {
    expect(await this.page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("listbox");
  }
}
