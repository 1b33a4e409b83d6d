/**
 * A button that has done its work goes away with the next frame, and would take the keyboard with it. Whoever was inside
 * stays inside: the focus goes to the region itself, and Tab goes on from there.
 */
import type { Attachment } from "svelte/attachments";

export const keepsFocus: Attachment<HTMLElement> = (region) => {
  let inside = false;
  const enter = () => (inside = true);
  // Without a new place the focus was lost, not moved.
  const leave = (event: FocusEvent) => (inside = event.relatedTarget === null);
  const elsewhere = (event: PointerEvent) => {
    if (event.target instanceof Node && !region.contains(event.target)) inside = false;
  };
  region.addEventListener("focusin", enter);
  region.addEventListener("focusout", leave);
  document.addEventListener("pointerdown", elsewhere);
  // With the next picture: to take the focus a page must be laid out, which in the middle of a change is done for nothing.
  let soon = 0;
  const stay = () => {
    if (inside && document.activeElement === document.body) region.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(() => {
    cancelAnimationFrame(soon);
    if (inside && document.activeElement === document.body) soon = requestAnimationFrame(stay);
  });
  changes.observe(region, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  return () => {
    changes.disconnect();
    cancelAnimationFrame(soon);
    document.removeEventListener("pointerdown", elsewhere);
    region.removeEventListener("focusin", enter);
    region.removeEventListener("focusout", leave);
  };
};
