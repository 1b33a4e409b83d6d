/** What was refused shakes by four pixels. The element stays the same one, and keeps the focus. */
import { prefersStillness } from "./motion";

const SHAKE: Keyframe[] = [0, 4, -4, 0].map((x) => ({ translate: `${x}px` }));
const MS = 260;

/** To be attached with the number of refusals so far: `{@attach shake(refused)}`. It shakes when that has grown. */
export function shake(count: number): (element: Element) => void {
  return (element) => {
    if (count > 0 && !prefersStillness()) element.animate(SHAKE, { duration: MS });
  };
}
