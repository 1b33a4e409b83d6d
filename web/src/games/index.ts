/** The faces of the games, each loaded when its table is opened. A folder's `index.ts` exports its face as default. */
import type { AnyFace } from "../lib/face";

const FACES = import.meta.glob<{ default: AnyFace }>("./*/index.ts");

/** Whether this client has a face for the game: one that it cannot draw is not offered. */
export function canDraw(game: string): boolean {
  return `./${game}/index.ts` in FACES;
}

/** The face of a game, or null when this client cannot draw it. */
export async function faceOf(game: string): Promise<AnyFace | null> {
  const load = FACES[`./${game}/index.ts`];
  return load ? (await load()).default : null;
}
