/** The lobby, put together from what is new in it. */
import type { Words } from "../generated/Words";
import type { Lobby as News, LobbyTable } from "./protocol";

export type Lobby = { people: number; trouble?: Words | undefined; tables: LobbyTable[]; mine: LobbyTable[] };

/** The lobby after this news; the first news of a line is all of it. */
export function lobbyAfter(before: Lobby | null, news: News): Lobby {
  const known = new Map<string, LobbyTable>();
  for (const table of [...(before?.tables ?? []), ...(before?.mine ?? []), ...news.tables]) {
    known.set(table.id, table);
  }
  for (const [id, moves] of Object.entries(news.moves)) {
    const table = known.get(id);
    if (table) known.set(id, { ...table, moves: moves ?? table.moves });
  }
  const listed = (ids: string[] | undefined, listed: LobbyTable[] = []) =>
    (ids ?? listed.map((table) => table.id)).flatMap((id) => known.get(id) ?? []);
  return {
    people: news.people,
    trouble: news.trouble,
    tables: listed(news.open, before?.tables),
    mine: listed(news.mine, before?.mine),
  };
}
