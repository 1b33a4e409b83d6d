/** What a push message says, as the house makes it. Only the worker reads it: it is one file, which shares none with the page. */
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
