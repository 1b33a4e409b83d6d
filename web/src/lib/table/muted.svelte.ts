/** Whom I do not want to read at this table. This browser remembers it; nobody else knows. */
import type { TalkLine } from "../net/table-story";

interface Muted {
  who: number;
  name: string;
}

export class MutedPeople {
  list: Muted[] = $state.raw([]);
  /** Those whom I have blocked in the whole house, by their numbers at this table. */
  blocked: number[] = $state.raw([]);
  readonly #key: string;

  constructor(table: string) {
    this.#key = `quintette.muted.${table}`;
    this.list = this.#kept();
  }

  mute({ who, name }: Muted): void {
    this.#keep([...this.list.filter((one) => one.who !== who), { who, name }]);
  }

  hear(who: number): void {
    this.#keep(this.list.filter((one) => one.who !== who));
  }

  /** What is left to read. */
  heard(talk: TalkLine[]): TalkLine[] {
    const unread = new Set([...this.blocked, ...this.list.map(({ who }) => who)]);
    return unread.size === 0 ? talk : talk.filter(({ who }) => !unread.has(who));
  }

  #keep(list: Muted[]): void {
    this.list = list;
    try {
      if (list.length > 0) localStorage.setItem(this.#key, JSON.stringify(list));
      else localStorage.removeItem(this.#key);
    } catch {
      // Private windows may forbid storage; then it lasts as long as the page.
    }
  }

  #kept(): Muted[] {
    try {
      const list: unknown = JSON.parse(localStorage.getItem(this.#key) ?? "[]");
      return Array.isArray(list) ? list.filter(isMuted) : [];
    } catch {
      return [];
    }
  }
}

function isMuted(one: unknown): one is Muted {
  return (
    typeof one === "object" &&
    one !== null &&
    typeof (one as Muted).who === "number" &&
    typeof (one as Muted).name === "string"
  );
}
