import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { amCalledHere, endPushes } from "../../src/lib/net/push";
import type { NoticeSettings } from "../../src/lib/net/protocol";

/** What this browser takes messages at, the addresses that the house knows for whoever is here, and what it was asked. */
let here: string | null;
let known: string[];
let asked: string[];
const settings = (browsers: number) => ({ key: "AAAA", browsers }) as NoticeSettings;

const bytes = () => new Uint8Array([1]).buffer;
const subscription = (endpoint: string) => ({
  endpoint,
  getKey: bytes,
  unsubscribe: () => Promise.resolve((here = null)),
});
const pushManager = {
  getSubscription: () => Promise.resolve(here === null ? null : subscription(here)),
  subscribe: () => Promise.resolve(subscription((here = "fresh"))),
};

function answers(path: string, endpoint: string): unknown {
  asked.push(`${path.replace("/api/me/notices/browser", "")} ${endpoint}`);
  if (path.endsWith("/known")) return known.includes(endpoint);
  known = path.endsWith("/off") ? known.filter((one) => one !== endpoint) : [...known, endpoint];
  return settings(known.length);
}

beforeEach(() => {
  [here, known, asked] = ["old", [], []];
  const registration = { pushManager };
  const serviceWorker = {
    getRegistration: () => Promise.resolve(registration),
    ready: Promise.resolve(registration),
  };
  vi.stubGlobal("navigator", { serviceWorker });
  vi.stubGlobal("PushManager", {});
  vi.stubGlobal("Notification", {
    permission: "granted",
    requestPermission: () => Promise.resolve("granted"),
  });
  vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
    const { endpoint } = JSON.parse(body) as { endpoint: string };
    return Promise.resolve(new Response(JSON.stringify(answers(path, endpoint))));
  });
});
afterEach(() => vi.unstubAllGlobals());

test("this device is called if the house knows it for me", async () => {
  known = ["old"];
  expect(await amCalledHere(settings(1))).toEqual([true, null]);
  expect(asked).toEqual(["/known old"]);
});

test("a device that was called, but not for me or not any more, is called anew at another address", async () => {
  expect(await amCalledHere(settings(0))).toEqual([true, settings(1)]);
  expect(asked).toEqual(["/known old", "/off old", " fresh"]);
  expect([here, known]).toEqual(["fresh", ["fresh"]]);
});

test("a device that takes no messages, or may not any more, is not called, and nobody is asked", async () => {
  here = null;
  expect(await amCalledHere(settings(2))).toEqual([false, null]);
  here = "old";
  vi.stubGlobal("Notification", { permission: "denied" });
  expect(await amCalledHere(settings(2))).toEqual([false, null]);
  expect(asked).toEqual([]);
});

test("who signs out is not called here any more", async () => {
  known = ["old"];
  await endPushes();
  expect([here, known]).toEqual([null, []]);
  await endPushes();
  expect(asked).toEqual(["/off old"]);
});
