import { afterEach, expect, it, vi } from "vitest";
import type { LiveTable } from "../../src/lib/net/live-table.svelte";
import { Plans } from "../../src/lib/net/plans.svelte";

afterEach(() => vi.unstubAllGlobals());

it("keeps a line with what was played last, also while that is under way", async () => {
  const kept: unknown[] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    const { line, ...asked } = JSON.parse(body) as { line: { seat: number; action: string }[] };
    const steps = line.map((act) => ({ ...act, events: [] }));
    if (path.endsWith("/plan")) kept.push({ line, ...asked });
    const ahead = { n: 7, steps, view: {}, awaited: [1], actions: ["A+90"], outcome: null };
    return Response.json(path.endsWith("/plan") ? { n: 7, lines: [steps] } : ahead);
  });
  const plans = new Plans({ id: "t", mySeats: [1], steps: [], people: [] } as unknown as LiveTable);
  await plans.open([{ seat: 1, action: "S@a1", events: [] }]);
  void plans.planning?.play("A+90");
  await plans.keep();
  expect(kept).toEqual([
    {
      op: "keep",
      n: 7,
      line: [
        { seat: 1, action: "S@a1" },
        { seat: 1, action: "A+90" },
      ],
    },
  ]);
  expect(plans.planning).toBeNull();
});
