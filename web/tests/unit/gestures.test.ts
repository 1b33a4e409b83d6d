import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { gestures } from "../../src/lib/stage/gestures";

let page: EventTarget;
let board: EventTarget & { getBoundingClientRect(): { left: number; top: number } };
let said: string[];
let detach: () => void;

interface Pointer {
  pointerId?: number;
  pointerType?: string;
  buttons?: number;
  button?: number;
  detail?: number;
}

function event(type: string, clientX: number, clientY: number, rest: Pointer = {}): Event {
  const whole = { pointerId: 1, pointerType: "mouse", buttons: 1, button: 0, clientX, clientY, ...rest };
  const made = new Event(type, { cancelable: true });
  for (const [key, value] of Object.entries(whole)) Object.defineProperty(made, key, { value });
  return made;
}

/** On the board, and so on the window too; or only on the window: outside the board. */
const onBoard = (type: string, x: number, y: number, rest?: Pointer) => {
  const sent = event(type, x, y, rest);
  board.dispatchEvent(sent);
  page.dispatchEvent(event(type, x, y, rest));
  return sent;
};
const outside = (type: string, x: number, y: number, rest?: Pointer) =>
  page.dispatchEvent(event(type, x, y, rest));

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  board = Object.assign(new EventTarget(), {
    getBoundingClientRect: () => ({ left: 100, top: 100 }),
    setPointerCapture: () => undefined,
  });
  said = [];
  const round = (value: number) => Math.round(value * 100) / 100;
  detach = gestures({
    press: () => void said.push("press"),
    drag: (_, by) => said.push(`drag ${by.x},${by.y}`),
    drop: () => said.push("drop"),
    tap: (at) => said.push(`tap ${at.x},${at.y}`),
    abandon: () => said.push("abandon"),
    pinch: (factor, middle, by) =>
      said.push(`pinch ${round(factor)} at ${middle.x},${middle.y} by ${by.x},${by.y}`),
    hover: () => said.push("hover"),
    wheel: (by) => said.push(`wheel ${by}`),
  })(board as unknown as HTMLElement);
});
afterEach(() => {
  detach();
  vi.unstubAllGlobals();
});

it("tells a tap from a drag", () => {
  onBoard("pointerdown", 120, 130);
  onBoard("pointermove", 122, 131);
  onBoard("pointerup", 122, 131, { buttons: 0 });
  expect(said).toEqual(["press", "tap 22,31"]);
  expect(onBoard("click", 122, 131, { detail: 1 }).defaultPrevented).toBe(false);
});

it("says by how much a drag moves, and swallows the click that ends it", () => {
  onBoard("pointerdown", 120, 130);
  onBoard("pointermove", 140, 130);
  onBoard("pointermove", 145, 128);
  onBoard("pointerup", 145, 128, { buttons: 0 });
  expect(said).toEqual(["press", "drag 20,0", "drag 5,-2", "drop"]);
  expect(onBoard("click", 145, 128, { detail: 1 }).defaultPrevented).toBe(true);
  expect(onBoard("click", 145, 128, { detail: 1 }).defaultPrevented).toBe(false);
});

it("ends a press that is let go outside the board", () => {
  onBoard("pointerdown", 101, 130);
  outside("pointermove", 20, 130);
  outside("pointerup", 20, 130, { buttons: 0 });
  said.length = 0;
  onBoard("pointermove", 150, 150, { buttons: 0 });
  onBoard("pointermove", 190, 150, { buttons: 0 });
  expect(said).toEqual(["hover", "hover"]);
});

it("ends a press whose end nobody told: the mouse comes back without a button", () => {
  onBoard("pointerdown", 101, 130);
  onBoard("pointermove", 150, 150, { buttons: 0 });
  onBoard("pointermove", 190, 150, { buttons: 0 });
  expect(said).toEqual(["press", "hover", "abandon", "hover"]);
  onBoard("pointerdown", 150, 150);
  expect(said.at(-1)).toBe("press");
});

it("leaves other buttons of the mouse alone", () => {
  onBoard("pointerdown", 120, 130, { button: 2, buttons: 2 });
  onBoard("pointermove", 160, 130, { buttons: 2 });
  expect(said).toEqual([]);
});

it("pinches with two fingers, and goes on with neither as a drag", () => {
  const finger = (id: number): Pointer => ({ pointerId: id, pointerType: "touch" });
  onBoard("pointerdown", 200, 200, finger(1));
  onBoard("pointerdown", 300, 200, finger(2));
  onBoard("pointermove", 400, 200, finger(2));
  onBoard("pointerup", 400, 200, { ...finger(2), buttons: 0 });
  onBoard("pointermove", 260, 200, finger(1));
  onBoard("pointerup", 260, 200, { ...finger(1), buttons: 0 });
  expect(said).toEqual(["press", "abandon", "pinch 2 at 200,100 by 50,0"]);
});

it("holds the page still under the wheel", () => {
  const rolled = event("wheel", 150, 150);
  Object.defineProperties(rolled, { deltaY: { value: 3 }, deltaMode: { value: 1 } });
  board.dispatchEvent(rolled);
  expect([said, rolled.defaultPrevented]).toEqual([["wheel 48"], true]);
});

it("is silent once it is taken away", () => {
  onBoard("pointerdown", 120, 130);
  detach();
  outside("pointermove", 160, 130);
  expect(said).toEqual(["press"]);
});
