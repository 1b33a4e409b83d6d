/** This browser and push messages: whether it can take them, whether it does, and how it begins and ends. */
import { api } from "./api";
import type { NewBrowser, NoticeSettings } from "./protocol";

/** Browsers take them only at an encrypted address, or on one's own machine; some phones only once the page is on the first screen. */
export function canTakePushes(): boolean {
  return "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
}

/** The person has said no to this browser, and only they can say yes there. */
export function refusesPushes(): boolean {
  return canTakePushes() && Notification.permission === "denied";
}

async function subscription(): Promise<PushSubscription | null> {
  if (!canTakePushes()) return null;
  return (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;
}

/** The worker that would show them, once it is there. */
async function worker(): Promise<ServiceWorkerRegistration | null> {
  if (!canTakePushes()) return null;
  return (await navigator.serviceWorker.getRegistration()) ? navigator.serviceWorker.ready : null;
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Takes push messages signed with this key from now on; nothing if the person does not want to. */
export async function takePushes(key: string): Promise<NewBrowser | null> {
  const there = await worker();
  if (!there || (await Notification.requestPermission()) !== "granted") return null;
  // One for another house's key, or an old one of ours, is of no use.
  await (await there.pushManager.getSubscription())?.unsubscribe();
  const taken = await there.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  });
  return {
    endpoint: taken.endpoint,
    p256dh: base64url(taken.getKey("p256dh")),
    auth: base64url(taken.getKey("auth")),
  };
}

/** Takes no more; says where they went. */
export async function takeNoPushes(): Promise<string | null> {
  const taken = await subscription();
  await taken?.unsubscribe();
  return taken?.endpoint ?? null;
}

/**
 * Whether I am called here. A browser that took messages, but for somebody who was here before, or at an address that is no more,
 * takes them for me from now on: that was allowed once, and what it shows is true. Then there are new settings, too.
 */
export async function amCalledHere(known: NoticeSettings): Promise<[boolean, NoticeSettings | null]> {
  const before = await subscription();
  if (!before || Notification.permission !== "granted") return [false, null];
  if (await api.isBrowserKnown(before.endpoint)) return [true, null];
  const browser = await takePushes(known.key);
  if (!browser) return [false, null];
  // Whoever was called there is not called any more.
  if (browser.endpoint !== before.endpoint) await api.removeBrowser(before.endpoint);
  return [true, await api.addBrowser(browser)];
}

/** Nobody is called here any more: who was here goes. */
export async function endPushes(): Promise<void> {
  const endpoint = await takeNoPushes();
  if (endpoint) await api.removeBrowser(endpoint);
}

/** What this browser shows of these is closed: I am looking at it. */
export async function closeNotices(...tags: string[]): Promise<void> {
  const there = await worker();
  for (const tag of tags) for (const shown of (await there?.getNotifications({ tag })) ?? []) shown.close();
}

/** What notices of a table are known by, … */
export const tagOfTable = (id: string): string => `table-${id}`;
/** … and several together. */
export const TAG_OF_SEVERAL = "quintette";
