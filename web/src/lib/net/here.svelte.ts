/** Who I am here, what can be played, and the lobby while somebody looks at it. */
import { canDraw } from "../../games";
import { api } from "./api";
import { build } from "./build.svelte";
import { LiveSocket, liveAddress, type Line } from "./live-socket";
import { type Lobby, lobbyAfter } from "./lobby";
import type { About, Lobby as News } from "./protocol";

class Here {
  name = $state("");
  /** Whether the name is mine alone. */
  account = $state(false);
  /** Whether I keep the house. */
  keeper = $state(false);
  /** What the server plays and this client can draw. */
  games: About[] = $state.raw([]);
  /** Whether the server has told us both. */
  known = $state(false);
  unreachable = $state(false);
  /** This browser came as somebody whom the house does not know, or not any more. */
  mistaken = $state(false);
  #asked: Promise<void> | null = null;

  /** Asks once; after a failure, the next call asks again. Without a network the games may still be known. */
  meet(): Promise<void> {
    this.#asked ??= Promise.allSettled([api.me(), api.games()]).then(([me, games]) => {
      if (me.status === "fulfilled") {
        ({ name: this.name, mistaken: this.mistaken, account: this.account, keeper: this.keeper } = me.value);
        build.served(me.value.build);
      }
      if (games.status === "fulfilled") this.games = games.value.filter((game) => canDraw(game.id));
      this.known = games.status === "fulfilled";
      this.unreachable = me.status === "rejected" || games.status === "rejected";
      if (this.unreachable) this.#asked = null;
    });
    return this.#asked;
  }

  about(game: string): About | undefined {
    return this.games.find((about) => about.id === game);
  }

  async rename(name: string): Promise<void> {
    this.name = (await api.rename(name)).name;
  }
}

export const here = new Here();

export class LiveLobby {
  lobby: Lobby | null = $state.raw(null);
  line: Line = $state("connecting");
  readonly #socket = new LiveSocket({
    address: () => liveAddress("/api/lobby/live"),
    opened: () => void this.#look(),
    heard: (text) => {
      const news = JSON.parse(text) as News | null;
      if (news) this.lobby = lobbyAfter(this.lobby, news);
    },
    line: (line) => (this.line = line),
    // The answer is `null`.
    ping: () => "?",
  });

  /** A line that comes back may lead to a newer house. */
  async #look(): Promise<void> {
    if (!this.lobby) return;
    try {
      build.served((await api.me()).build);
    } catch {
      // It is gone again; the next line asks anew.
    }
  }

  close(): void {
    this.#socket.close();
  }
}
