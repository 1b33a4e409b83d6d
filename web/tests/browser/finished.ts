/** Games that are over, without a person's patience: whoever asks plays the first action that is offered, to the end. */
import { expect } from "vitest";
import type { Person } from "./people";

interface Wanted {
  game: string;
  seats?: number;
  options?: object;
}

/** Plays a game against easy bots to its end; the table's id. */
export async function finished(person: Person, wanted: Wanted): Promise<string> {
  const answer = await person.context.request.post("/api/tables", {
    data: { private: true, bots: "easy", ...wanted },
  });
  expect(answer.ok()).toBe(true);
  const { id } = (await answer.json()) as { id: string };
  await person.goes("/rules/pyramids");
  await person.page.evaluate(playToTheEnd, id);
  return id;
}

/** In the browser, which knows who asks. */
function playToTheEnd(id: string): Promise<void> {
  interface Frame {
    op: string;
    outcome: unknown;
    eyes: { actions: string[] }[];
  }
  return new Promise((over, failed) => {
    const socket = new WebSocket(`ws://${location.host}/api/tables/${id}/live?since=0`);
    let asked = 0;
    let offered: string[] = [];
    const act = () => {
      const [action] = offered;
      if (action === undefined) return;
      offered = [];
      socket.send(JSON.stringify({ op: "play", id: ++asked, seat: 0, action }));
    };
    socket.onerror = () => failed(new Error("the line broke"));
    socket.onmessage = (message) => {
      const frame = JSON.parse(String(message.data)) as Frame;
      if (frame.op !== "frame") return;
      if (frame.outcome) {
        socket.close();
        over();
        return;
      }
      offered = frame.eyes[0]?.actions ?? [];
      act();
    };
  });
}
