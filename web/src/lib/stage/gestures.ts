/**
 * Press, drag, pinch and wheel, the same for every board. A press that does not move is a click on what lies below; after a
 * drag, the click that ends it means nothing. A press ends wherever the button is let go: also outside the board, and also
 * where nobody told us (a mouse that comes back without a button).
 */
export interface Place {
  x: number;
  y: number;
}

export interface Gestures {
  /** A first finger or button goes down. `false`: it is not for the board. */
  press?(at: Place, event: PointerEvent): boolean | void;
  /** It has moved farther than a hand trembles: by so much since the last word. */
  drag?(at: Place, by: Place, event: PointerEvent): void;
  /** It was let go after a drag, … */
  drop?(at: Place, event: PointerEvent): void;
  /** … or without one. */
  tap?(at: Place, event: PointerEvent): void;
  /** It ended without being let go: a second finger came, or the system took it away. */
  abandon?(): void;
  /** Two fingers: nearer by a factor around their middle, which has moved. */
  pinch?(factor: number, middle: Place, by: Place): void;
  /** The wheel, in pixels; downwards is positive. */
  wheel?(by: number, at: Place, event: WheelEvent): void;
  /** A mouse moves with no button down. */
  hover?(at: Place, event: PointerEvent): void;
}

/** CSS pixels that a press may move and still be a click. */
const SLACK = 6;
/** What a line of a wheel that counts in lines is worth. */
const LINE = 16;

const between = (a: Place, b: Place): Place => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const apart = (a: Place, b: Place): number => Math.hypot(a.x - b.x, a.y - b.y);
const minus = (a: Place, b: Place): Place => ({ x: a.x - b.x, y: a.y - b.y });

/** To be attached to the board's element: `{@attach gestures({ drag: … })}`. */
export function gestures(on: Gestures): (board: HTMLElement) => () => void {
  return (board) => new Hands(board, on).listen();
}

/** The fingers on one board, or the mouse. */
class Hands {
  readonly #fingers = new Map<number, Place>();
  #start: Place = { x: 0, y: 0 };
  /** `none`: no press, or one that is not for the board any more. */
  #state: "none" | "pressed" | "dragging" = "none";
  /** The newest press has become a drag or a pinch. */
  #moved = false;

  constructor(
    private readonly board: HTMLElement,
    private readonly on: Gestures,
  ) {}

