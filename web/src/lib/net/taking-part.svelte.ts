/** I take part in a tournament: on whichever page I am, I am called to my table. */
import { remember, remembered } from "../settings/remember";
import { router } from "../router.svelte";
import { ServerTrouble, api } from "./api";
import { beenTo, wasAt } from "./been-to";
import type { TournamentPage } from "./protocol";
import { seeker } from "./seeking.svelte";

/** How often it is looked while it is played, and before. Nothing is sent while nothing has changed. */
const OFTEN_MS = 4_000;
const SELDOM_MS = 10_000;

class TakingPart {
  #id = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Goes on if this browser took part when the page was loaded anew. */
  resume(): void {
    const id = remembered("tournament");
    if (id) this.begin(id);
  }

  begin(id: string): void {
    this.#id = id;
    remember("tournament", id);
    this.#later(OFTEN_MS);
  }

  #end(): void {
    this.#id = "";
    remember("tournament", "");
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), ms);
  }

  async #look(): Promise<void> {
    const id = this.#id;
    const { route } = router;
    // Its own page leads to the table by itself.
    if (route.page === "tournament" && route.id === id) return this.#later(OFTEN_MS);
    try {
      const { page } = await api.tournament(id);
      if (id === this.#id) this.#see(page);
    } catch (error) {
      if (!(error instanceof ServerTrouble)) throw error;
      if (id !== this.#id) return;
      if (error.status === 404) this.#end();
      else this.#later(OFTEN_MS); // The house is away for a moment.
    }
  }

  #see({ me, tournament: { phase } }: TournamentPage): void {
    if (phase === "over" || !me || !(me.plays || me.paused || me.table)) return this.#end();
    this.#later(phase === "open" ? SELDOM_MS : OFTEN_MS);
    const { route } = router;
    if (!me.table || beenTo(me.table)) return;
    wasAt(me.table);
    if (route.page !== "table" || route.id !== me.table) void seeker.call(me.table);
  }
}

export const takingPart = new TakingPart();
