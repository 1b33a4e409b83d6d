/** The server hangs, is full, or is newer than the page; the line is cut; somebody is refused. */
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { eveningWithWorkers } from "./evening";
import { begin } from "./sand";
import { opens } from "./together";

const tonight = eveningWithWorkers();

test("the frame stands at once while the server says nothing, and then says that it cannot be reached", async () => {
  const ada = await tonight.guest("Ada");
  // Nothing that takes time happens: what is seen is there at once.
  await ada.page.clock.install({ time: 0 });
  await ada.page.clock.pauseAt(1_000);
  // The page at hand, as a service worker has it: it has to ask who comes.
  await ada.page.route("/", async (route) =>
    route.fulfill({ response: await route.fetch({ url: `${tonight.house.address}/index.html` }) }),
  );
  await ada.page.route("**/api/me", () => undefined);
  await ada.page.goto("/");
  await ada.page
    .getByRole("link", { name: /Rules|Règles/ })
    .first()
    .waitFor();
  await ada.page.getByText(/One moment|Un instant/).waitFor();
  await ada.page.clock.runFor(30_000);
  await ada.page
    .getByText(/The server cannot be reached/)
    .first()
    .waitFor();
});

test("a page that is older than the program loads anew at once at home, and offers it at a table", async () => {
  const ada = await tonight.guest("Ada");
  const { page } = ada;
  const path = await opens(ada, { game: "pyramids", seats: 2, private: true, bots: "learner" });
  await page.locator("[data-cell=a1]").waitFor();
  // Something in between keeps an older page.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const build = document.querySelector<HTMLMetaElement>("meta[name=build]");
      if (build && build.content !== "older") build.content = "older";
    }).observe(document, { childList: true, subtree: true });
  });
  let loads = 0;
  page.on("request", (request) => request.isNavigationRequest() && loads++);
  await page.goto("/");
  await expect.poll(() => loads).toBe(2);
  // It is not loaded again and again.
  await page.getByTestId("newer").waitFor();
  expect(loads).toBe(2);
  await page.goto(path);
  const offer = page.getByTestId("newer");
  await offer.getByRole("button", { name: /Load the page again|Recharger/ }).waitFor();
  await page.locator("[data-cell=a1]").waitFor();
  await ada.findsThePageAccessible();
});

test("the service worker keeps every file of the build under the build's own name", async () => {
  const { context } = await tonight.person();
  const text = async (path: string) => (await context.request.get(path)).text();
  const worker = await text("/sw.js");
  expect(worker).toContain((await text("/build.txt")).trim());
  const dist = new URL("../../dist/", import.meta.url);
  const files = readdirSync(dist, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((file) => file.isFile() && !/^(sw\.js\.gz|build\.txt|.*\.br)$/.test(file.name))
    .map(
      (file) => `/${relative(fileURLToPath(dist), join(file.parentPath, file.name.replace(/\.gz$/, "")))}`,
    );
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !worker.includes(`"${file}`) && !worker.includes(`\\"${file}`))).toEqual([]);
});

test.each([
  ["en", "en", /^(?!.*jeux).*tabletop games/i],
  ["fr", "fr", /^(?!.*games).*jeux/i],
] as const)("the page is described in the language it speaks (%s)", async (language, lang, says) => {
  const { page } = await tonight.person({ language });
  await page.goto("/");
  await page.locator(`html[lang=${lang}]`).waitFor();
  const description = () => page.locator("meta[name=description]").getAttribute("content");
  await expect.poll(description).toMatch(says);
});

test("rules are there while the server hangs", async () => {
  const { page } = await tonight.guest("Ada");
  await page.goto("/");
  const atHand = () =>
    page.evaluate(async () => {
      if (navigator.serviceWorker.controller?.state !== "activated") return false;
      return (await caches.match("/api/rules/quintazone?lang=fr")) !== undefined;
    });
  await expect.poll(atHand, { timeout: 30_000 }).toBe(true);
  tonight.house.freeze();
  try {
    await page.goto("/rules/quadri", { waitUntil: "commit", timeout: 30_000 });
    await page.locator("#Q-10").waitFor({ timeout: 30_000 });
  } finally {
    tonight.house.thaw();
  }
}, 90_000);

test("a part that is gone has a way out", async () => {
  const ada = await tonight.guest("Ada");
  await ada.page.route(/assets\/Rules-.*\.js/, (route) => route.fulfill({ status: 404, body: "" }));
  await ada.page.goto("/rules/pyramids");
  await ada.page.getByRole("button", { name: /Load the page again|Recharger/ }).waitFor();
});

test("a lobby that was closed because too many pages are open says so", async () => {
  const ada = await tonight.guest("Ada");
  await ada.page.routeWebSocket("**/api/lobby/live", (socket) => void socket.close({ code: 4429 }));
  await ada.page.goto("/");
  await ada.page.getByTestId("lobby-shut").getByRole("button").waitFor();
});

test("leaving one's seat on a cut line does not wait in silence", async () => {
  const ada = await tonight.guest("Ada");
  await opens(ada, { game: "pyramids", seats: 2, private: true, bots: "learner" });
  await ada.page.locator("[data-cell=a1]").waitFor();
  await ada.context.setOffline(true);
  await ada.page.evaluate(() => dispatchEvent(new Event("offline")));
  await tonight.house.kill();
  await ada.page.getByTestId("connection-lost").waitFor();
  await ada.page.getByRole("button", { name: /^(Leave your seat|Quitter votre place)$/ }).click();
  await ada.page.getByRole("button", { name: /^(Leave|Quitter)$/ }).click();
  await ada.page.getByText(/will be sent as soon as it is back|sera envoyé dès son retour/).waitFor();
  await tonight.house.start();
  await ada.context.setOffline(false);
  await ada.page.waitForURL((url) => url.pathname === "/");
});

test("the quick game of Quicksand has somebody to play with", async () => {
  const { page } = await tonight.guest("Ada");
  await page.goto("/");
  await page
    .getByTestId("box-quicksand")
    .getByRole("button", { name: /^Play with bots/ })
    .click();
  await page.waitForURL("**/table/**");
  await page.getByTestId("card-1").first().waitFor();
  expect(await page.locator(".seats > *").count()).toBeGreaterThan(1);
});

test("a card that is refused keeps the focus", async () => {
  const [ada, bob] = [await tonight.guest("Ada"), await tonight.guest("Bob")];
  const { page } = ada;
  await begin([ada, bob], 2, { level: 1, pace: "gentle" });
  const focused = () =>
    page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset["testid"]);
  await page.getByTestId("card-1").first().press("Enter");
  // Now it is Bob's turn, and he thinks: the next card is refused for certain.
  await page.getByRole("list", { name: "Moves" }).getByRole("listitem").first().waitFor();
  await page.getByTestId("card-2").first().focus();
  await page.keyboard.press("Enter");
  await page.getByTestId("notice").getByText(/turn/i).waitFor();
  expect(await focused()).toBe("card-2");
});
