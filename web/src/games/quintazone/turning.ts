// A card that is turned over, in the hand and on the table. Only what was turned over turns: what is taken up, or shown, does not.

import type { TransitionConfig } from "svelte/transition";
import { pacing } from "../../lib/settings/pace.svelte";
import { easeOut, prefersStillness } from "../../lib/stage/motion";

export const turnsOver = (_: Element): TransitionConfig => ({
  duration: prefersStillness() ? 0 : 260 / pacing.pace,
  easing: easeOut,
  css: (_, left) => `transform: rotate(${180 * left}deg)`,
});
