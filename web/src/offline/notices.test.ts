import { afterEach, expect, test, vi } from "vitest";
import { moved, pushed } from "./notices";

afterEach(() => vi.unstubAllGlobals());

test("a push message is what the house says, and leads to a page of ours", () => {
  const said = { title: "Your turn", body: "Go on", tag: "table-x", path: "/table/x", urgent: true };
  expect(pushed(JSON.stringify(said))).toEqual(said);
  expect(pushed(JSON.stringify({ ...said, path: "//evil.example" }))).toMatchObject({ path: "/me" });
  expect(pushed(JSON.stringify({ ...said, path: "https://evil.example" }))).toMatchObject({ path: "/me" });
  expect(pushed(JSON.stringify({ gone: ["table-x"] }))).toEqual({ gone: ["table-x"] });
  for (const noise of ["", "x", "null", "{}", '{"title":1}']) expect(pushed(noise)).toBeNull();
});

const subscription = (endpoint: string) =>
  ({
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: "k", auth: "a" } }),
  }) as unknown as PushSubscription;

/** A house that notes what it is told. */
function house(): string[] {
  const told: string[] = [];
  vi.stubGlobal("fetch", (path: string, request?: RequestInit) => {
    told.push(`${path} ${(request?.body as string | undefined) ?? ""}`.trim());
    return Promise.resolve(new Response(JSON.stringify({ key: "house" })));
  });
  return told;
}
const off = '/api/me/notices/browser/off {"endpoint":"old"}';

test("a browser whose address changes is called at the new one, and at the old one no more", async () => {
  const told = house();
  const subscribe = vi.fn(() => Promise.resolve(subscription("new")));
  const on = '/api/me/notices/browser {"endpoint":"new","p256dh":"k","auth":"a"}';
  await moved(subscription("old"), subscription("new"), { subscribe });
  expect(told.splice(0)).toEqual([on, off]);
  expect(subscribe).not.toHaveBeenCalled();
  // It may say neither.
  await moved(null, null, { subscribe });
  expect(told.splice(0)).toEqual(["/api/me/notices", on]);
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: "house" });
});

test("a browser that is not allowed any more is not called at the old address either", async () => {
  const told = house();
  const subscribe = () => Promise.reject(new Error("not allowed"));
  await expect(moved(subscription("old"), null, { subscribe })).rejects.toThrow("not allowed");
  expect(told).toEqual(["/api/me/notices", off]);
});
