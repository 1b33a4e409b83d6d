/** Which puzzles this browser has solved. */
import { remember, remembered } from "../../lib/settings/remember";

export function solvedOf(game: string): Set<number> {
  try {
    const kept: unknown = JSON.parse(remembered(`puzzles.${game}`) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((n) => typeof n === "number") : []);
  } catch {
    return new Set();
  }
}

export function noteSolved(game: string, number: number): void {
  remember(`puzzles.${game}`, JSON.stringify([...solvedOf(game).add(number)].sort((a, b) => a - b)));
}

/** The next puzzle after `number` that fits and is not solved yet; else any that fits; null if none does. */
export function nextPuzzle<D>(
  difficulties: readonly D[],
  wanted: D | null,
  number: number,
  solved: ReadonlySet<number>,
): number | null {
  const all = difficulties.map((_, k) => (number + 1 + k) % difficulties.length);
  const fits = all.filter((k) => k !== number && (wanted === null || difficulties[k] === wanted));
  return fits.find((k) => !solved.has(k)) ?? fits[0] ?? null;
}
