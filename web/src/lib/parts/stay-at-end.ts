/**
 * Keeps a scrolling list at its end while it grows, and while the room that it has changes. Measured once the browser has laid
 * the page out anyway, still before it paints: whoever measures earlier makes it lay everything out twice.
 */
import type { Attachment } from "svelte/attachments";

/** `length`: read it where the list is drawn, so that a new line scrolls the list (never the page). */
export function stayAtEnd(length: number): Attachment<HTMLElement> {
  return (list) => {
    const toEnd = () => {
      if (length > 0) list.scrollTop = list.scrollHeight;
    };
    return afterLayout(list, toEnd);
  };
}

/** Now, and whenever the room that it has changes. */
function afterLayout(list: HTMLElement, measure: () => void): () => void {
  const room = new ResizeObserver(measure);
  room.observe(list);
  return () => room.disconnect();
}

/** Keeps one row of a scrolling list in sight: scrolls the list, never the page. */
export function keepInSight(row: number): Attachment<HTMLElement> {
  return (list) => {
    const shown = list.children[row];
    if (!(shown instanceof HTMLElement)) {
      list.scrollTop = 0;
      return;
    }
    return afterLayout(list, () => {
      const top = shown.getBoundingClientRect().top - list.getBoundingClientRect().top;
      if (top < 0 || top + shown.offsetHeight > list.clientHeight) {
        list.scrollTop += top - (list.clientHeight - shown.offsetHeight) / 2;
      }
    });
  };
}

/** Keeps one place of a row that scrolls sideways in sight, and another beside it where both fit; -1: none. */
export function keepBothInSight(first: number, second: number): Attachment<HTMLElement> {
  return (row) => {
    const show = () => {
      const edge = parseFloat(getComputedStyle(row).paddingLeft);
      const from = row.getBoundingClientRect().left - row.scrollLeft;
      const places = [first, second].flatMap((place) => {
        const area = row.children[place]?.getBoundingClientRect();
        return area ? [{ left: area.left - from - edge, right: area.right - from + edge }] : [];
      });
      const [only] = places;
      if (!only) return;
      const left = Math.min(...places.map((place) => place.left));
      const right = Math.max(...places.map((place) => place.right));
      const shown = right - left <= row.clientWidth ? { left, right } : only;
      row.scrollLeft = Math.min(shown.left, Math.max(row.scrollLeft, shown.right - row.clientWidth));
    };
    return afterLayout(row, show);
  };
}
