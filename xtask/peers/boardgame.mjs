// boardgame.io with its own server, in memory: a counter that two people raise in turn.
import { createRequire } from "node:module";
import { io } from "socket.io-client";
import { measure } from "./tables.mjs";

const require = createRequire(import.meta.url);
const [, , what, address, tables, seconds] = process.argv;

const counter = {
  name: "counter",
  setup: () => ({ n: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { step: ({ G }) => void G.n++ },
};

if (what === "serve") {
  const { Server, Origins } = require("boardgame.io/server");
  const say = console.log;
  console.log = console.info = () => {};
  const server = Server({ games: [counter], origins: [Origins.LOCALHOST] });
  const { appServer } = await server.run({ port: 0, callback: () => {} });
  say(`http://127.0.0.1:${appServer.address().port}`);
} else {
  await measure(Number(tables), Number(seconds), async (number, moved) => {
    const players = await Promise.all(
      [0, 1].map(
        (me) =>
          new Promise((ready) => {
            const socket = io(`${address}/counter`, { transports: ["websocket"], forceNew: true });
            let state = null;
            const payload = { type: "step", args: [], playerID: String(me), credentials: undefined };
            const move = () =>
              socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, `t${number}`, String(me));
            socket.on("sync", (_, sync) => {
              state = sync.state;
              ready({ move });
            });
            socket.on("update", (_, next) => {
              const mover = Number(state.ctx.currentPlayer);
              state = next;
              moved(me, mover);
            });
            socket.emit("sync", `t${number}`, String(me), undefined, 2);
          }),
      ),
    );
    return players;
  });
}
