import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LessonTable } from "../../src/lib/net/lesson-table.svelte";

const moment = {
  view: {},
  seat: 0,
  actions: ["S@a1"],
  steps: [],
  awaited: [0],
  outcome: null,
  names: ["Ada"],
  now: 0,
  scene: 0,
  stage: 0,
  fresh: 0,
  kept: 1,
  refusal: null,
  not_this: null,
};
const answer = (body: BodyInit) => Promise.resolve(new Response(body, { status: 200 }));
let answers: (() => Promise<Response>)[];

beforeEach(() => {
  answers = [];
  vi.stubGlobal("fetch", () => (answers.shift() ?? (() => answer(JSON.stringify(moment))))());
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ["fails", () => Promise.reject(new TypeError("network"))],
  ["is answered by a proxy's page", () => answer("<html>")],
])("goes on after a request that %s", async (_, trouble) => {
  const lesson = new LessonTable("pyramids");
  await vi.waitFor(() => expect(lesson.moment).not.toBeNull());
  answers.push(trouble);
  await lesson.play("S@a1");
  expect(lesson.notice?.message.fr).toContain("injoignable");
  const before = lesson.moment;
  await lesson.play("S@a1");
  expect(lesson.moment).not.toBe(before);
});
