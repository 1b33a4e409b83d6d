/** Quicksand's time runs on the server, whatever the pages do. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { evening } from "./evening";
import { playsOnFrom } from "./line";
import { begin, ended, playOn } from "./sand";
import { sits, starts } from "./together";

const tonight = evening();

test("a level is lost when nobody turns the timers; silence closes the talk", async () => {
  const ada = await tonight.guest("Ada", { language: "en" });
  const bob = await tonight.guest("Bob", { language: "fr", phone: true, dark: true });
  // It plays on from a moment at which two timers are lost, and four seconds of their sand are left.
  const path = await playsOnFrom(ada, "nearly-lost.txt", 4);
  await sits(bob, path, 1);
  await starts(ada);
  await ada.page.getByRole("link", { name: "S-27" }).first().waitFor();
  expect(await ada.page.getByTestId("phrases").count()).toBe(0);
  await ended(ada.page).waitFor();
  expect(await ended(ada.page).textContent()).toMatch(/S-22/);
  await ended(bob.page).waitFor();
  expect(await (await ada.context.request.get("/api/me/levels/quicksand")).json()).toEqual([]);
});

test("the page's clock agrees with the server's within 50 ms", async () => {
  const ada = await tonight.guest("Ada", { language: "en", motion: true });
  const path = await begin([ada], 1, { level: 1, pace: "gentle" });
  const apart = () =>
    ada.page.evaluate(
      async (live) => {
        // A line of our own asks the server's clock, whatever the page has made of its own.
        const socket = new WebSocket(`${location.origin.replace("http", "ws")}${live}`);
        await new Promise((open) => socket.addEventListener("open", open));
        const timer = document.querySelector<HTMLElement>('[data-testid="timer-A"]')!;
        const runsOut = Number(timer.dataset["duration"]);
        const differences: number[] = [];
        while (differences.length < 9) {
          const sent = performance.now();
          const now = await new Promise<number>((answered) => {
            const hear = ({ data }: MessageEvent<string>) => {
              const message = JSON.parse(data) as { op: string; now: number };
              if (message.op !== "pong") return;
              socket.removeEventListener("message", hear);
              answered(message.now);
            };
            socket.addEventListener("message", hear);
            socket.send(JSON.stringify({ op: "ping", id: differences.length + 1 }));
          });
          const heard = performance.now();
          // On a steady connection; an answer that was long under way says little.
          if (heard - sent > 40) continue;
          // The page writes what is left as it sees the clock: read in the very task that wrote it.
          const [left, seen] = await new Promise<[number, number]>((written) => {
            const watch = new MutationObserver(() => {
              watch.disconnect();
              written([Number(timer.dataset["left"]), performance.now()]);
            });
            watch.observe(timer, { attributeFilter: ["data-left"] });
          });
          const server = now + (heard - sent) / 2 + (seen - heard);
          differences.push(runsOut - left - server);
        }
        socket.close();
        return Math.abs(differences.toSorted((a, b) => a - b)[4]!);
      },
      `/api${path.replace("table", "tables")}/live?since=0`,
    );
  // A page that has just been opened has asked the server's clock once or twice; then it agrees, and stays so.
  await expect.poll(apart, { timeout: 10_000 }).toBeLessThan(50);
  for (let again = 0; again < 3; again++) expect(await apart()).toBeLessThan(50);
}, 60_000);

test("the server is killed in the middle: the sand goes on where it was, nothing is lost", async () => {
  const ada = await tonight.guest("Ada", { language: "en" });
  const bob = await tonight.guest("Bob", { language: "fr", phone: true });
  const path = await begin([ada, bob], 2, { level: 2, pace: "gentle" });
  const played = (page: Page) => page.getByRole("list", { name: /^(Moves|Coups)$/ }).getByRole("listitem");
  // What is played does not matter here, only that it is.
  const hurried = { hurried: true };
  await playOn([ada, bob], async () => (await played(ada.page).count()) >= 2, hurried);
  const before = await played(ada.page).count();
  const left = async () => Number(await ada.page.getByTestId("timer-A").getAttribute("data-left"));
  await tonight.house.kill();
  await ada.page.getByTestId("connection-lost").waitFor();
  await tonight.house.start();
  await ada.page.getByTestId("connection-lost").waitFor({ state: "detached" });
  // A third person's fresh page sees the same sand as the one that was here all along.
  const cyd = await tonight.guest("Cyd");
  await cyd.goes(path);
  const theirs = Number(await cyd.page.getByTestId("timer-A").getAttribute("data-left"));
  expect(Math.abs(theirs - (await left()))).toBeLessThan(2_000);
  expect(await played(ada.page).count()).toBeGreaterThanOrEqual(before);
  await playOn([ada, bob], async () => (await played(ada.page).count()) > before, hurried);
  expect(ada.complaints).toEqual([]);
}, 180_000);

test("after a failure the sand stands still until everybody is back, and the page says whom it waits for", async () => {
  const ada = await tonight.guest("Ada", { language: "en" });
  const bob = await tonight.guest("Bob", { language: "fr", phone: true });
  await begin([ada, bob], 2, { level: 1, pace: "gentle" });
  await bob.context.setOffline(true);
  await tonight.house.kill();
  await ada.page.getByTestId("connection-lost").waitFor();
  await tonight.house.start();
  await ada.page.getByText(/Time stands still until everybody is back: we wait for Bob/).waitFor();
  await bob.context.setOffline(false);
  await bob.page.evaluate(() => dispatchEvent(new Event("online")));
  await ada.page.getByText(/Time stands still/).waitFor({ state: "hidden" });
  expect(await ended(ada.page).count()).toBe(0);
}, 60_000);
