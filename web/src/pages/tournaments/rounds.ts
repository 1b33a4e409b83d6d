/** Tables of a tournament as they are listed. */
import type { TournamentTable } from "../../lib/net/protocol";

/** The newest round first; where everybody has their own pace all in one, those that are played first. */
export function byRound(
  tables: TournamentTable[],
  free: boolean,
): { round: number; tables: TournamentTable[] }[] {
  if (free) {
    const newest = tables.toReversed();
    const played = newest.filter((table) => !table.places);
    const over = newest.filter((table) => table.places);
    return tables.length > 0 ? [{ round: 0, tables: [...played, ...over] }] : [];
  }
  const rounds = new Map<number, TournamentTable[]>();
  for (const table of tables) rounds.set(table.round, [...(rounds.get(table.round) ?? []), table]);
  return [...rounds].sort(([a], [b]) => b - a).map(([round, tables]) => ({ round, tables }));
}

/** What each seat takes from a table that is over: a table is worth a point. */
export function scores({ places }: TournamentTable): number[] | null {
  if (!places) return null;
  const others = places.length - 1;
  if (others < 1 || places.every((place) => place > 1)) return places.map((place) => (place === 1 ? 1 : 0));
  return places.map((mine) => {
    const behind = places.filter((place) => place > mine).length;
    const before = places.filter((place) => place < mine).length;
    return (others + behind - before) / (2 * others);
  });
}
