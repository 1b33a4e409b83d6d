import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { inTime } from "../../src/lib/net/in-time";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a part that never comes is given up: then the page offers a way out", async () => {
  const part = inTime(new Promise<string>(() => undefined)).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await Promise.race([part, Promise.resolve("waits")])).toMatch(/in time/);
});

it("a part that comes, or that is gone, is told at once", async () => {
  expect(await inTime(Promise.resolve("here"))).toBe("here");
  await expect(inTime(Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(vi.getTimerCount()).toBe(0);
});
