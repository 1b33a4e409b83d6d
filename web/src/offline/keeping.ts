/** What is kept for the time without a network, and how. */
export type Keeping =
  /** A page of ours: the network's, else the kept one. */
  | "page"
  /** A built file: the kept one, else the network's. */
  | "file"
  /** An answer of the server that stays true: the network's, else the kept one. */
  | "told"
  | "not";

/** Every page of ours is the same file; what it shows is decided by the address. */
export const pathOfPage = "/index.html";

export function keeping(method: string, url: URL, origin: string, navigates: boolean): Keeping {
  if (method !== "GET" || url.origin !== origin) return "not";
  const { pathname } = url;
  if (pathname === "/api/games" || pathname.startsWith("/api/rules/")) return "told";
  if (/^\/api\/tables\/[^/]+\/replay$/.test(pathname)) return "told";
  if (pathname.startsWith("/api/") || pathname === "/healthz" || pathname === "/sw.js") return "not";
  if (navigates) return "page";
  return pathname.startsWith("/assets/") || /^\/[^/]+\.(svg|png|webmanifest)$/.test(pathname)
    ? "file"
    : "not";
}
