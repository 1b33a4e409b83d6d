/** Addresses of the client. The server answers every unknown path with the same page; what it shows is decided here. */
import { build } from "./net/build.svelte";
export type Route =
  | { page: "home" }
  | { page: "table"; id: string }
  | { page: "replay"; id: string | null }
  | { page: "rules"; game: string }
  | { page: "rules-index" }
  | { page: "me" }
  | { page: "people"; name: string }
  | { page: "keeper" }
  | { page: "stop"; token: string }
  | { page: "tournaments" }
  | { page: "tournament"; id: string }
  | { page: "ratings"; game: string | null }
  | { page: "learn"; game: string }
  | { page: "puzzles"; game: string | null; id: string | null }
  | { page: "nowhere" };

export function routeOf(path: string): Route {
  const parts = path.split("/").filter(Boolean).map(decode);
  const [first, second] = parts;
  if (parts.length === 0) return { page: "home" };
  if (parts.length === 1 && first === "rules") return { page: "rules-index" };
  if (parts.length === 1 && first === "me") return { page: "me" };
  if (parts.length === 1 && first === "keeper") return { page: "keeper" };
  if (parts.length === 2 && first === "stop" && second) return { page: "stop", token: second };
  if (parts.length === 1 && first === "tournaments") return { page: "tournaments" };
  if (parts.length === 2 && first === "tournaments" && second) return { page: "tournament", id: second };
  if (parts.length <= 2 && first === "ratings") return { page: "ratings", game: second ?? null };
  if (parts.length === 2 && first === "people" && second) return { page: "people", name: second };
  if (parts.length === 2 && first === "table" && second) return { page: "table", id: second };
  if (parts.length <= 2 && first === "replay") return { page: "replay", id: second ?? null };
  if (parts.length === 2 && first === "rules" && second) return { page: "rules", game: second };
  if (parts.length === 2 && first === "learn" && second) return { page: "learn", game: second };
  if (parts.length <= 3 && first === "puzzles")
    return { page: "puzzles", game: second ?? null, id: parts[2] ?? null };
  return { page: "nowhere" };
}

/** A puzzle; without a number, today's. */
export function puzzlePath(game: string, number?: number): string {
  return `/puzzles/${encodeURIComponent(game)}${number === undefined ? "" : `/${number}`}`;
}

/** Who is best at a game. */
export function ratingsPath(game: string): string {
  return `/ratings/${encodeURIComponent(game)}`;
}

/** The page of somebody with an account. */
export function profilePath(name: string): string {
  return `/people/${encodeURIComponent(name)}`;
}

export function tournamentPath(id: string): string {
  return `/tournaments/${encodeURIComponent(id)}`;
}

/** The tournament to which a table belongs: its tables are numbered after its id. */
export function tournamentOf(table: string): string | null {
  return /^([a-z0-9]+)-[0-9]+$/.exec(table)?.[1] ?? null;
}

export function tablePath(id: string): string {
  return `/table/${encodeURIComponent(id)}`;
}

/** A moment of a table's game, through some eyes; `time` is the game's clock between this moment and the next. */
export function replayPath(id: string, at = 0, eyes = "watch", time: number | null = null): string {
  const asked = [
    ...(at > 0 ? [`at=${at}`] : []),
    ...(time === null ? [] : [`t=${Math.round(time)}`]),
    ...(eyes === "watch" ? [] : [`eyes=${eyes}`]),
  ].join("&");
  return `/replay/${encodeURIComponent(id)}${asked ? `?${asked}` : ""}`;
}

export function rulesPath(game: string, clause?: string): string {
  return `/rules/${encodeURIComponent(game)}${clause ? `#${clause}` : ""}`;
}

export function learnPath(game: string): string {
  return `/learn/${encodeURIComponent(game)}`;
}

/** Part of an address in plain text; one that cannot be decoded stays as it is. */
export function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  path = $state("/");
  hash = $state("");
  readonly route = $derived(routeOf(this.path));

  #held: (() => void) | null = null;

  /** From now on "back" does not lead away from this page: `asked` is called instead. Returns how to let go. */
  hold(asked: () => void): () => void {
    this.#held = asked;
    return () => {
      if (this.#held === asked) this.#held = null;
    };
  }

  /** Follows the address bar from now on; returns how to stop. */
  start(): () => void {
    const read = () => {
      if (this.#held && location.pathname !== this.path) {
        // The browser has already gone: the address of what is still shown is put on top again.
        history.pushState(null, "", this.path + this.hash);
        return this.#held();
      }
      this.path = location.pathname;
      this.hash = location.hash;
    };
    read();
    const click = (event: MouseEvent) => this.#follow(event);
    addEventListener("popstate", read);
    document.addEventListener("click", click);
    return () => {
      removeEventListener("popstate", read);
      document.removeEventListener("click", click);
    };
  }

  go(address: string): void {
    const url = new URL(address, location.href);
    const samePage = url.pathname === location.pathname;
    // This page is old: another one may as well be the new one.
    if (build.newer && !samePage) return location.assign(url);
    history.pushState(null, "", url);
    this.path = url.pathname;
    this.hash = url.hash;
    if (!samePage) scrollTo(0, 0);
  }

  /** Links of our own open without loading the page again; modified clicks stay the browser's. */
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.go(link.href);
  }
}

export const router = new Router();
