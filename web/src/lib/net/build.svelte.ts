/**
 * Whether this page is older than the program that serves it. An old page finds its later parts gone; so it loads anew: at
 * once where nothing is lost, and else when the person wants to.
 */
interface Browser {
  /** The build of this page; empty while developing. */
  own: string;
  /** Whether something would be lost: a game, a lesson, a text half written. */
  busy(): boolean;
  reload(): void;
  /** The build for which this window has already been loaded anew. */
  tried: string | null;
}

const TRIED = "quintette.loaded-for";

/** Where somebody plays, learns, solves or looks back. */
export const isOccupied = (path: string) => /^\/(table|learn|replay|puzzles)\b/.test(path);

const browser: Browser = {
  get own() {
    return document.querySelector<HTMLMetaElement>("meta[name=build]")?.content ?? "";
  },
  busy() {
    if (isOccupied(location.pathname) || document.querySelector("dialog[open]")) return true;
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    return [...fields].some((field) => field.value !== field.defaultValue);
  },
  reload: () => location.reload(),
  get tried() {
    return sessionStorage.getItem(TRIED);
  },
  set tried(build) {
    if (build) sessionStorage.setItem(TRIED, build);
  },
};

export class Build {
  /** There is a newer page than this one: it is offered. */
  newer = $state(false);
  readonly #browser: Browser;

  constructor(from: Browser = browser) {
    this.#browser = from;
  }

  /** The server says which build it serves; nothing where it has none. */
  served(build: string | undefined, busy = this.#browser.busy()): void {
    const { own } = this.#browser;
    if (!build || !own) return;
    this.newer = build !== own;
    // Once for each build: where something in between keeps the old page, loading it again and again helps nobody.
    if (this.newer && !busy && this.#tries(build)) this.#browser.reload();
  }

  load(): void {
    this.#browser.reload();
  }

  #tries(build: string): boolean {
    try {
      if (this.#browser.tried === build) return false;
      this.#browser.tried = build;
      return true;
    } catch {
      // A browser that forbids storage could go round in circles.
      return false;
    }
  }
}

export const build = new Build();
