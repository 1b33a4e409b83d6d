/** The replays that this browser keeps for the time without a network. */
import type { Replay } from "../lib/net/protocol";

export interface KeptReplay {
  table: string;
  /** Whose eyes were looked through last. */
  eyes: string;
  game: string;
  name: string | null;
  seats: Replay["seats"];
  /** When it was watched, where the answer says so. */
  watched: Date | null;
}

interface Kept {
  cache: Cache;
  request: Request;
  table: string;
  eyes: string;
}

/** Every kept answer that is a replay, the newest first. */
async function answers(): Promise<Kept[]> {
  if (!("caches" in globalThis)) return []; // Only over TLS, or on the machine itself.
  const found: Kept[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const { pathname, searchParams } = new URL(request.url);
      const table = /^\/api\/tables\/([^/]+)\/replay$/.exec(pathname)?.[1];
      if (!table) continue;
      const eyes = searchParams.get("eyes") ?? "watch";
      found.push({ cache, request, table: decodeURIComponent(table), eyes });
    }
  }
  return found.reverse();
}

/** One for each game. */
export async function keptReplays(): Promise<KeptReplay[]> {
  const kept = new Map<string, KeptReplay>();
  for (const { cache, request, table, eyes } of await answers()) {
    if (kept.has(table)) continue;
    const answer = await cache.match(request);
    if (!answer) continue;
    const { game, name, seats } = (await answer.json()) as Replay;
    const date = answer.headers.get("date");
    kept.set(table, { table, eyes, game, name, seats, watched: date ? new Date(date) : null });
  }
  return [...kept.values()];
}

/** Through whose eyes a game was watched last; nothing if it is not kept. */
export async function keptEyes(table: string): Promise<string | null> {
  return (await answers()).find((kept) => kept.table === table)?.eyes ?? null;
}

/** Whoever deletes themselves is in these replays too. */
export async function forgetReplays(): Promise<void> {
  for (const { cache, request } of await answers()) await cache.delete(request);
}
