/**
 * From a click to its answer: until the browser has painted again (it measures that itself, in steps of 8 ms), and until
 * the server has said that the action is written.
 */
import { expect, test } from "vitest";
import { evening } from "../browser/evening";

const tonight = evening();

const TURNS = 30;

interface Felt {
  /** Until it was painted. */
  painted: number[];
  /** What the page itself did of that; the rest is the browser's layout and paint, slow where no graphics card helps. */
  worked: number[];
}

function middleAndWorst(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms (${sorted.length})`;
}

test("a click is answered on screen, and confirmed", async () => {
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
    const felt: Felt = { painted: [], worked: [] };
    Object.assign(window, { felt });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (entry.name !== "click") continue;
        felt.painted.push(entry.duration);
        felt.worked.push(entry.processingEnd - entry.processingStart);
      }
    }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
  const opened = await context.request.post("/api/tables", {
    data: { game: "pyramids", options: { rounds: 3 }, private: true, bots: "learner" },
  });
  const { id } = (await opened.json()) as { id: string };
  await page.goto(`/table/${id}`);
  const mine = page.locator(".size:not([disabled]), .jumpers .jump").first();
  const over = page.getByTestId("outcome");
  let clicks = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    await mine.or(over).first().waitFor();
    if (await over.isVisible()) break;
    const jump = page.locator(".jumpers .jump").first();
    if (await jump.isVisible()) {
      await jump.click();
      await page.locator(".jumps .jump").first().click();
    } else {
      await page.locator(".size:not([disabled])").last().click();
      await page.locator("[data-cell].ready").first().click();
    }
    const coaster = page.getByRole("button", { name: /^Coaster A/ });
    await coaster.or(over).first().waitFor();
    if (await over.isVisible()) break;
    await coaster.click();
    await page.locator(".turn", { hasText: "90°" }).click();
    clicks += 4;
  }
  const { painted, worked } = await page.evaluate(() => (window as unknown as { felt: Felt }).felt);
  // What is painted within 16 ms the browser does not list.
  const quick = Array.from({ length: Math.max(0, clicks - painted.length) }, () => 16);
  console.log(
    `click to paint:   ${middleAndWorst([...quick, ...painted])}, ${quick.length} of them within one frame`,
  );
  console.log(`of that, the page: ${middleAndWorst(worked)}`);
  console.log(`click to logged:  ${middleAndWorst(confirmed)}`);
  expect(confirmed.length).toBeGreaterThan(10);
});
