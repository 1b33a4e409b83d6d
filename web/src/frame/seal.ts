/** The seed of a game is sealed by its SHA-256 before the first move; afterwards everybody can check it. */

/** Whether the seed, as hexadecimal, has this fingerprint. Null where the browser cannot tell (no secure context). */
export async function sealHolds(seed: string, fingerprint: string): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = bytesOf(seed);
  if (!bytes) return false;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === fingerprint.toLowerCase();
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> | null {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(hex)) return null;
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}
