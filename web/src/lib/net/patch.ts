/** A JSON Patch (RFC 6902), as the server writes it: `add`, `remove` and `replace`. */
export interface Operation {
  op: "add" | "remove" | "replace";
  path: string;
  value?: unknown;
}

type Container = unknown[] | Record<string, unknown>;

/** What `document` becomes. What the operations leave alone is the very same object as before; nothing is changed in place. */
export function patched<T>(document: T, operations: Operation[]): T {
  const whole = { document } as { document: unknown };
  /** Copies that were made here, and may be changed. */
  const ours = new Set<unknown>([whole]);
  for (const { op, path, value } of operations) {
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
    if (Array.isArray(at) && op !== "replace") {
      at.splice(Number(last), op === "remove" ? 1 : 0, ...(op === "add" ? [value] : []));
    } else if (op === "remove") {
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
