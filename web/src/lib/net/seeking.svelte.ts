/** I look for somebody to play with, on whichever page I am, until I am called or stop. */
import { remember, remembered } from "../settings/remember";
import { speaker } from "../stage/sound.svelte";
import { router, tablePath } from "../router.svelte";
import { seekWords } from "../words/seek";
import { api } from "./api";
import type { Seeking, Wishes } from "./protocol";

/** How often it is asked how it goes, which also says that I am still here. */
const ASK_MS = 2_000;

class Seeker {
  /** As the house said last; null: I do not look. */
  now: Seeking | null = $state.raw(null);
  /** Where I am called to, until I go there. */
  called: string | null = $state(null);
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Which question is the newest: what an older one brings is old. */
  #asked = 0;

  /** Goes on if this browser was looking when the page was loaded anew. */
  resume(): void {
    if (remembered("seeking") === "yes") void this.#ask();
  }

  async begin(wishes: Wishes): Promise<void> {
    const asked = ++this.#asked;
    const now = await api.seek(wishes);
    if (asked === this.#asked) this.#see(now);
    // Asked for at a click, as browsers want it; without it the sound and the page itself call.
    if ("Notification" in globalThis && Notification.permission === "default")
      void Notification.requestPermission();
  }

  async stop(): Promise<void> {
    const asked = ++this.#asked;
    this.#see(null);
    try {
      // Whoever was called just then is told so, and goes.
      const now = await api.seekNoMore();
      if (asked === this.#asked) this.#see(now);
    } catch {
      // Who is not heard of looks no more after a while.
    }
  }

  /** To the table. */
  go(): void {
    const table = this.called;
    if (table === null) return;
    this.called = null;
    void api.hasCome(table).catch(() => {}); // The call is forgotten by itself.
    router.go(tablePath(table));
  }

  async #ask(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const now = await api.seeking(document.hidden);
      if (asked === this.#asked) this.#see(now);
    } catch {
      if (asked === this.#asked) this.#later(); // The house is away for a moment.
    }
  }

  #see(now: Seeking | null): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.now = now?.table ? null : now;
    remember("seeking", this.now ? "yes" : "no");
    if (now?.table) void this.call(now.table);
    else if (now) this.#later();
  }

  #later(): void {
    this.#timer = setTimeout(() => void this.#ask(), ASK_MS);
  }

  /** To this table: at once, or as soon as I leave the one where I am. */
  async call(table: string): Promise<void> {
    this.called = table;
    speaker.play("end");
    // Whoever sits at another table is not torn away from it.
    if (router.route.page !== "table") this.go();
    if (!document.hidden || !("Notification" in globalThis) || Notification.permission !== "granted") return;
    // Not every browser lets a page do it without its worker.
    const shown = { body: seekWords().calledBody, tag: table, data: { path: tablePath(table) } };
    const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    await worker?.showNotification(seekWords().calledTitle, shown).catch(() => {});
  }
}

export const seeker = new Seeker();
