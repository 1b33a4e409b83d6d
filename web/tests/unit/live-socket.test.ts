import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LiveSocket, pauseBefore, type Line } from "../../src/lib/net/live-socket";
import { FakeSocket, newest } from "./fake-socket";

describe("a live line", () => {
  let heard: string[];
  let lines: Line[];
  let since: number;
  let socket: LiveSocket;
  let network: EventTarget;

  beforeEach(() => {
    vi.useFakeTimers();
    network = new EventTarget();
    FakeSocket.all = [];
    heard = [];
    lines = [];
    since = 0;
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
    vi.stubGlobal("addEventListener", network.addEventListener.bind(network));
    vi.stubGlobal("removeEventListener", network.removeEventListener.bind(network));
    socket = new LiveSocket({
      address: () => `ws://here/live?since=${since}`,
      heard: (text) => heard.push(text),
      line: (line) => lines.push(line),
      ping: () => "ping",
    });
  });
  afterEach(() => {
    socket.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("opens and hears", () => {
    newest().open();
    newest().say("frame");
    expect(lines).toEqual(["connecting", "open"]);
    expect(heard).toEqual(["frame"]);
    expect(socket.send("move")).toBe(true);
    expect(newest().sent).toEqual(["move"]);
  });

  it("comes back by itself and asks for what it missed", () => {
    newest().open();
    since = 7;
    newest().drop();
    expect(lines.at(-1)).toBe("lost");
    expect(socket.send("move")).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(newest().address).toContain("since=7");
    newest().open();
    expect(lines.at(-1)).toBe("open");
  });

  it("notices a dead line within ten seconds", () => {
    newest().open();
    vi.advanceTimersByTime(6_000);
    expect(newest().sent).toEqual(["ping"]);
    vi.advanceTimersByTime(4_000);
    expect(lines.at(-1)).toBe("lost");
  });

  it("is content with any answer to its question", () => {
    newest().open();
    vi.advanceTimersByTime(6_000);
    newest().say("pong");
    vi.advanceTimersByTime(5_000);
    expect(lines.at(-1)).toBe("open");
  });

  it("gives up on a connection that never opens, and tries another", () => {
    vi.advanceTimersByTime(4_000);
    expect(lines.at(-1)).toBe("lost");
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("waits longer each time when it is let in and thrown out at once", () => {
    for (let second = 0; second < 15; second++) {
      if (newest().readyState === 0) {
        newest().open();
        newest().drop();
      }
      vi.advanceTimersByTime(1_000);
    }
    expect(FakeSocket.all.length).toBeLessThan(9);
  });

  it("begins anew with short pauses once something was heard", () => {
    const next = () => {
      while (newest().readyState !== 0) vi.advanceTimersByTime(50);
    };
    for (let i = 0; i < 5; i++) {
      newest().open();
      newest().drop();
      next();
    }
    newest().open();
    newest().say("frame");
    newest().drop();
    const before = FakeSocket.all.length;
    vi.advanceTimersByTime(400);
    expect(FakeSocket.all).toHaveLength(before + 1);
  });

  it("hurries when the network is back", () => {
    newest().open();
    for (let i = 0; i < 6; i++) {
      newest().drop();
      vi.advanceTimersByTime(20_000);
    }
    const before = FakeSocket.all.length;
    newest().drop();
    network.dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(before + 1);
  });

  it("stays away when the server closed it because of too much", () => {
    newest().open();
    newest().drop(4429);
    expect(lines.at(-1)).toBe("shut");
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("stays closed once closed", () => {
    newest().open();
    socket.close();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("waits longer each time, but never more than ten seconds", () => {
    const pauses = Array.from({ length: 10 }, (_, tries) => pauseBefore(tries, false, 0.5));
    expect(pauses[0]).toBeLessThan(400);
    expect([...pauses].sort((a, b) => a - b)).toEqual(pauses);
    expect(pauseBefore(50, false, 1)).toBeLessThanOrEqual(10_000);
  });

  it("is never away for three seconds more in the first minute, and then tries less often", () => {
    newest().open();
    newest().say("frame");
    newest().drop();
    const tried: number[] = [];
    const start = Date.now();
    while (Date.now() - start < 180_000) {
      if (newest().readyState === 0) {
        tried.push(Date.now() - start);
        newest().drop(); // Nobody is there.
      }
      vi.advanceTimersByTime(50);
    }
    const pauses = tried.slice(1).map((at, i) => at - tried[i]!);
    const atFirst = pauses.filter((_, i) => tried[i + 1]! < 60_000);
    const later = pauses.filter((_, i) => tried[i]! > 70_000);
    expect(Math.max(...atFirst)).toBeLessThan(3_000);
    expect(Math.min(...later)).toBeGreaterThan(5_000);
    expect(new Set(pauses).size).toBeGreaterThan(5); // Not everybody at once.
  });
});
