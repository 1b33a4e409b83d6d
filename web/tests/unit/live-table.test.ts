import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { build } from "../../src/lib/net/build.svelte";
import { LiveTable } from "../../src/lib/net/live-table.svelte";
import type { Frame, LoggedStep, Reply, Request, SeatView, TableInfo } from "../../src/lib/net/protocol";
import type { Operation } from "../../src/lib/net/patch";
import type { Outcome } from "../../src/lib/table/face";
import { FakeSocket, newest } from "./fake-socket";

const played = (n: number, action: string, seat = 0): LoggedStep => ({
  n,
  at: n,
  seat,
  action,
  events: [{ type: "placed" }],
});
const spoke = (n: number, text: string): LoggedStep => ({
  n,
  at: n,
  seat: null,
  action: null,
  events: [],
  said: { who: 7, name: "Inès", seat: 1, text },
});
const eyes = (view: unknown): SeatView[] => [{ seat: 0, view, actions: ["S@a1", "wait"] }];
const frame = (n: number, { eyes, ...rest }: Partial<Frame> & { eyes?: SeatView[] } = {}): Reply => ({
  op: "frame",
  n,
  now: 0,
  steps: [],
  ...(eyes ? { game: { awaited: [0], outcome: null, clocks: null, eyes } } : {}),
  ...rest,
});
const nowhere = {
  phase: "playing",
  game: "",
  seats: [],
  asked: null,
  waits_for: null,
} as unknown as TableInfo;

/** The requests of a socket, pings left out. */
const asked = (socket = newest()) =>
  socket.sent
    .map((text) => JSON.parse(text) as Request & { expect?: number })
    .filter((ask) => ask.op !== "ping");
const say = (reply: Reply) => newest().say(JSON.stringify(reply));

let table: LiveTable;

