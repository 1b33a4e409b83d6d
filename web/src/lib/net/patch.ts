/** An operation of a JSON Patch (RFC 6902) in its compact form: 0 adds, 1 removes, 2 replaces. */
export type Operation = [op: 0 | 1 | 2, path: string, value?: unknown];

const ADD = 0;
const REMOVE = 1;
const REPLACE = 2;

type Container = unknown[] | Record<string, unknown>;

/** What `document` becomes. What the operations leave alone is the very same object as before; nothing is changed in place. */
export function patched<T>(document: T, operations: Operation[]): T {
  const whole = { document } as { document: unknown };
  /** Copies that were made here, and may be changed. */
  const ours = new Set<unknown>([whole]);
  for (const [op, path, value] of operations) {
    const keys = ["document", ...path.split("/").slice(1).map(unescaped)];
    const last = keys.pop()!;
    let at: Container = whole;
    for (const key of keys) {
      const inner = at[key as keyof typeof at] as Container;
      if (typeof inner !== "object" || inner === null) throw new Error(`nothing at ${path}`);
      if (ours.has(inner)) {
        at = inner;
      } else {
        const copy: Container = Array.isArray(inner) ? [...inner] : { ...inner };
        ours.add(copy);
        (at as Record<string, unknown>)[key] = copy;
        at = copy;
      }
    }
    if (Array.isArray(at) && op !== REPLACE) {
      at.splice(Number(last), op === REMOVE ? 1 : 0, ...(op === ADD ? [value] : []));
    } else if (op === REMOVE) {
      delete (at as Record<string, unknown>)[last];
    } else {
      (at as Record<string, unknown>)[last] = value;
    }
  }
  return whole.document as T;
}

function unescaped(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}
