/**
 * I am called when it is my turn and I look elsewhere: the favicon gets a dot, a phone vibrates and, where I allowed it, the
 * system shows a notification. The title has its own dot, and the sound is the table's.
 */
import { seatToken } from "../table/seats";
import { remember, remembered } from "./remember";

const BUZZ_MS = 120;

function favicon(): HTMLLinkElement | null {
  return document.querySelector<HTMLLinkElement>("link[rel=icon]");
}

const DOTTED = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><rect x="1" y="8" width="6" height="17" rx="1" fill="#C98A3A"/><rect x="8" y="4" width="6" height="21" rx="1" fill="#A23B2A"/><rect x="15" y="11" width="6" height="14" rx="1" fill="#1592B8"/><circle cx="22" cy="8" r="7.500" fill="${seatToken(1).colour}" stroke="#fff" stroke-width="1.500"/></svg>`,
)}`;

class Calling {
  /** Whether notifications are wanted, and the browser lets us. */
  on = $state(remembered("call") === "on" && this.allowed);
  #plain: string | null = null;
  #shown: Notification | null = null;

  get possible(): boolean {
    return typeof Notification !== "undefined" && Notification.permission !== "denied";
  }
  get allowed(): boolean {
    return typeof Notification !== "undefined" && Notification.permission === "granted";
  }

  async toggle(): Promise<void> {
    if (!this.on && !this.allowed) await Notification.requestPermission();
    this.on = !this.on && this.allowed;
    remember("call", this.on ? "on" : "off");
  }

  /** It is my turn. Nothing happens where I am looking at it. */
  call(title: string, body: string): void {
    if (!document.hidden) return;
    const link = favicon();
    if (link && this.#plain === null) {
      this.#plain = link.href;
      link.href = DOTTED;
    }
    // A page that nobody has touched may not vibrate, and says so by `false`.
    navigator.vibrate?.(BUZZ_MS);
    if (this.on && this.allowed) this.#notify(title, body);
  }

  /** I am back, or it is no longer my turn. */
  quiet(): void {
    const link = favicon();
    if (link && this.#plain !== null) link.href = this.#plain;
    this.#plain = null;
    this.#shown?.close();
    this.#shown = null;
  }

  #notify(title: string, body: string): void {
    try {
      this.#shown?.close();
      this.#shown = new Notification(title, { body, icon: "/icon-192.png", tag: location.pathname });
      this.#shown.onclick = () => {
        focus();
        this.quiet();
      };
    } catch {
      // Some phones allow notifications only to workers.
    }
  }
}

export const calling = new Calling();
