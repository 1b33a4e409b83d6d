/** How a picture is taken: by whose eyes, and once nothing moves any more. */
import { mkdirSync } from "node:fs";
import type { Habits, Person } from "../browser/people";

const FOLDER = new URL("../../../docs/pictures/", import.meta.url).pathname;
mkdirSync(FOLDER, { recursive: true });

/** So many pictures does a board paint by itself before it looks as it should. */
const PAINTED: Record<string, number> = { pyramids: 4, quintazone: 5 };

/** `game`: whose board is on the page. */
export async function picture(person: Person, name: string, game = "") {
  const { page } = person;
  // Nothing is pointed at, nothing is about to change.
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(
    (painted) =>
      document.querySelectorAll('image[href^="blob:"]:not(.ring, .sprite)').length >= painted &&
      document.querySelectorAll('image.sprite:not([href^="blob:"])').length === 0 &&
      document
        .getAnimations()
        .every(
          ({ effect, playState }) => playState !== "running" || effect?.getTiming().iterations === Infinity,
        ),
    PAINTED[game] ?? 0,
  );
  await page.screenshot({ path: `${FOLDER}${name}.jpg`, type: "jpeg", quality: 84 });
}

/** `-phone` and `-night` in French, the others in English. */
export const EYES: [string, Habits][] = [
  ["", { language: "en" }],
  ["-phone", { language: "fr", phone: true, sharp: true }],
  ["-night", { language: "fr", dark: true }],
  ["-phone-night", { language: "en", phone: true, dark: true, sharp: true }],
];
