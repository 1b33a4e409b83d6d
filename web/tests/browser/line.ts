/** A table's line, spoken by a test from within somebody's page: for what leads up to the thing that is tested. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Person } from "./people";

/** Opens a table as this person; says its id. */
export async function opensTable(person: Person, table: object): Promise<string> {
  const answer = await person.context.request.post("/api/tables", { data: table });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** Opens a table that plays on after so many entries of a log file here, with this person on its first seat; its path. */
export async function playsOnFrom(person: Person, file: string, n: number): Promise<string> {
  const fork = await person.context.request.post(`/api/replay/fork?n=${n}`, {
    headers: { "content-type": "text/plain" },
    data: readFileSync(new URL(file, import.meta.url), "utf8"),
  });
  expect(fork.status()).toBe(201);
  const path = `/table/${((await fork.json()) as { id: string }).id}`;
  await person.goes(path);
  return path;
}

/** Sends requests one after the other, each once the one before it is done. The person is on a page of ours. */
export async function asks(person: Person, table: string, requests: object[]): Promise<void> {
  await person.page.evaluate(
    async ({ table, requests }) => {
      const socket = new WebSocket(
        `${location.origin.replace("http", "ws")}/api/tables/${table}/live?since=0`,
      );
      await new Promise<void>((done, failed) => {
        let asked = 0;
        const next = () => {
          const request = requests[asked++];
          if (!request) return done();
          socket.send(JSON.stringify({ ...request, id: asked }));
        };
        socket.addEventListener("open", next);
        socket.addEventListener("message", ({ data }) => {
          const { op } = JSON.parse(data as string) as { op: string };
          if (op === "done") next();
          else if (op !== "frame") failed(new Error(data as string));
        });
      });
      socket.close();
    },
    { table, requests },
  );
}

/**
 * Plays whatever is offered, with every seat of this person, until the game is over or so many things have happened and
 * they are awaited again.
 */
export async function playsOn(person: Person, table: string, enough = Infinity): Promise<void> {
  await person.page.evaluate(
    async ({ table, enough }) => {
      interface Game {
        outcome: unknown;
        eyes: { seat: number; actions: string[] }[];
      }
      interface Said {
        op: string;
        n: number;
        game?: Game;
        patch?: [op: 0 | 1 | 2, path: string, value?: unknown][];
      }
      /** One operation of a patch, done to what was shown. */
      const change = (shown: object, [op, path, value]: [0 | 1 | 2, string, unknown?]) => {
        const keys = path.split("/").slice(1);
        const last = keys.pop() as string;
        let at = shown as Record<string, unknown>;
        for (const key of keys) at = at[key] as Record<string, unknown>;
        if (Array.isArray(at) && op !== 2) at.splice(Number(last), op, ...(op === 0 ? [value] : []));
        else if (op === 1) delete at[last];
        else at[last] = value;
      };
      const socket = new WebSocket(
        `${location.origin.replace("http", "ws")}/api/tables/${table}/live?since=0`,
      );
      let asked = 0;
      let n = 0;
      const shown: { game?: Game } = {};
      await new Promise<void>((done, failed) => {
        socket.addEventListener("error", () => failed(new Error("the line broke")));
        socket.addEventListener("message", ({ data }) => {
          const said = JSON.parse(data as string) as Said;
          if (said.op === "frame") {
            const operations = (said.patch ?? []).filter(([, path]) => path.startsWith("/game"));
            if (!said.game && operations.length === 0) return;
            if (said.game) shown.game = said.game;
            for (const operation of operations) change(shown, operation);
            n = said.n;
          } else if (said.op !== "refused") return; // Somebody else was faster: then something else of what was offered.
          if (!shown.game) return;
          if (shown.game.outcome) return done();
          const me = shown.game.eyes.find((eyes) => eyes.actions.length > 0);
          if (!me) return;
          if (n > enough) return done();
          const action = me.actions[(n * 7 + asked) % me.actions.length];
          socket.send(JSON.stringify({ op: "play", id: ++asked, seat: me.seat, action }));
        });
      });
      socket.close();
    },
    // Infinity is not JSON.
    { table, enough: Math.min(enough, Number.MAX_SAFE_INTEGER) },
  );
}

/** Plays a game against easy bots to its end, from a page that draws nothing; the table's id. */
export async function finished(person: Person, wanted: object): Promise<string> {
  const table = await opensTable(person, { private: true, bots: "learner", ...wanted });
  await person.goes("/healthz");
  await playsOn(person, table);
  return table;
}
