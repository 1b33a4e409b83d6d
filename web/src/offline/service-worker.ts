/**
 * Without a network, the pages still open: the rules, and the replays that were watched before. Everything else needs the
 * server, and says so. And without a page, what the house tells me is shown.
 */
/// <reference lib="webworker" />
import { keeping, pathOfPage } from "./keeping";
import { moved, pushed, type Pushed } from "./notices";

const worker = self as unknown as ServiceWorkerGlobalScope;

/** The built files, written in by the build; another build is another list, and so another version. */
const FILES: string[] = JSON.parse("__FILES__");
const VERSION = "__VERSION__";
const PAGES = `pages-${VERSION}`;
/** What the server told: it outlives a new version of the pages, as long as they read it the same way. */
const TOLD = "told-2";
/** How many replays are kept. */
const REPLAYS = 40;

worker.addEventListener("install", (event) => {
  event.waitUntil(install());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  switch (
    keeping(request.method, new URL(request.url), worker.location.origin, request.mode === "navigate")
  ) {
    case "page":
      event.respondWith(page(request));
      break;
    case "file":
      event.respondWith(file(request));
      break;
    case "told":
      event.respondWith(told(request));
      break;
    case "not":
      break;
  }
});

worker.addEventListener("push", (event) => {
  const said = pushed(event.data?.text() ?? "");
  if (said) event.waitUntil(show(said));
});

worker.addEventListener("pushsubscriptionchange", (event) => {
  const { oldSubscription, newSubscription } = event;
  event.waitUntil(moved(oldSubscription, newSubscription, worker.registration.pushManager));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = (event.notification.data ?? {}) as { path?: string };
  event.waitUntil(lead(path ?? "/me"));
});

async function show(said: Pushed): Promise<void> {
  if ("gone" in said) {
    for (const tag of said.gone)
      for (const shown of await worker.registration.getNotifications({ tag })) shown.close();
    return;
  }
  const { title, body, tag, path, urgent } = said;
  // A later one takes the place of the one before; one that cannot wait makes itself heard again.
  const options = { body, tag, data: { path }, icon: "/icon-192.png", renotify: urgent };
  await worker.registration.showNotification(title, options);
}

/** To the page that shows it already, to any of ours, or to a new one. */
async function lead(path: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === path);
  if (there) return void (await there.focus());
  await worker.clients.openWindow(path);
}

async function install(): Promise<void> {
  const pages = await caches.open(PAGES);
  await pages.addAll(FILES);
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name !== PAGES && name !== TOLD) await caches.delete(name);
  }
  await worker.clients.claim();
  await rulesAtHand();
}

/** The rules of all games in both languages, before anybody is without a network. */
async function rulesAtHand(): Promise<void> {
  try {
    const cache = await caches.open(TOLD);
    const games = await fetch("/api/games");
    const list = (await games.clone().json()) as { id: string }[];
    await cache.put("/api/games", games);
    const languages = ["en", "fr"];
    const rules = list.flatMap(({ id }) => languages.map((language) => `/api/rules/${id}?lang=${language}`));
    await cache.addAll(rules);
  } catch {
    // The network went away just now: what is read while it is there is kept all the same.
  }
}

/** A server that does not answer in this time is not waited for. */
const PATIENCE_MS = 5_000;

/** A page: the newest, or the one at hand where the server is away or hangs. */
async function page(request: Request): Promise<Response> {
  const atHand = await caches.match(pathOfPage);
  try {
    return await fetch(request, atHand ? { signal: AbortSignal.timeout(PATIENCE_MS) } : {});
  } catch {
    return atHand ?? Response.error();
  }
}

/** A built file never changes under its name. */
async function file(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** What the server tells: as it is now, or as it was when last asked, where the server is away or hangs. */
async function told(request: Request): Promise<Response> {
  const cache = await caches.open(TOLD);
  const known = await cache.match(request);
  try {
    const response = await fetch(request, known ? { signal: AbortSignal.timeout(PATIENCE_MS) } : {});
    if (response.ok) {
      await cache.put(request, response.clone());
      await forgetOldReplays(cache);
    }
    return response;
  } catch (trouble) {
    if (known) return known;
    throw trouble;
  }
}

/** A cache lists what it holds oldest first. */
async function forgetOldReplays(cache: Cache): Promise<void> {
  const replays = (await cache.keys()).filter(({ url }) => new URL(url).pathname.endsWith("/replay"));
  for (const old of replays.slice(0, -REPLAYS)) await cache.delete(old);
}
