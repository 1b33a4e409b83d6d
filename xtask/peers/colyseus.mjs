// Colyseus with its own server, in memory: a counter that two people raise in turn, shown as soon as it is raised.
import { createRequire } from "node:module";
import { measure } from "./tables.mjs";

const require = createRequire(import.meta.url);
const [, , what, address, tables, seconds] = process.argv;

if (what === "serve") {
  const { Server, Room } = require("@colyseus/core");
  const { WebSocketTransport } = require("@colyseus/ws-transport");
  const { schema } = require("@colyseus/schema");
  const State = schema({ n: "number", turn: "number" });
  class Counter extends Room {
    onCreate() {
      this.maxClients = 2;
      this.setPatchRate(null);
      this.setState(new State());
      this.state.n = 0;
      this.state.turn = 0;
      this.seats = new Map();
      this.onMessage("step", (client) => {
        const seat = this.seats.get(client.sessionId);
        if (seat !== this.state.turn) return;
        this.state.n++;
        this.state.turn = 1 - seat;
        this.broadcastPatch();
      });
    }
    onJoin(client) {
      this.seats.set(client.sessionId, this.seats.size);
    }
  }
  const say = console.log;
  console.log = console.info = () => {};
  const transport = new WebSocketTransport({});
  const server = new Server({ transport, greet: false });
  server.define("counter", Counter);
  await server.listen(0, "127.0.0.1");
  say(`http://127.0.0.1:${transport.server.address().port}`);
} else {
  const { Client } = require("colyseus.js");
  await measure(Number(tables), Number(seconds), async (_, moved) => {
    const client = new Client(address);
    const first = await client.create("counter");
    const second = await client.joinById(first.roomId);
    const rooms = [first, second];
    rooms.forEach((room, me) => {
      let known = 0;
      room.onStateChange((state) => {
        if (state.n === known) return;
        known = state.n;
        moved(me, 1 - state.turn);
      });
    });
    return rooms.map((room) => ({ move: () => room.send("step") }));
  });
}
