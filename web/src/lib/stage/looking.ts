/**
 * Looking around on a board that is larger than its window, by the same gestures on every board: two fingers move it and
 * bring it nearer, the wheel brings nearer what is below it. What lies under fingers or wheel stays there.
 */
import type { Gestures, Place } from "./gestures";

export interface Look {
  /** Moves what is seen by pixels. */
  pan(by: Place): void;
  /** Nearer by a factor around a point of the board's window. */
  zoom(factor: number, at: Place): void;
}

/** A wheel's pixel; fingers on a touch pad (which say so by Ctrl) move it less far. */
const WHEEL = 0.0016;
const TOUCH_PAD = 0.01;

export function looking(look: Look): Required<Pick<Gestures, "pinch" | "wheel">> {
  return {
    pinch: (factor, middle, by) => {
      look.pan(by);
      look.zoom(factor, middle);
    },
    wheel: (by, at, event) => look.zoom(Math.exp(-by * (event.ctrlKey ? TOUCH_PAD : WHEEL)), at),
  };
}

export function within(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
