/** Asks the browser to keep the pages for the time without a network, once the first page stands. */
export function keepForLater(): void {
  // Browsers offer it only to addresses that nobody in between can change; a house on a plain local network has none.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
