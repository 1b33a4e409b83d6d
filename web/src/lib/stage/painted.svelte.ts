// Drawings that are painted once and then only copied: whatever is painted anew around them, the browser does not draw their
// curves, gradients and blurs again.

import { SvelteMap } from "svelte/reactivity";

/** Drawings, as addresses, and their bitmaps; a picture that is kept is there at once wherever it is shown. */
const bitmaps = new SvelteMap<string, HTMLImageElement>();
const begun = new Set<string>();

/** The address of a drawing's bitmap; until that is dry, of the drawing itself. */
export function painted(drawing: string): string {
  if (!bitmaps.has(drawing) && typeof document !== "undefined") void paint(drawing);
  return bitmaps.get(drawing)?.src ?? drawing;
}

/** Paints what may be needed before it is, one drawing at a time, while the page has nothing else to do. */
export async function paintAhead(drawings: Iterable<string>): Promise<void> {
  for (const drawing of drawings) await paint(drawing);
}

async function paint(drawing: string): Promise<void> {
  if (begun.has(drawing)) return;
  begun.add(drawing);
  await nothingToDo();
  const bitmap = await bitmapOf(drawing);
  if (bitmap) bitmaps.set(drawing, bitmap);
}

function nothingToDo(): Promise<unknown> {
  // Safari knows no idle time.
  return new Promise((done) =>
    typeof requestIdleCallback === "function" ? requestIdleCallback(done) : setTimeout(done),
  );
}

/** The drawing as a bitmap of its own size, if the browser can make one. */
export async function bitmapOf(drawing: string): Promise<HTMLImageElement | null> {
  try {
    const image = await loaded(drawing);
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/webp", 1));
    return blob && (await loaded(URL.createObjectURL(blob)));
  } catch {
    // An image that cannot be decoded, as the browser puts it: the drawing is shown as it is.
    return null;
  }
}

async function loaded(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}
