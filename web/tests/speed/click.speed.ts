/**
 * From a click to its answer, on each of the five boards, and what a board costs while nobody does anything. Each board has
 * the same budget. Figures are raw, with the factor by which the browser's threads had to wait for a processor beside them.
 * What is counted in processor time is always judged; what the clock says only where the machine had time for us.
 */
import { expect, test } from "vitest";
import { evening } from "../browser/evening";
import { opensTable } from "../browser/line";
import { aim, BOARDS, painted } from "./boards";
import { BrowserWork, type Done } from "./browser-work";

const tonight = evening();

const BUDGET = {
  /** Milliseconds of processor for the page's own work on a click: 95 of 100 of them. */
  worked: 8,
  /** Milliseconds on the clock from the click to the picture, without a graphics card: the middle of all clicks. */
  painted: 33,
  /** Milliseconds of processor in a second in which nobody does anything; more where sand falls by itself. */
  rest: { still: 20, sand: 150 },
};
const CLICKS = 60;
/** Beyond this factor the clock says more about the machine than about the page. */
const QUIET = 1.25;

function at(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
const told = (times: number[]) =>
  `p50 ${at(times, 0.5).toFixed(1)} ms, p95 ${at(times, 0.95).toFixed(1)} ms (${times.length})`;

test.each(BOARDS)("$game answers a click within its budget", async ({ game, options, clicks, rest }) => {
  const person = await tonight.person({ motion: true });
  const { page, context } = person;
  const confirmed: number[] = [];
  const sent = new Map<number, number>();
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  line.on("Network.webSocketFrameSent", ({ timestamp, response }) => {
    const asked = JSON.parse(response.payloadData) as { op: string; id: number };
    if (asked.op === "play") sent.set(asked.id, timestamp);
  });
  line.on("Network.webSocketFrameReceived", ({ timestamp, response }) => {
    const said = JSON.parse(response.payloadData) as { op: string; id: number };
    const began = sent.get(said.id);
    if (said.op === "done" && began !== undefined) confirmed.push((timestamp - began) * 1000);
  });
  await page.addInitScript(() => {
    const felt: number[] = [];
    Object.assign(window, { felt });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === "click") felt.push(entry.duration);
    }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
  const table = await opensTable(person, { game, seats: 2, options, private: true, bots: "learner" });
  await page.goto(`/table/${table}`);
  await page.getByRole("group", { name: "Board" }).waitFor();
  await page.waitForLoadState("networkidle");
  const work = await BrowserWork.of(context.browser()!);

  const resting = await untilStill(work, BUDGET.rest[rest]);

  let last = clicks.at(-1) as string;
  let done = 0;
  await work.watch();
  const began = await work.threads();
  for (let turn = 0; done < CLICKS && turn < 6 * CLICKS; turn++) {
    const target = await aim(page, [...clicks.filter((what) => what !== last), last], turn);
    if (!target) {
      await painted(page);
      continue;
    }
    last = target.what;
    await page.mouse.click(target.x, target.y);
    await painted(page);
    done++;
  }
  const { ran, waited } = await work.threads();
  const worked = await work.clicks();
  const { rastered, composited } = work.pictures();
  const slower = (ran - began.ran + waited - began.waited) / (ran - began.ran);

  const listed = await page.evaluate(() => (window as unknown as { felt: number[] }).felt);
  // What is painted within 16 ms the browser does not list.
  const quick = Array.from({ length: Math.max(0, done - listed.length) }, () => 16);
  const all = [...quick, ...listed];
  const factor = `×${slower.toFixed(2)} by waiting for a processor`;
  const judged = slower < QUIET;
  console.log(`${game}, ${done} clicks`);
  console.log(`  click to paint: ${told(all)}, ${factor}${judged ? "" : ", not judged"}`);
  console.log(`  the page's own: ${told(worked)} of processor`);
  const each = ({ times, took }: Done) =>
    `${(times / done).toFixed(1)} times, ${(took / done).toFixed(1)} ms of processor a click`;
  console.log(`  rastered:       ${each(rastered)}`);
  console.log(`  composited:     ${each(composited)}`);
  console.log(`  all threads:    ${((ran - began.ran) / done).toFixed(1)} ms of processor a click`);
  console.log(`  click to log:   ${told(confirmed)}`);
  console.log(`  at rest:        ${resting.toFixed(1)} ms of processor a second`);
  expect(done, "something can be clicked").toBeGreaterThan(CLICKS / 4);
  expect(confirmed.length, "something is played").toBeGreaterThan(0);
  expect(at(worked, 0.95), "the page's own work").toBeLessThanOrEqual(BUDGET.worked);
  if (judged) expect(at(all, 0.5), "click to paint").toBeLessThanOrEqual(BUDGET.painted);
  expect(resting, "a board at rest").toBeLessThanOrEqual(BUDGET.rest[rest]);
});

/** Milliseconds of processor in the quietest of some seconds: whatever greets a person has then come to its end. */
async function untilStill(work: BrowserWork, enough: number): Promise<number> {
  let least = Infinity;
  for (let second = 0; second < 6 && least > enough; second++) {
    const before = await work.threads();
    const began = performance.now();
    await new Promise((done) => setTimeout(done, 1000));
    const after = await work.threads();
    least = Math.min(least, ((after.ran - before.ran) * 1000) / (performance.now() - began));
  }
  return least;
}