beforeEach(() => {
  vi.useFakeTimers();
  const network = new EventTarget();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal(
    "document",
    Object.assign(new EventTarget(), {
      visibilityState: "visible",
      querySelector: () => null,
      querySelectorAll: () => [],
    }),
  );
  vi.stubGlobal("addEventListener", network.addEventListener.bind(network));
  vi.stubGlobal("removeEventListener", network.removeEventListener.bind(network));
  table = new LiveTable("t1");
  newest().open();
  say(frame(1, { whole: true, steps: [played(1, "start")], table: nowhere, eyes: eyes({ at: 1 }) }));
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What a promise has come to by now. */
async function now<T>(promise: Promise<T>): Promise<T | "waiting"> {
  return Promise.race([promise, Promise.resolve().then(() => Promise.resolve("waiting" as const))]);
}

/** The line breaks and another one opens. */
function cut(): void {
  newest().drop();
  vi.advanceTimersByTime(1_000);
  newest().open();
}

describe("a frame that tells what changed", () => {
  it("leaves all else the very same", () => {
    const [before, info] = [table.view, table.info];
    const patch: Operation[] = [
      [2, "/game/eyes/0/actions", ["wait"]],
      [2, "/game/awaited", [1]],
    ];
    say(frame(2, { steps: [played(2, "S@a1")], patch }));
    expect([table.actions, table.awaited]).toEqual([["wait"], [1]]);
    expect(table.view).toBe(before);
    expect(table.info).toBe(info);
  });

  it("of what was never seen asks for all of it", () => {
    const lines = FakeSocket.all.length;
    say(frame(2, { patch: [[2, "/game/eyes/7/view/x", 1]] }));
    vi.advanceTimersByTime(5_000);
    expect(FakeSocket.all.length).toBeGreaterThan(lines);
  });
});

describe("a long table", () => {
  it("says that moves are missing, and once it is over where they are", () => {
    expect(table.earlier).toBeNull();
    const steps = [played(300, "S@a1")];
    say(frame(300, { whole: true, steps, table: nowhere, eyes: eyes({ at: 300 }) }));
    expect(table.earlier).toEqual({ replay: null });
    const outcome = { winners: [0], clause: "P-15" } as unknown as Outcome;
    say(frame(301, { steps: [played(301, "S@a2")], patch: [[2, "/game/outcome", outcome]] }));
    expect(table.earlier).toEqual({ replay: "/replay/t1" });
  });
});

describe("a frame that changes nothing of the game", () => {
  it("changes nothing of the board: the same view, the same actions, the same steps to animate", () => {
    say(frame(2, { steps: [played(2, "S@a1")], eyes: eyes({ at: 2 }) }));
    table.only = ["S@a1"]; // A hint is looked at.
    const { view, actions, steps, fresh, awaited } = table;
    expect(actions).toEqual(["S@a1"]);
    expect(fresh.map((step) => step.n)).toEqual([2]);
    say(frame(3, { steps: [spoke(3, "hello")] }));
    expect(table.talk.map((line) => line.text)).toEqual(["hello"]);
    expect(table.view).toBe(view);
    expect(table.actions).toEqual(actions);
    expect(table.steps).toBe(steps);
    expect(table.fresh).toBe(fresh);
    expect(table.awaited).toBe(awaited);
  });

  it("does not answer a move that is under way", async () => {
    const move = table.play("S@a1");
    say(frame(2, { steps: [spoke(2, "hello")] }));
    expect(await now(move)).toBe("waiting");
    say(frame(3, { steps: [played(3, "S@a1")], eyes: eyes({ at: 3 }) }));
    expect(await now(move)).toBeNull();
  });
});

describe("a line that is lost", () => {
  it("asks for what it missed, and takes a move found there for done", async () => {
    const move = table.play("S@a1");
    cut();
    expect(newest().address).toContain("since=1");
    say(frame(2, { steps: [played(2, "S@a1")], eyes: eyes({ at: 2 }) }));
    expect(await now(move)).toBeNull();
    expect(asked()).toEqual([]);
    expect(table.fresh).toEqual([]);
  });

  it("sends again what was never heard, as it was: whichever copy comes first, the other is known by its number", async () => {
    const move = table.play("S@a1");
    const { id: _, ...first } = asked()[0]!;
    expect(first).toEqual({ op: "play", seat: 0, action: "S@a1", expect: 1 });
    cut();
    say(frame(4, { steps: [played(2, "x", 1), spoke(3, "?"), played(4, "y", 1)], eyes: eyes({ at: 4 }) }));
    expect(asked()).toMatchObject([first]);
    cut();
    say(frame(4));
    expect(asked()).toMatchObject([first]);
    say({ op: "done", id: asked()[0]?.id ?? 0, n: 5 });
    expect(await now(move)).toBeNull();
  });

  it("says nothing of a repeated move that comes too late because the first was heard", async () => {
    const move = table.play("wait");
    cut();
    say(frame(1, { eyes: eyes({ at: 1 }) }));
    const id = asked()[0]?.id ?? 0;
    // The first copy was still on its way to the table.
    say(frame(2, { steps: [played(2, "wait")], eyes: eyes({ at: 2 }) }));
    expect(await now(move)).toBeNull();
    say({ op: "error", id, message: { en: "The table has moved on.", fr: "La table a avancé." } });
    expect(table.notice).toBeNull();
  });

  it("lets what is asked meanwhile wait, and sends it as it is", async () => {
    newest().drop();
    const said = table.say("still there?");
    // Nothing waits in silence.
    expect(table.notice?.message.en).toMatch(/sent as soon as it is back/);
    vi.advanceTimersByTime(1_000);
    newest().open();
    say(frame(1, { eyes: eyes({ at: 1 }) }));
    expect(asked()).toMatchObject([{ op: "say", text: "still there?" }]);
    say({ op: "done", id: asked()[0]?.id ?? 0, n: 2 });
    expect(await now(said)).toBe(true);
  });

  it("answers all who wait when the page closes", async () => {
    const move = table.play("S@a1");
    table.close();
    expect(await now(move)).toBeNull();
  });
});

describe("what comes doubled or out of order", () => {
  it("counts a step once", () => {
    const news = frame(2, { steps: [played(2, "S@a1")], eyes: eyes({ at: 2 }) });
    say(news);
    say(news);
    expect(table.steps.map((step) => step.n)).toEqual([1, 2]);
  });

  it("never goes back to an older view", () => {
    say(frame(3, { steps: [played(2, "S@a1"), played(3, "A+90")], eyes: eyes({ at: 3 }) }));
    say(frame(2, { steps: [played(2, "S@a1")], eyes: eyes({ at: 2 }) }));
    expect(table.view).toEqual({ at: 3 });
    expect(table.steps.map((step) => step.n)).toEqual([1, 2, 3]);
  });

  it("takes the answer before the frame, or the frame before the answer", async () => {
    const first = table.play("S@a1");
    say({ op: "done", id: asked()[0]?.id ?? 0, n: 2 });
    expect(await now(first)).toBeNull();
    say(frame(2, { steps: [played(2, "S@a1")], eyes: eyes({ at: 2 }) }));
    const second = table.play("wait");
    say(frame(3, { steps: [played(3, "wait")], eyes: eyes({ at: 3 }) }));
    say({ op: "done", id: asked()[1]?.id ?? 0, n: 3 });
    expect(await now(second)).toBeNull();
    expect(table.steps).toHaveLength(3);
  });

  it("knows of its own move by the answer, before it has seen it", () => {
    void table.play("S@a1");
    say({ op: "done", id: asked()[0]?.id ?? 0, n: 2 });
    void table.play("wait");
    expect(asked()[1]).toMatchObject({ action: "wait", expect: 2 });
  });

  it("leaves a line with a gap in it for a new one, from where it knows", () => {
    say(frame(5, { steps: [played(5, "S@a1")], eyes: eyes({ at: 5 }) }));
    vi.advanceTimersByTime(1_000);
    expect(newest().address).toContain("since=1");
  });
});

describe("a newer program", () => {
  it("is heard of on the line, and the page is offered anew", () => {
    document.querySelector = ((wanted: string) =>
      wanted === "meta[name=build]" ? { content: "mine" } : null) as typeof document.querySelector;
    vi.stubGlobal("location", { protocol: "http:", host: "here", pathname: "/table/t1" });
    expect(build.newer).toBe(false);
    cut();
    say(frame(1, { welcome: { me: 7, build: "newer" }, eyes: eyes({ at: 1 }) }));
    expect(build.newer).toBe(true);
    build.newer = false;
  });
});

describe("looking back", () => {
  it("shows what this page has seen after a step, and forgets what was taken back", () => {
    say(frame(2, { steps: [played(2, "S@a1")], eyes: eyes({ at: 2 }) }));
    say(frame(3, { steps: [spoke(3, "hm")] }));
    say(frame(4, { steps: [played(4, "A+90")], eyes: eyes({ at: 4 }) }));
    const past = table.past(2);
    expect([past?.view, past?.actions, past?.steps.length]).toEqual([{ at: 2 }, [], 2]);
    expect(table.view).toEqual({ at: 4 });
    const undo = { ...played(5, "x"), action: null, events: [], undone_to: 2 };
    say(frame(5, { steps: [undo], eyes: eyes({ at: 2 }) }));
    expect(table.past(4)).toBeNull();
  });
});

describe("a slow line", () => {
  it("keeps a move waiting, and sends it once", async () => {
    const move = table.play("S@a1");
    vi.advanceTimersByTime(5_000);
    expect(await now(move)).toBe("waiting");
    expect(asked()).toHaveLength(1);
    say({ op: "done", id: asked()[0]?.id ?? 0, n: 2 });
    expect(await now(move)).toBeNull();
  });

  it("is told from a dead one: after ten silent seconds another is opened", () => {
    vi.advanceTimersByTime(10_000);
    expect(table.line).toBe("lost");
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(2);
  });
});

describe("a table that waits for people after the house was closed", () => {
  const info = (waits_for: number[] | null) =>
    ({
      phase: "playing",
      game: "quicksand",
      seats: [],
      asked: null,
      waits_for,
      build: "",
    }) as unknown as TableInfo;

  it("has a clock that stands, and then goes on from there", () => {
    say(frame(2, { now: 42_000, steps: [played(2, "x")], table: info([1]) }));
    vi.advanceTimersByTime(5_000);
    expect(table.clock()).toBe(42_000);
    say(frame(2, { now: 42_000, table: info(null) }));
    expect(table.clock()).toBe(42_000);
    vi.advanceTimersByTime(1_000);
    expect(table.clock()).toBe(43_000);
  });
});

describe("a question of mine that is gone", () => {
  const seat = (mine: boolean) => ({
    taken_by: { type: "person", name: "", here: true },
    mine,
    left: false,
    left_by: null,
    vote: null,
  });
  const info = (asked: unknown, ...seats: boolean[]) =>
    ({
      phase: "playing",
      game: "pyramids",
      seats: seats.map(seat),
      asked,
      waits_for: null,
    }) as unknown as TableInfo;
  const silent = (n: number, rest: Partial<LoggedStep> = {}): LoggedStep => ({
    n,
    at: 0,
    seat: null,
    action: null,
    events: [],
    ...rest,
  });
  const undo = { what: { type: "undo", seat: 0 }, of: [1] };
  beforeEach(() => {
    say(frame(2, { steps: [silent(2)], table: info(undo, true, false) }));
  });

  it("was declined if nothing came of it, and I am told", () => {
    say(frame(3, { steps: [silent(3)], table: info(null, true, false) }));
    expect(table.notice?.message.en).toMatch(/./);
  });

  it("is not declined if something was taken back or people changed places", () => {
    say(frame(3, { steps: [silent(3, { undone_to: 1 })], table: info(null, true, false) }));
    expect(table.notice).toBeNull();
    say(
      frame(4, {
        steps: [silent(4)],
        table: info({ what: { type: "swap", seat: 0, with: 1 }, of: [1] }, true, false),
      }),
    );
    say(frame(5, { steps: [silent(5)], table: info(null, false, true) }));
    expect(table.notice).toBeNull();
  });
});