  listen(): () => void {
    const { board, on } = this;
    board.addEventListener("pointerdown", this.#down);
    if (on.hover) board.addEventListener("pointermove", this.#over);
    board.addEventListener("click", this.#click, { capture: true });
    // Not passive: the page must stay where it is.
    if (on.wheel) board.addEventListener("wheel", this.#wheel, { passive: false });
    return () => {
      this.#end();
      board.removeEventListener("pointerdown", this.#down);
      board.removeEventListener("pointermove", this.#over);
      board.removeEventListener("click", this.#click, { capture: true });
      board.removeEventListener("wheel", this.#wheel);
    };
  }

  #at({ clientX, clientY }: MouseEvent): Place {
    const area = this.board.getBoundingClientRect();
    return { x: clientX - area.left, y: clientY - area.top };
  }

  readonly #down = (event: PointerEvent): void => {
    const mouse = event.pointerType === "mouse";
    if (mouse && event.button !== 0) return;
    // A mouse has one press: one that was never let go is over.
    if (mouse && this.#fingers.size > 0) this.#end();
    const place = this.#at(event);
    if (this.#fingers.size === 0) {
      if (!this.#begin(place, event)) return;
    } else if (this.on.pinch) {
      this.#abandon();
      this.#moved = true;
    }
    this.#fingers.set(event.pointerId, place);
  };

  /** A first finger goes down; false: it is not for the board. */
  #begin(place: Place, event: PointerEvent): boolean {
    this.#moved = false;
    if (this.on.press?.(place, event) === false) return false;
    [this.#start, this.#state] = [place, "pressed"];
    addEventListener("pointermove", this.#move);
    addEventListener("pointerup", this.#up);
    addEventListener("pointercancel", this.#cancel);
    return true;
  }

  readonly #move = (event: PointerEvent): void => {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    if (event.buttons === 0) return this.#cancel(event);
    const now = this.#at(event);
    this.#fingers.set(event.pointerId, now);
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) return this.#pinch(before, now, other);
    if (this.#state === "dragging") this.on.drag?.(now, minus(now, before), event);
    else if (this.#state === "pressed" && apart(now, this.#start) >= SLACK) this.#dragFrom(now, event);
  };

  #dragFrom(now: Place, event: PointerEvent): void {
    this.#state = "dragging";
    this.#moved = true;
    try {
      this.board.setPointerCapture(event.pointerId);
    } catch {
      // It has gone already; its end is heard on the window.
    }
    this.on.drag?.(now, minus(now, this.#start), event);
  }

  #pinch(before: Place, now: Place, other: Place): void {
    const [from, to] = [between(before, other), between(now, other)];
    const was = apart(before, other);
    this.on.pinch?.(was > 1 ? apart(now, other) / was : 1, to, minus(to, from));
  }

  readonly #up = (event: PointerEvent): void => {
    if (!this.#fingers.delete(event.pointerId)) return;
    const was = this.#state;
    if (this.#fingers.size === 0) this.#end();
    this.#state = "none";
    if (was === "dragging") this.on.drop?.(this.#at(event), event);
    else if (was === "pressed") this.on.tap?.(this.#at(event), event);
  };

  readonly #cancel = (event: PointerEvent): void => {
    if (!this.#fingers.delete(event.pointerId)) return;
    this.#abandon();
    if (this.#fingers.size === 0) this.#end();
  };

  #abandon(): void {
    if (this.#state !== "none") this.on.abandon?.();
    this.#state = "none";
  }

  #end(): void {
    this.#fingers.clear();
    removeEventListener("pointermove", this.#move);
    removeEventListener("pointerup", this.#up);
    removeEventListener("pointercancel", this.#cancel);
  }

  readonly #over = (event: PointerEvent): void => {
    if (event.pointerType === "mouse" && event.buttons === 0) this.on.hover?.(this.#at(event), event);
  };

  readonly #click = (event: MouseEvent): void => {
    // A click made by the keyboard is always meant.
    if (!this.#moved || event.detail === 0) return;
    this.#moved = false;
    event.stopPropagation();
    event.preventDefault();
  };

  readonly #wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.on.wheel?.(event.deltaY * (event.deltaMode === 1 ? LINE : 1), this.#at(event), event);
  };
}

/** Something that is taken out of a hand or a reserve and put on the board. Places are the window's. */
export interface Carried {
  /** It leaves where it was pressed. `false`: it stays. */
  take(from: Element, event: PointerEvent): boolean | void;
  /** What it is carried over, … */
  over?(below: Element | null, at: Place): void;
  /** … and put on. */
  put(below: Element | null, at: Place, event: PointerEvent): void;
  /** It goes back: Escape, or the system took it away. */
  back(): void;
  /** What a copy is shown of under the pointer; the whole of what was pressed unless told. */
  picture?(from: Element): Element | null;
  /** What fills a phone's sheet is not carried by fingers, which scroll the sheet there. */
  mouseOnly?: boolean;
}

/**
 * To be attached to what can be carried. A press that does not move is still a click. Keep the attachment while what it is
 * attached to is drawn anew (make it once, not in the markup): what is carried when a new one comes goes back.
 */
export function carried(on: Carried): (source: HTMLElement) => () => void {
  return (source) => {
    let [from, copy]: [Element, HTMLElement | null] = [source, null];
    let held = false;

    const place = ({ clientX, clientY }: PointerEvent): Place => ({ x: clientX, y: clientY });

    function take(event: PointerEvent): void {
      if (on.take(from, event) === false) return;
      held = true;
      const picture = on.picture ? on.picture(from) : source;
      if (picture) copy = copyOf(picture);
      addEventListener("keydown", escape, { capture: true });
    }
    function end(): boolean {
      removeEventListener("keydown", escape, { capture: true });
      copy?.remove();
      copy = null;
      const was = held;
      held = false;
      return was;
    }
    function back(): void {
      if (end()) on.back();
    }
    function escape(event: KeyboardEvent): void {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      back();
    }

    let taken = false;
    const detach = gestures({
      press: (_, event): boolean => {
        if (on.mouseOnly && event.pointerType !== "mouse") return false;
        taken = false;
        from = event.target instanceof Element ? event.target : source;
        return true;
      },
      drag: (_, __, event) => {
        if (!taken) take(event);
        taken = true;
        if (!held) return;
        const { x, y } = place(event);
        if (copy) copy.style.translate = `calc(${x}px - 50%) calc(${y}px - 50%)`;
        on.over?.(document.elementFromPoint(x, y), { x, y });
      },
      drop: (_, event) => {
        const at = place(event);
        if (end()) on.put(document.elementFromPoint(at.x, at.y), at, event);
      },
      abandon: back,
    })(source);
    // Sideways a finger scrolls the hand, otherwise it carries.
    if (!on.mouseOnly) source.style.touchAction = "pan-x";
    // The browser's own dragging of pictures would take the pointer away.
    const still = (event: Event) => event.preventDefault();
    source.addEventListener("dragstart", still);
    return () => {
      detach();
      source.removeEventListener("dragstart", still);
      back();
    };
  };
}

/** A copy above everything, which no pointer feels. It stays within its family, where the same styles hold. */
function copyOf(picture: Element): HTMLElement {
  const { width, height } = picture.getBoundingClientRect();
  const sheet = document.createElement("div");
  sheet.popover = "manual";
  sheet.ariaHidden = "true";
  sheet.inert = true;
  sheet.className = "carried";
  sheet.style.width = `${width}px`;
  sheet.style.height = `${height}px`;
  const copy = picture.cloneNode(true) as Element;
  for (const named of [copy, ...copy.querySelectorAll("[data-testid]")]) named.removeAttribute("data-testid");
  sheet.append(copy);
  picture.parentElement?.append(sheet);
  sheet.showPopover();
  return sheet;
}
