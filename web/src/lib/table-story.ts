/** What a frame does to the story that a table page holds. Pure, so that it can be tested without a socket. */
import type { Step } from "./face";
import type { Ask, Eyes, Frame, LoggedStep, Said } from "./protocol";

export interface TalkLine extends Said {
  n: number;
}

export interface Story {
  /** The newest number we know; what to ask "since" on return. */
  n: number;
  steps: Step[];
  fresh: Step[];
  talk: TalkLine[];
}

export const NO_STORY: Story = { n: 0, steps: [], fresh: [], talk: [] };

/** `returning`: the first frame after a connection opened; it catches up, so nothing of it is animated. */
export function told(story: Story, frame: Frame, returning: boolean): Story {
  const known = frame.whole ? NO_STORY : story;
  const news = frame.steps.filter((step) => step.n > known.n);
  const played = news.flatMap((step) => [...before(step), ...(isPlay(step) ? [asStep(step)] : [])]);
  const talk = news.flatMap((step) => (step.said ? [{ n: step.n, ...step.said }] : []));
  return {
    n: frame.n,
    steps: played.length > 0 || frame.whole ? [...known.steps, ...played] : known.steps,
    fresh: returning || frame.whole ? [] : played,
    talk: talk.length > 0 || frame.whole ? [...known.talk, ...talk] : known.talk,
  };
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
export function chooseEyes(eyes: Eyes[], awaited: number[], before: number | null): Eyes | null {
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
