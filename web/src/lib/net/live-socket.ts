/**
 * A WebSocket that comes back. It notices a dead line within seconds (pings), tries again with growing pauses, and at
 * once when the network or the page returns. What to ask for on return is the caller's: `address()` is read each time.
 */
import { TOO_MUCH } from "./protocol";

/** `shut`: the server does not want us back by ourselves. */
export type Line = "connecting" | "open" | "lost" | "shut";

export interface LiveSocketPlan {
  address(): string;
  opened?(): void;
  heard(text: string): void;
  line(state: Line): void;
  /** What to send to learn whether the other side lives; anything it sends counts as an answer. */
  ping?(): string;
}

/** A line that was silent this long is asked. */
const QUIET_MS = 6_000;
/** And given up when nothing comes for this long. */
const ANSWER_MS = 4_000;
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 8_000;
/** Not longer than this while what happened may be over any moment: somebody there waits for us. */
const LONGEST_PAUSE_AT_FIRST_MS = 2_000;
const AT_FIRST_MS = 60_000;

/**
 * The pause before try number `tries` (from 0), spread so that a room full of people does not knock at once. `hope`: it has
 * not been long, and nobody has thrown us out.
 */
export function pauseBefore(tries: number, hope: boolean, chance: number): number {
  const longest = hope ? LONGEST_PAUSE_AT_FIRST_MS : LONGEST_PAUSE_MS;
  const pause = Math.min(longest, FIRST_PAUSE_MS * 2 ** tries);
  return pause * (0.75 + 0.5 * chance);
}

export class LiveSocket {
  readonly #plan: LiveSocketPlan;
  #socket: WebSocket | null = null;
  #tries = 0;
  /** Since when nothing is heard any more. */
  #lostSince: number | null = null;
  /** Let in, and not a word since. */
  #unheard = false;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #hurry = () => {
    if (this.#closed || document.visibilityState === "hidden") return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ask();
    else this.#connect();
  };

  constructor(plan: LiveSocketPlan) {
    this.#plan = plan;
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  /** Sends if the line is open; says whether it was. */
  send(text: string): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(text);
    return true;
  }

  /** Leaves this line for a new one: what was heard on it does not fit together. */
  again(): void {
    this.#lost();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#forget();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    this.#forget();
    this.#plan.line(this.#tries === 0 ? "connecting" : "lost");
    const socket = new WebSocket(this.#plan.address());
    this.#socket = socket;
    socket.onopen = () => {
      this.#unheard = true;
      this.#plan.line("open");
      this.#plan.opened?.();
      this.#listen();
    };
    socket.onmessage = (event) => {
      // Not when it opens: a server that lets us in and throws us out at once is not there yet.
      this.#tries = 0;
      this.#lostSince = null;
      this.#unheard = false;
      this.#listen();
      if (typeof event.data === "string") this.#plan.heard(event.data);
    };
    socket.onclose = ({ code }) => {
      if (code === TOO_MUCH) this.#shut();
      else this.#lost();
    };
    // A connection that never opens counts as lost as well.
    this.#timer = setTimeout(() => this.#lost(), ANSWER_MS);
  }

  #lost(): void {
    if (this.#closed) return;
    this.#forget();
    this.#plan.line("lost");
    clearTimeout(this.#timer);
    this.#lostSince ??= Date.now();
    const hope = !this.#unheard && Date.now() - this.#lostSince < AT_FIRST_MS;
    this.#timer = setTimeout(() => this.#connect(), pauseBefore(this.#tries++, hope, Math.random()));
  }

  #shut(): void {
    this.close();
    this.#plan.line("shut");
  }

  /** Wait for the next word; after a while of silence, ask for one. */
  #listen(): void {
    clearTimeout(this.#timer);
    if (this.#plan.ping) this.#timer = setTimeout(() => this.#ask(), QUIET_MS);
  }

  #ask(): void {
    if (!this.#plan.ping) return;
    clearTimeout(this.#timer);
    this.#socket?.send(this.#plan.ping());
    this.#timer = setTimeout(() => this.#lost(), ANSWER_MS);
  }

  #forget(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}

/** The address of a live path on the server that gave us this page. */
export function liveAddress(path: string): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
}
