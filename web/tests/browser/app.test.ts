/** As an app on one's own device: quick to come, installable, and of use without a network. */
import { expect, test } from "vitest";
import { eveningWithWorkers } from "./evening";
import { finished, opensTable } from "./line";
import type { Page } from "playwright-core";
import { launch, newPerson, type Person } from "./people";

/** The most compressed script that a first visit to the home page may load. */
const SCRIPT_BYTES = 200_000;

const tonight = eveningWithWorkers();

test("a first visit loads less than 200 kB of compressed script, and no game's board", async () => {
  const visitor = await tonight.person();
  const line = await visitor.context.newCDPSession(visitor.page);
  await line.send("Network.enable");
  const scripts = new Map<string, string>();
  let bytes = 0;
  line.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script") scripts.set(requestId, new URL(response.url).pathname);
  });
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await visitor.goes("/");
  await visitor.page.getByRole("heading", { level: 1 }).waitFor();
  await visitor.page.waitForLoadState("networkidle");
  expect(scripts.size).toBeGreaterThan(0);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(SCRIPT_BYTES);
  const boards = /\/(quicksand|pyramids|quadri|thin-ice|quintazone)-/;
  expect([...scripts.values()].filter((path) => boards.test(path))).toEqual([]);
});

test("a page or a board that cannot be loaded says so, and can be loaded again", async () => {
  const ada = await tonight.guest("Ada");
  // No worker: it would have what the line does not bring.
  await ada.context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));
  const { page } = ada;
  const sorry = page.getByRole("alert").filter({ hasText: "new version of the program" });
  await ada.goes("/");
  for (const [part, way, there] of [
    [
      "**/assets/Me-*.js",
      () => page.getByRole("link", { name: "My games" }).click(),
      page.getByText("as Ada"),
    ],
    ["**/assets/pyramids-*.js", () => ada.goes("/learn/pyramids"), page.getByText("Step 1 of")],
  ] as const) {
    await page.route(part, (route) => route.abort());
    await way();
    await sorry.waitFor();
    await ada.findsThePageAccessible();
    await page.unroute(part);
    await page.getByRole("button", { name: "Load the page again" }).click();
    await there.first().waitFor();
  }
  expect(ada.complaints).toEqual([]);
});

/** Where the parts of a head are that all pages share. */
const sharedParts = (page: Page) =>
  page.evaluate(() => {
    const head = document.querySelector("header")!;
    const parts: [string, Element | null | undefined][] = [
      ["brand", head.querySelector(".brand")],
      ["name of the house", head.querySelector(".brand span")],
      ["language", head.querySelector("[role=group]")],
      ...["Sound", "Light", "Text", "Settings"].map((name): [string, Element | undefined] => [
        name,
        [...head.querySelectorAll("button")].find((button) =>
          button.getAttribute("aria-label")?.startsWith(name),
        ),
      ]),
    ];
    return parts.map(([name, part]) => {
      const { x, y, width, height } = part?.getBoundingClientRect() ?? new DOMRect();
      return `${name}: ${[x, y, width, height].map((side) => Math.round(side * 2) / 2).join(" ")}`;
    });
  });

