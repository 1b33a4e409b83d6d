/**
 * From a click to its answer, on each of the five boards, and what a board costs while nobody does anything. Each board has
 * the same budget. Figures are raw, with the factor by which the browser's threads had to wait for a processor (also for each
 * other: they are more than a small machine has) and with what others took of the machine beside them. What is counted in
 * processor time is always judged; what the clock says only where the machine was ours.
 */
import { availableParallelism } from "node:os";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { evening } from "../browser/evening";
import { opensTable } from "../browser/line";
import { aim, BOARDS, painted } from "./boards";
import { BrowserWork, machine, type Done } from "./browser-work";

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
/** Where others take a larger share of the machine, the clock says more about them than about the page. */
const QUIET = 0.05;

function at(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
const told = (times: number[]) =>
  `p50 ${at(times, 0.5).toFixed(1)} ms, p95 ${at(times, 0.95).toFixed(1)} ms (${times.length})`;

test.each(BOARDS)("$game answers a click within its budget", async ({ game, options, clicks, rest }) => {
  // A whole browser with the page's worker, as people have it.
  const person = await tonight.person({ motion: true, worker: true });
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
    // When each click came, and what the browser says of it: nothing where its picture came within 16 ms.
    const clicks: { at: number; felt: number }[] = [];
    Object.assign(window, { clicks, changes: 0 });
    // Sand that runs by itself is no answer.
    const ofItself = "[data-testid^=timer-], [data-testid=sand-clock]";
    new MutationObserver((changes) => {
      const answers = changes.filter(({ target }) => !(target as Element).closest?.(ofItself));
      (window as unknown as { changes: number }).changes += answers.length;
    }).observe(document, { subtree: true, childList: true, attributes: true });
    addEventListener("click", ({ timeStamp }) => clicks.push({ at: timeStamp, felt: 0 }), { capture: true });
    new PerformanceObserver((list) => {
      for (const { name, startTime, duration } of list.getEntries()) {
        if (name !== "click") continue;
        const click = clicks.find(({ at }) => Math.abs(at - startTime) < 1);
        if (click) click.felt = duration;
      }
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
  /** Of each click, whether anything came of it: a change of the page, or a word to the server. */
  const answered: boolean[] = [];
  await work.watch();
  const began = await work.threads();
  const [before, start] = [machine(), performance.now()];
  for (let turn = 0; done < CLICKS && turn < 6 * CLICKS; turn++) {
    const target = await aim(page, [...clicks.filter((what) => what !== last), last], turn);
    if (!target) {
      await painted(page);
      continue;
    }
    last = target.what;
    const former = await heard(page);
    const asked = sent.size;
    await page.mouse.click(target.x, target.y);
    await answersSeen(page);
    done++;
    const after = await heard(page);
    // What was pressed may have gone before it was let go: that is no click.
    if (after.clicks > former.clicks) answered.push(sent.size > asked || after.changes > former.changes);
  }
  const now = machine();
  const others =
    (now.worked - before.worked - (now.ours - before.ours)) /
    ((performance.now() - start) * availableParallelism());
  const { ran, waited } = await work.threads();
  const worked = await work.clicks();
  const { rastered, composited } = work.pictures();
  const slower = (ran - began.ran + waited - began.waited) / (ran - began.ran);

  const clicked = await page.evaluate(
    () => (window as unknown as { clicks: { at: number; felt: number }[] }).clicks,
  );
  // Whoever clicks in vain has no picture to wait for: that is not counted as a quick one.
  const all = clicked.filter((_, i) => answered[i]).map(({ felt }) => Math.max(16, felt));
  const vain = answered.filter((one) => !one).length;
  const factor = `×${slower.toFixed(2)} by waiting for a processor, others took ${(100 * others).toFixed(0)} %`;
  const judged = others < QUIET;
  console.log(`${game}, ${done} clicks, ${vain} of them in vain`);
  console.log(`  click to paint: ${told(all)}, ${factor}${judged ? "" : ", not judged"}`);
  console.log(`  the page's own: ${told(worked)} of processor`);
  const each = ({ times, took }: Done) =>
    `${(times / done).toFixed(1)} times, ${(took / done).toFixed(1)} ms of processor a click`;
  console.log(`  rastered:       ${each(rastered)}`);
  console.log(`  composited:     ${each(composited)}`);
  console.log(`  all threads:    ${((ran - began.ran) / done).toFixed(1)} ms of processor a click`);
  console.log(`  click to log:   ${told(confirmed)}`);
  console.log(`  at rest:        ${resting.toFixed(1)} ms of processor a second`);
  expect(clicked.length, "what came of each click is known").toBe(answered.length);
  expect(all.length, "something comes of clicks").toBeGreaterThan(CLICKS / 4);
  expect(confirmed.length, "something is played").toBeGreaterThan(0);
  expect(at(worked, 0.95), "the page's own work").toBeLessThanOrEqual(BUDGET.worked);
  if (judged) expect(at(all, 0.5), "click to paint").toBeLessThanOrEqual(BUDGET.painted);
  expect(resting, "a board at rest").toBeLessThanOrEqual(BUDGET.rest[rest]);
});

/**
 * Until the browser says when the newest click had its picture: nobody clicks on what they cannot see yet. It says nothing of
 * what it showed within 16 ms. Waiting asks for no frames: those would be in the way of the picture.
 */
const answersSeen = (page: Page) =>
  page.evaluate(async () => {
    const newest = (window as unknown as { clicks: { at: number; felt: number }[] }).clicks.at(-1);
    while (newest && newest.felt === 0 && performance.now() < newest.at + 100)
      await new Promise((later) => setTimeout(later, 4));
  });

/** How many clicks the page has heard, and how much has changed in it. */
const heard = (page: Page) =>
  page.evaluate(() => {
    const { clicks, changes } = window as unknown as { clicks: unknown[]; changes: number };
    return { clicks: clicks.length, changes };
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
