/** Whoever deletes themselves is also in the replays that this browser keeps for the time without a network. */
export async function forgetReplays(): Promise<void> {
  if (!("caches" in globalThis)) return; // Only over TLS, or on the machine itself.
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (new URL(request.url).pathname.endsWith("/replay")) await cache.delete(request);
    }
  }
}
