import type { AnyFace } from "../../src/lib/table/face";

// Loaded with the test itself: where they must be compiled first, that takes longer than a page waits for a part.
const PARTS = import.meta.glob<{ default: AnyFace }>("../../src/games/*/index.ts", { eager: true });

/** The face of a game, without the wait that a page has. */
export const faceIn = (game: string): AnyFace =>
  (PARTS[`../../src/games/${game}/index.ts`] as { default: AnyFace }).default;
