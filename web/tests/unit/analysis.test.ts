import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../../src/lib/net/api";
import type { AnalysisState as Told } from "../../src/lib/generated/protocol";
import { AnalysisState } from "../../src/pages/analysis/analysis.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What a house says to each question, the last of it for ever. */
const houseThatSays = (...states: Told[]): ReturnType<typeof vi.spyOn> => {
  const next = async (): Promise<Told> => (states.length > 1 ? states.shift()! : states[0]!);
  vi.spyOn(api, "makeAnalysis").mockImplementation(next);
  return vi.spyOn(api, "analysis").mockImplementation(next);
};

const none: Told = { state: "none" };
const making = (done: number): Told => ({ state: "making", done, all: 9 });

it("waits on where another house has not heard yet that it is being made", async () => {
  houseThatSays(none, making(1), none, none, making(4));
  const analysis = new AnalysisState("t");
  await vi.advanceTimersByTimeAsync(0);
  expect(analysis.making).toBeNull();
  await analysis.start();
  for (let look = 0; look < 2; look += 1) {
    await vi.advanceTimersByTimeAsync(700);
    expect(analysis.making?.done).toBe(1);
  }
  await vi.advanceTimersByTimeAsync(700);
  expect(analysis.making?.done).toBe(4);
  analysis.close();
});

it("can be asked for again once nobody makes it any more", async () => {
  const asked = houseThatSays(none, making(1), none);
  const analysis = new AnalysisState("t");
  await vi.advanceTimersByTimeAsync(0);
  await analysis.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(analysis.making).toBeNull();
  const times = asked.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.mock.calls.length).toBe(times);
  analysis.close();
});
