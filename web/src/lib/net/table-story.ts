/** What a frame does to the story that a table page holds. Pure, so that it can be tested without a socket. */
import type { Step, TookBack, WentOut } from "../table/face";
import type { Ask, SeatView, Frame, LoggedStep, Said } from "./protocol";

export interface TalkLine extends Said {
  n: number;
}

export interface Story {
  /** The newest number we know; what to ask "since" on return. */
  n: number;
  /** The first number that we were told: of a long game only the last ones come. */
  begins: number;
  steps: Step[];
  fresh: Step[];
  talk: TalkLine[];
  /** Whose time was up. */
  outs: WentOut[];
  /** What was taken back, as long as nothing has been played since. */
  tookBack: TookBack | null;
}

export const NO_STORY: Story = { n: 0, begins: 1, steps: [], fresh: [], talk: [], outs: [], tookBack: null };

/** Where a frame stands to what we know: the next one, one that we have seen already, or one with others missing before it. */
export function follows(story: Story, frame: Frame): "next" | "known" | "gap" {
  const first = frame.steps[0]?.n;
  if (frame.whole) return "next";
  if (frame.n < story.n || (first !== undefined && frame.n === story.n)) return "known";
  return (first ?? frame.n) > story.n + 1 ? "gap" : "next";
}

/** `returning`: the first frame after a connection opened; it catches up, so nothing of it is animated. */
export function told(story: Story, frame: Frame, returning: boolean): Story {
  const known = frame.whole ? NO_STORY : story;
  const news = frame.steps.filter((step) => step.n > known.n);
  const undone = news.some((step) => step.undone_to !== undefined);
  const changed = undone || frame.whole || news.some((step) => step.given || isPlay(step));
  const { steps, tookBack } = changed ? played(known, news) : known;
  const talk = news.flatMap((step) => (step.said ? [{ n: step.n, ...step.said }] : []));
  const outs = news.flatMap((step) => (step.out ? [{ n: step.n, ...step.out }] : []));
  return {
    n: frame.n,
    begins: frame.whole ? (frame.steps[0]?.n ?? 1) : known.begins,
    steps,
    // What is taken back is simply as it was: nothing moves. Talk, or somebody coming, leaves what moves alone.
    fresh:
      returning || frame.whole || undone
        ? []
        : changed
          ? steps.filter((step) => step.n > known.n)
          : known.fresh,
    talk: talk.length > 0 || frame.whole ? [...known.talk, ...talk] : known.talk,
    outs: outs.length > 0 || frame.whole ? [...known.outs, ...outs] : known.outs,
    tookBack,
  };
}

/** What these numbers of the log do to what was played. */
function played(known: Story, news: LoggedStep[]): Pick<Story, "steps" | "tookBack"> {
  let { steps, tookBack } = { ...known, steps: [...known.steps] };
  for (const step of news) {
    const { undone_to: to, seat } = step;
    steps.push(...before(step));
    if (to !== undefined && seat !== null) {
      steps = steps.filter((one) => one.n <= to);
      tookBack = { seat };
    } else if (isPlay(step)) {
      steps.push(asStep(step));
      tookBack = null;
    }
  }
  return { steps, tookBack };
}

/** Numbers that this seat may not see, and talk, are no steps of the game. */
function isPlay(step: Pick<LoggedStep, "action" | "events">): boolean {
  return step.action !== null || step.events.length > 0;
}

/** A game that plays on from another begins with what had happened there: numbered up to 0, before all else. */
function before(step: LoggedStep): Step[] {
  const given = step.given ?? [];
  return given.map((one, i) => ({ ...asStep(one), n: i + 1 - given.length })).filter(isPlay);
}

function asStep({ n, at, seat, action, events }: LoggedStep): Step {
  return { n, at, seat, action, events };
}

/**
 * Which of my seats to look through. One screen may hold several: then the one that is awaited, and as long as none is,
 * the one looked through before.
 */
export function chooseEyes(eyes: SeatView[], awaited: number[], before: number | null): SeatView | null {
  const waiting = eyes.filter((eye) => eye.seat !== null && awaited.includes(eye.seat));
  return (
    waiting.find((eye) => eye.seat === before) ??
    waiting[0] ??
    eyes.find((eye) => eye.seat === before) ??
    eyes[0] ??
    null
  );
}

/**
 * A request went out before the line broke, and no answer came. A move or a line of talk that the story does not hold
 * since then was never heard: it is sent again. Of all else the frame itself shows what became of it.
 */
export function mustRepeat(ask: Ask, since: number, frame: Frame): boolean {
  const news = frame.steps.filter((step) => step.n > since);
  if (ask.op === "play") return !news.some((step) => step.seat === ask.seat && step.action === ask.action);
  if (ask.op === "say") return !news.some((step) => step.said?.text === ask.text);
  return ask.op === "ask";
}
