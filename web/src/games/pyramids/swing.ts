// A coaster in the hand on its way from one angle to another. The browser is told the whole way at once and moves the parts as
// bitmaps; who takes hold of it meanwhile asks where it is.

import { pacing } from "../../lib/settings/pace.svelte";
import { moves } from "../../lib/stage/motion";

export class Swing {
  readonly #began = performance.now();

  /** `angle` in degrees and `lift` at each moment of the way, 0 … 1; without `lift` it stays as high as it is held. */
  constructor(
    readonly milliseconds: number,
    readonly angle: (t: number) => number,
    readonly lift?: (t: number) => number,
  ) {}

  /** The angle just now. */
  get now(): number {
    const passed = (performance.now() - this.#began) * pacing.pace;
    return this.angle(Math.min(1, passed / this.milliseconds));
  }

  /** Moves a part of it along. */
  carries(element: Element, look: (t: number) => Keyframe): () => void {
    const moving = moves(element, this.milliseconds, look);
    return () => moving.cancel();
  }
}
