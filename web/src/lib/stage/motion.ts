// Time for animations: one tween after the other, all of them ended early when the person does not want to wait.

import { pacing } from "../settings/pace.svelte";

export type Ease = (t: number) => number;

export const easeOut: Ease = (t) => 1 - (1 - t) ** 3;
export const easeInOut: Ease = (t) => (t < 0.5 ? 4 * t * t * t : 1 - (2 - 2 * t) ** 3 / 2);
export const linear: Ease = (t) => t;

/** Goes a hint too far and comes back, like a coaster that is turned by hand. */
export const overshoot: Ease = (t) => {
  const pull = 1.1;
  const left = t - 1;
  return 1 + (pull + 1) * left ** 3 + pull * left ** 2;
};

export function prefersStillness(): boolean {
  return typeof matchMedia !== "undefined" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Once the next picture has been made: what takes the focus makes the browser lay the page out, which before that is done twice.
 * What comes back calls it off.
 */
export function afterPicture(work: () => void): () => void {
  let [frame, timer]: [number, ReturnType<typeof setTimeout> | undefined] = [0, undefined];
  frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** So many milliseconds of animation, or until `stop` fires. */
export function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (stop.aborted) return done();
    const end = () => {
      clearTimeout(timer);
      stop.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, milliseconds / pacing.pace);
    stop.addEventListener("abort", end);
  });
}

/** Between two pictures of a way that is not straight, in milliseconds. */
const STRIDE = 24;

/**
 * Moves an element along a way, 0 … 1, of transforms and opacity. It is told the whole way at once, so that the browser moves the
 * element's bitmap by itself: as long as the page made each of its pictures, what a click changed came a picture later.
 */
export function moves(
  element: Element,
  milliseconds: number,
  way: (t: number) => Keyframe,
  fill: FillMode = "none",
): Animation {
  const last = Math.ceil(milliseconds / STRIDE);
  const keyframes = Array.from({ length: last + 1 }, (_, i) => way(i / last));
  return element.animate(keyframes, { duration: milliseconds / pacing.pace, fill });
}

/** Calls `draw` with 0 … 1 for so many milliseconds; ends at once, with 1, when `stop` fires. */
export function tween(
  milliseconds: number,
  ease: Ease,
  stop: AbortSignal,
  draw: (t: number) => void,
): Promise<void> {
  return new Promise((done) => {
    let frame = 0;
    let start: number | null = null;
    const end = () => {
      cancelAnimationFrame(frame);
      stop.removeEventListener("abort", end);
      draw(1);
      done();
    };
    const advance = (now: number) => {
      start ??= now;
      const t = ((now - start) * pacing.pace) / milliseconds;
      if (t >= 1) return end();
      draw(ease(t));
      frame = requestAnimationFrame(advance);
    };
    if (stop.aborted) return end();
    stop.addEventListener("abort", end);
    // The first picture at once: nothing flashes between what was and what moves.
    draw(ease(0));
    frame = requestAnimationFrame(advance);
  });
}
