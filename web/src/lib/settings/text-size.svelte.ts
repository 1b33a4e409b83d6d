/** Larger text, for those whose browser does not already show it so. Everything that is written is measured in rem. */
import { remember, remembered } from "./remember";

export const SIZES: readonly number[] = [100, 125, 150, 200];

class TextSize {
  percent: number = $state(100);

  constructor() {
    const kept = Number(remembered("text"));
    if (SIZES.includes(kept)) this.percent = kept;
  }

  choose(percent: number): void {
    this.percent = percent;
    remember("text", String(percent));
    if (percent === 100) delete document.documentElement.dataset["text"];
    else document.documentElement.dataset["text"] = String(percent);
  }

  /** The next larger one; after the largest the smallest. */
  turn(): void {
    this.choose(SIZES[(SIZES.indexOf(this.percent) + 1) % SIZES.length] ?? 100);
  }
}

export const textSize = new TextSize();
