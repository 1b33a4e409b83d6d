import { expect, it } from "vitest";
import { Build, isOccupied } from "../../src/lib/net/build.svelte";

function page(own: string, busy = false) {
  const browser = {
    own,
    tried: null as string | null,
    loads: 0,
    busy: () => busy,
    reload: () => void browser.loads++,
  };
  return { browser, build: new Build(browser) };
}

it("stays as it is while it is the newest", () => {
  const { browser, build } = page("a");
  build.served("a");
  expect([build.newer, browser.loads]).toEqual([false, 0]);
});

it("loads anew at once where nothing is lost, once for each build", () => {
  const { browser, build } = page("a");
  build.served("b");
  build.served("b");
  expect([build.newer, browser.loads]).toEqual([true, 1]);
  build.served("c");
  expect(browser.loads).toBe(2);
});

it("offers it where a game would be lost", () => {
  const { browser, build } = page("a", true);
  build.served("b");
  expect([build.newer, browser.loads]).toEqual([true, 0]);
  build.load();
  expect(browser.loads).toBe(1);
});

it("says nothing while one of the two has no build: somebody develops", () => {
  const { browser, build } = page("");
  build.served("b");
  expect(build.newer).toBe(false);
  const other = page("a");
  other.build.served("");
  expect([other.build.newer, browser.loads]).toEqual([false, 0]);
});

it.each(["/table/x", "/learn/pyramids", "/replay/x?at=3", "/puzzles/pyramids/4"])(
  "never takes %s away",
  (path) => {
    expect(isOccupied(path)).toBe(true);
  },
);

it.each(["/", "/rules/pyramids", "/me"])("may load %s anew", (path) => {
  expect(isOccupied(path)).toBe(false);
});
