/**
 * A button that has done its work goes away with the next frame, and would take the keyboard with it. Whoever was inside
 * stays inside: the focus goes to the region itself, and Tab goes on from there.
 */
import type { Attachment } from "svelte/attachments";
import { afterPicture } from "../lib/stage/motion";

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
  let callOff = () => {};
  const stay = () => {
    if (inside && document.activeElement === document.body) region.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(() => {
    callOff();
    if (inside && document.activeElement === document.body) callOff = afterPicture(stay);
  });
  changes.observe(region, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  return () => {
    changes.disconnect();
    callOff();
    document.removeEventListener("pointerdown", elsewhere);
    region.removeEventListener("focusin", enter);
    region.removeEventListener("focusout", leave);
  };
};
