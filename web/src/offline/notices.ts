/** What the worker knows of notices. It is one file, which shares none with the page. */

/** What a push message says, as the house makes it. */
export type Pushed =
  | { title: string; body: string; tag: string; path: string; urgent: boolean }
  /** What is shown under these tags is to be closed: the moves are made. */
  | { gone: string[] };

/** Reads it; whatever else comes shows nothing. */
export function pushed(text: string): Pushed | null {
  try {
    const said = JSON.parse(text) as Record<string, unknown>;
    if (Array.isArray(said.gone)) return { gone: said.gone.map(String) };
    const { title, body, tag, path, urgent } = said;
    if (typeof title !== "string" || typeof body !== "string" || typeof tag !== "string") return null;
    // A page of ours, and nothing else.
    const ours = typeof path === "string" && /^\/(?!\/)/.test(path) ? path : "/me";
    return { title, body, tag, path: ours, urgent: urgent === true };
  } catch {
    return null;
  }
}

/** Where messages to this browser go has changed: the house is told, or nobody would be called here any more. */
export async function moved(
  old: PushSubscription | null,
  fresh: PushSubscription | null,
  pushes: Pick<PushManager, "subscribe">,
): Promise<void> {
  const tell = (path: string, body: unknown) =>
    fetch(`/api/me/notices/browser${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  try {
    // Some browsers leave it to us to begin anew.
    const taken =
      fresh ?? (await pushes.subscribe({ userVisibleOnly: true, applicationServerKey: await key() }));
    const { endpoint, keys } = taken.toJSON();
    await tell("", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
  } finally {
    if (old) await tell("/off", { endpoint: old.endpoint });
  }
}

/** The house's key, for which a browser takes messages. */
async function key(): Promise<string> {
  const answer = await fetch("/api/me/notices");
  return ((await answer.json()) as { key: string }).key;
}
