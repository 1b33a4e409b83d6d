/** Whom I have blocked, at a table: the house knows; this browser remembers only whether it need be asked. */
import { api } from "../net/api";
import type { MutedPeople } from "./muted.svelte";

const KEY = "quintette.blocks";

export function rememberBlocks(): void {
  try {
    localStorage.setItem(KEY, "yes");
  } catch {
    // Private windows may forbid storage; then it lasts as long as the page.
  }
}

/** Those with an account may have blocked somebody on another device. */
export async function readBlocks(table: string, muted: MutedPeople, account: boolean): Promise<void> {
  let known = account;
  try {
    known ||= localStorage.getItem(KEY) !== null;
  } catch {
    // See above.
  }
  if (known) muted.blocked = await api.blockedAt(table).catch(() => muted.blocked);
}