test("from page to page every part of the head stays where it is, on any screen, scrollbars or not", async () => {
  const browser = await launch({ ignoreDefaultArgs: ["--hide-scrollbars"] });
  try {
    const ada = await newPerson(tonight.house.address, {}, browser);
    await ada.isCalled("Ada");
    const { page } = ada;
    const table = await opensTable(ada, { game: "pyramids", private: true, bots: "learner" });
    const pages = ["/", "/me", "/rules", "/rules/pyramids", "/puzzles", "/puzzles/pyramids/0", "/replay"];
    for (const width of [1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      let first: string[] | undefined;
      for (const path of [...pages, "/learn/quadri", "/nowhere", `/table/${table}`]) {
        await ada.goes(path);
        // Only what a page of its own has come with: while it comes, a head stands in for its.
        await page.getByRole("heading", { level: 1 }).first().waitFor();
        await page.evaluate(() => document.fonts.ready);
        const there = await sharedParts(page);
        first ??= there;
        expect(there, `${width}: ${path}`).toEqual(first);
      }
      expect(first).toHaveLength(7);
    }
  } finally {
    await browser.close();
  }
});

test("it can be installed: a manifest with icons that are there", async () => {
  const visitor = await tonight.person({ phone: true });
  await visitor.goes("/");
  const link = await visitor.page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await visitor.context.request.get(link ?? "");
  expect(manifest.headers()["content-type"]).toContain("manifest+json");
  const { name, display, icons } = (await manifest.json()) as {
    name: string;
    display: string;
    icons: { src: string; type: string; sizes: string; purpose?: string }[];
  };
  expect([name, display]).toEqual(["Quintette", "standalone"]);
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  expect(icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  for (const { src, type } of icons) {
    const icon = await visitor.context.request.get(src);
    expect(icon.headers()["content-type"], src).toContain(type);
  }
});

/** The pages are kept once the worker has taken over and the rules lie in its cache. */
async function keepsThePages({ page }: Person): Promise<void> {
  const keeps = () =>
    page.evaluate(async () => {
      if (navigator.serviceWorker.controller?.state !== "activated") return false;
      return (await caches.match("/api/rules/quintazone?lang=fr")) !== undefined;
    });
  await expect.poll(keeps, { timeout: 30_000 }).toBe(true);
}

test("without a network the rules are still there, also those never opened before", async () => {
  const [desktop, phone] = await Promise.all([
    tonight.person(),
    tonight.person({ phone: true, language: "fr" }),
  ]);
  for (const person of [desktop, phone]) {
    await person.goes("/");
    await keepsThePages(person);
  }
  await tonight.house.kill();
  await desktop.goes("/rules/pyramids#P-10");
  await desktop.page.locator("#P-10").waitFor();
  await phone.goes("/rules/thin-ice");
  await phone.page.getByRole("heading", { level: 1 }).waitFor();
  await phone.page.locator("#T-3").waitFor();
  await phone.goes("/");
  // The shelf is there; that nothing can be played now is said.
  await phone.page.getByRole("alert").filter({ hasText: "injoignable" }).waitFor();
  await tonight.house.start();
  await phone.page.getByRole("button", { name: "Réessayer" }).click();
  await phone.page.getByRole("alert").waitFor({ state: "detached" });
  expect(phone.complaints).toEqual([]);
});

test("without a network the games watched on this device are found and open; nothing looks lost", async () => {
  const ada = await tonight.guest("Ada");
  const game = await finished(ada, { game: "quintazone" });
  const zoe = await tonight.person({ phone: true, language: "fr" });
  const moment = (person: Person) => person.page.getByTestId("moment");
  for (const person of [ada, zoe]) {
    await person.goes("/");
    await keepsThePages(person);
    await person.goes(`/replay/${game}`);
    await moment(person).waitFor();
  }
  await tonight.house.kill();

  await ada.goes("/");
  await ada.page.getByRole("link", { name: "Replays kept on this device" }).click();
  await ada.page.getByRole("heading", { name: "Kept on this device" }).waitFor();
  await ada.page.getByRole("alert").filter({ hasText: "Nothing is lost" }).waitFor();
  for (const lost of [/No game has ended/, /Choose a name/, /Nothing here yet/]) {
    expect(await ada.page.getByText(lost).count()).toBe(0);
  }
  await ada.findsThePageAccessible();
  await ada.page
    .getByTestId("kept-replay")
    .getByRole("link", { name: /^Watch again/ })
    .click();
  await moment(ada).waitFor();
  await ada.page.getByRole("button", { name: "One step on" }).click();
  await expect.poll(() => moment(ada).innerText()).toMatch(/^1\b/);

  await zoe.goes("/me");
  await zoe.page.getByTestId("kept-replay").getByText("Ada").waitFor();
  await zoe.findsNothingCutOff();
  // Through eyes that were not looked through, a link shows what is kept, and says so.
  await zoe.goes(`/replay/${game}?at=4&eyes=open`);
  await zoe.page.getByRole("status").filter({ hasText: "par d’autres yeux" }).waitFor();
  await expect.poll(() => moment(zoe).innerText()).toMatch(/^4\b/);

  await tonight.house.start();
  await ada.goes("/me");
  await ada.page.getByTestId("my-game").waitFor();
  expect([ada.complaints, zoe.complaints]).toEqual([[], []]);
});

test("a table's page is told who comes, and asks for its game before its script has come, for nothing twice", async () => {
  // What looks like the end of an element stays a name.
  const person = await tonight.guest("</script><b>");
  const table = await opensTable(person, { game: "pyramids", private: true });
  await person.goes(`/table/${table}`);
  await person.page.locator("#gathering").waitFor();
  const asked = await person.page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).map(
      ({ name, startTime, responseEnd }) => ({ path: new URL(name).pathname, startTime, responseEnd }),
    ),
  );
  const script = asked.find(({ path }) => /^\/assets\/index-.*\.js$/.test(path));
  expect(script).toBeDefined();
  expect(asked.filter(({ path }) => path.startsWith("/api/") && !path.endsWith("/live"))).toEqual([]);
  await person.page.getByTestId("seat-0").getByText("</script><b>").waitFor();
  expect(person.complaints).toEqual([]);
  for (const what of [
    /^\/assets\/Table-.*\.js$/,
    /^\/assets\/pyramids-.*\.js$/,
    /^\/assets\/inter-.*\.woff2$/,
  ]) {
    const found = asked.filter(({ path }) => what.test(path));
    expect(found.length, String(what)).toBe(1);
    expect(found[0]?.startTime, String(what)).toBeLessThan(script?.responseEnd ?? 0);
  }
});
