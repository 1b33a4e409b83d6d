import { expect, test } from "vitest";
import { keeping } from "../../src/offline/keeping";

const HOUSE = "https://table.example";
const kept = (path: string, { method = "GET", navigates = false, from = HOUSE } = {}) =>
  keeping(method, new URL(path, from), HOUSE, navigates);

test("pages, built files, rules and replays are kept for the time without a network", () => {
  expect(kept("/rules/pyramids", { navigates: true })).toBe("page");
  expect(kept("/", { navigates: true })).toBe("page");
  expect(kept("/assets/Rules-abc.js")).toBe("file");
  expect(kept("/icon-192.png")).toBe("file");
  expect(kept("/api/rules/quadri?lang=fr")).toBe("told");
  expect(kept("/api/games")).toBe("told");
  expect(kept("/api/tables/abc/replay?eyes=open")).toBe("told");
});

test("who I am, the lobby, what others own and what changes something always go to the server", () => {
  for (const path of [
    "/api/me",
    "/api/me/games",
    "/api/lobby/live",
    "/api/tables/abc/log",
    "/sw.js",
    "/healthz",
  ]) {
    expect(kept(path), path).toBe("not");
  }
  expect(kept("/api/tables/abc/log", { navigates: true })).toBe("not");
  expect(kept("/api/rules/quadri", { method: "POST" })).toBe("not");
  expect(kept("/assets/x.js", { from: "https://elsewhere.example" })).toBe("not");
});
