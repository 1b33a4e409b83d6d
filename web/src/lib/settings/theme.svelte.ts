/** Light, dark, or as the system says. */
import { remember, remembered } from "./remember";

export type Theme = "auto" | "light" | "dark";
export const THEMES: readonly Theme[] = ["auto", "light", "dark"];

class Lamp {
  theme: Theme = $state("auto");

  constructor() {
    const kept = remembered("theme");
    if (kept === "light" || kept === "dark") this.theme = kept;
  }

  choose(theme: Theme): void {
    this.theme = theme;
    remember("theme", theme);
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }

  /** The next of auto, light, dark. */
  turn(): void {
    this.choose(THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length] ?? "auto");
  }
}

export const lamp = new Lamp();
