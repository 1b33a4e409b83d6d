/** How quickly things move: animations of all boards, and the page's own. */
import { remember, remembered } from "./remember";

/** Half as fast, as drawn, twice as fast. */
export const PACES = [0.5, 1, 2] as const;
export type Pace = (typeof PACES)[number];

class Pacing {
  pace: Pace = $state(PACES.find((pace) => String(pace) === remembered("pace")) ?? 1);

  constructor() {
    this.#tell();
  }

  choose(pace: Pace): void {
    this.pace = pace;
    remember("pace", String(pace));
    this.#tell();
  }

  /** What the style sheets move by. */
  #tell(): void {
    if (typeof document !== "undefined")
      document.documentElement?.style?.setProperty("--pace", String(1 / this.pace));
  }
}

export const pacing = new Pacing();
