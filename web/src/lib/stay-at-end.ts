/** Keeps a scrolling list at its end while it grows, and while the room that it has changes. */
import type { Attachment } from "svelte/attachments";

/** `length`: read it where the list is drawn, so that a new line scrolls the list (never the page). */
export function stayAtEnd(length: number): Attachment<HTMLElement> {
  return (list) => {
    const toEnd = () => {
      if (length > 0) list.scrollTop = list.scrollHeight;
    };
    toEnd();
    const room = new ResizeObserver(toEnd);
    room.observe(list);
    return () => room.disconnect();
  };
}

/** Keeps one row of a scrolling list in sight: scrolls the list, never the page. */
export function keepInSight(row: number): Attachment<HTMLElement> {
  return (list) => {
    const shown = list.children[row];
    if (!(shown instanceof HTMLElement)) {
      list.scrollTop = 0;
      return;
    }
    const top = shown.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (top < 0 || top + shown.offsetHeight > list.clientHeight) {
      list.scrollTop += top - (list.clientHeight - shown.offsetHeight) / 2;
    }
  };
}
