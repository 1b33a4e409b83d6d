/** A tournament that is looked at again and again while its page is open. */
import { ServerTrouble, api } from "./api";
import type { TournamentPage } from "./protocol";

/** How often, in milliseconds. Nothing is sent while nothing has changed. */
const OFTEN = 2_000;

export class WatchedTournament {
  page: TournamentPage | null = $state.raw(null);
  trouble: ServerTrouble | null = $state.raw(null);
  /** What the house's clock shows now. */
  now = $state(Date.now());
  readonly id: string;
  #ahead = 0;
  #next: ReturnType<typeof setTimeout> | undefined;
  #ticking: ReturnType<typeof setInterval>;
  #closed = false;
  #shown = "";

  constructor(id: string) {
    this.id = id;
    this.#ticking = setInterval(() => (this.now = Date.now() + this.#ahead), 500);
    void this.look();
  }

  readonly #seen = () => {
    if (!document.hidden) void this.look();
  };

  /** Looks now, and goes on looking. */
  async look(): Promise<void> {
    clearTimeout(this.#next);
    try {
      const { page, now } = await api.tournament(this.id);
      // The house says its time in seconds: nothing is mended that is not wrong by more.
      const ahead = now - Date.now();
      if (Math.abs(ahead - this.#ahead) > 1_500) this.#ahead = ahead;
      const text = JSON.stringify(page);
      if (text !== this.#shown) [this.page, this.#shown] = [page, text];
      this.trouble = null;
    } catch (error) {
      if (!(error instanceof ServerTrouble)) throw error;
      this.trouble = error;
    }
    if (this.#closed || this.trouble?.status === 404) return;
    clearTimeout(this.#next);
    // Who reads something else looks again when they come back, and now and then.
    document.removeEventListener("visibilitychange", this.#seen);
    document.addEventListener("visibilitychange", this.#seen, { once: true });
    const over = this.page?.tournament.phase === "over";
    this.#next = setTimeout(() => void this.look(), over ? 10 * OFTEN : OFTEN);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#next);
    clearInterval(this.#ticking);
    document.removeEventListener("visibilitychange", this.#seen);
  }
}
