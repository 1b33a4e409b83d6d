/**
 * Keys of one letter can be turned off: they get in the way of dictation and of some screen readers (WCAG 2.1.4). The list
 * of choices and everything that is reached with Tab works without them.
 */
import { remember, remembered } from "./remember";

class LetterKeys {
  on = $state(remembered("letters") !== "off");

  toggle(): void {
    this.on = !this.on;
    remember("letters", this.on ? "on" : "off");
  }

  /** Keeps single letters from the board's keys while they are off. For the window, before anybody else hears of them. */
  guard(event: KeyboardEvent): void {
    if (this.on || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target;
    // Where one types, and in lists that search, letters are meant.
    if (at instanceof Element && at.closest("input, textarea, select, [role=listbox]")) return;
    if (event.key !== " ") event.stopImmediatePropagation();
  }
}

export const letterKeys = new LetterKeys();
