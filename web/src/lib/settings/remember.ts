/**
 * Small things that this browser keeps: language, theme, sound, text size, how far a lesson got. A browser that forbids
 * storage forgets them.
 */
type Kept =
  | "language"
  | "theme"
  | "sound"
  | "letters"
  | "text"
  | "notation"
  | "volume"
  | "pace"
  | "call"
  | "notices"
  | "standing"
  | "seeking"
  | "seek-paces"
  | "tournament"
  | `puzzles.${string}`
  | `lesson.${string}`;

export function remembered(what: Kept): string | null {
  try {
    return localStorage.getItem(`quintette.${what}`);
  } catch {
    return null;
  }
}

export function remember(what: Kept, value: string): void {
  try {
    localStorage.setItem(`quintette.${what}`, value);
  } catch {
    // Private windows may forbid storage; the choice then lasts as long as the page.
  }
}
