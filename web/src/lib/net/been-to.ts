/** Tables of tournaments to which this browser has gone: nobody is sent there twice. */
const KEY = "tournament-tables";
const MOST = 50;

function been(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

export function beenTo(table: string): boolean {
  return been().includes(table);
}

export function wasAt(table: string): void {
  try {
    const kept = been().filter((one) => one !== table);
    sessionStorage.setItem(KEY, JSON.stringify([...kept, table].slice(-MOST)));
  } catch {
    // Nothing can be kept here: then they are sent once more.
  }
}
