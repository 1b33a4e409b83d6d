// How things come onto the ice and go from it.

import type { TransitionConfig } from "svelte/transition";
import { prefersStillness } from "../../lib/stage/motion";
import type { Gone } from "./types";

const STILL: TransitionConfig = { duration: 120, css: (t) => `opacity:${t}` };
const unlessStill = (moving: TransitionConfig) => (prefersStillness() ? STILL : moving);

const BREAKS: TransitionConfig = {
  duration: 460,
  css: (t, u) =>
    `opacity:${t};transform:translateY(${u * 20}px) scale(${1 - u * 0.14});filter:brightness(${1 - u * 0.5})`,
};
const LEAVES: Record<Gone, TransitionConfig> = {
  left: BREAKS,
  broken: BREAKS,
  kraken: {
    duration: 520,
    css: (t, u) =>
      `opacity:${t};transform:translateY(${u * 46}px) rotate(${u * -18}deg) scale(${1 - u * 0.35})`,
  },
  adrift: {
    duration: 900,
    easing: (t) => t * t,
    css: (t, u) =>
      `opacity:${Math.min(1, t * 1.6)};transform:translate(${u * 90}px,${u * 34}px) rotate(${u * 14}deg)`,
  },
};

/** A tile breaks up and sinks, is dragged under, or drifts away. */
export const leave = (_: Element, { gone }: { gone: Gone | null }) =>
  gone === null ? STILL : unlessStill(LEAVES[gone]);

export const arrive = (_: Element) =>
  unlessStill({
    duration: 260,
    css: (t, u) => `opacity:${Math.min(1, t * 3)};transform:translateY(${-u * 46}px)`,
  });

/** A pawn goes under: down, turning a little. */
export const sink = (_: Element) =>
  unlessStill({
    duration: 620,
    easing: (t) => t * t,
    css: (t, u) => `opacity:${t};transform:translateY(${u * 44}px) rotate(${u * 16}deg)`,
  });
