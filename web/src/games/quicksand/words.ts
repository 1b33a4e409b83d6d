// Everything that this game says, in both languages.

import { capital } from "../../lib/words/reader";
import type { MoveRow, Outcome, Sequel, Step, WordsContext } from "../../lib/table/face";
import { bilingual, said, type Language } from "../../lib/words/language.svelte";
import { ofName, possessive } from "../../lib/table/names";
import type { Card, SandEvent, SandView, Timer, TimerStep } from "./types";

/** Narrow no-break space, for French punctuation and units. */
const THIN = "\u202f";

/** S-9. */
export const LEVELS = 21;

export const words = bilingual({
  en: {
    yourTurn: "Your turn: play a card",
    firstCard: "Anyone may begin: play a card",
    yourTurnOutward: "Your turn: play a card you cannot see",
    whichTimer: "Your joker: for which timer?",
    notYourTurn: (name: string) => `${name} plays. Your cards:`,
    chooses: (name: string) => `${name} chooses what the joker does.`,
    yourCards: "Your cards",
    cardsOf: (name: string) => `${possessive(name)} cards`,
    noEffect: "no effect",
    onChoice: "your choice",
    unseen: "unseen",
    advance: (letter: string) => `Advance ${letter}`,
    turnInPlace: (letter: string) => `Turn ${letter}`,
    recover: (letter: string) => `Recover ${letter}`,
    leaves: (s: number) => `${s} s left`,
    cancel: "Not this one",
    pile: "Pile",
    discard: "Discard",
    level: (n: number) => `Level ${n}`,
    tiles: (before: number, danger: number) => `${before} tiles, ${danger} of danger`,
    danger: "Danger zone",
    dangerBrief: "Danger",
    practice: "Practice",
    practiceWhy: (s: number) => `The sand runs ${s} s with each card; the level does not count.`,
    wait: "Wait",
    waitRuns: (s: number) => `the sand runs ${s} s`,
    silence: "Silence",
    outward: "Cards outward",
    removed: (kind: string) => `without ${kind}`,
    gentle: "gentle",
    fierce: "fierce",
    lost: "lost",
    seconds: (s: number) => `${s} s`,
    back: (place: number) => `Card ${place}, unseen`,
    emptyPlace: "no card",
    suggestedBy: (names: string) => `suggested by ${names}`,
    suggest: (name: string, kind: string) => `Suggest to ${name}: ${kind}`,
    hand: "Cards in hand",
    pointAt: "Point at a card of another seat to suggest it.",
    keys: "Keys: 1 2 3 play a card, A to E choose a timer, Esc goes back.",
    waitKey: "W waits.",
    track: "The track",
    tileIs: (n: number, shape: string, colour: string) => `tile ${n} ${colour} ${shape}`,
    blocked: "blocked",
    timerIs: (glass: string) => `${glass} timer`,
    on: (tile: number) => `on tile ${tile}`,
    beside: (tile: number) => `lost, beside tile ${tile}`,
    inDanger: "danger zone",
    slow: "slow",
    normal: "normal",
    fast: "fast",
    traps: "Traps disarmed",
    trap: (n: number) => `Trap ${n}`,
    disarmed: "disarmed",
    armed: "still armed",
    nextLevel: (n: number) => `Next trap: level ${n}`,
    trapTold: (n: number, state: string, like: string) => `Trap ${n}, ${state}: ${like}`,
    chooseTrap: "Choose a trap to disarm.",
  },
  fr: {
    yourTurn: `À vous${THIN}: jouez une carte`,
    firstCard: `Qui veut commence${THIN}: jouez une carte`,
    yourTurnOutward: `À vous${THIN}: jouez une carte sans la voir`,
    whichTimer: `Votre joker${THIN}: pour quel sablier${THIN}?`,
    notYourTurn: (name) => `${name} joue. Vos cartes${THIN}:`,
    chooses: (name) => `${name} choisit l’effet du joker.`,
    yourCards: "Vos cartes",
    cardsOf: (name) => `Cartes ${ofName(name)}`,
    noEffect: "sans effet",
    onChoice: "au choix",
    unseen: "non vue",
    advance: (letter) => `Avancer ${letter}`,
    turnInPlace: (letter) => `Retourner ${letter}`,
    recover: (letter) => `Relever ${letter}`,
    leaves: (s) => `reste ${s}${THIN}s`,
    cancel: "Pas celle-ci",
    pile: "Pioche",
    discard: "Défausse",
    level: (n) => `Niveau ${n}`,
    tiles: (before, danger) => `${before} cases, ${danger} de danger`,
    danger: "Zone de danger",
    dangerBrief: "Danger",
    practice: "Entraînement",
    practiceWhy: (s) => `Le sable coule ${s}${THIN}s à chaque carte${THIN}; le niveau ne compte pas.`,
    wait: "Attendre",
    waitRuns: (s) => `le sable coule ${s}${THIN}s`,
    silence: "Silence",
    outward: "Cartes vers l’extérieur",
    removed: (kind) => `sans ${kind}`,
    gentle: "doux",
    fierce: "féroce",
    lost: "perdu",
    seconds: (s) => `${s}${THIN}s`,
    back: (place) => `Carte ${place}, non vue`,
    emptyPlace: "pas de carte",
    suggestedBy: (names) => `suggérée par ${names}`,
    suggest: (name, kind) => `Suggérer à ${name}${THIN}: ${kind}`,
    hand: "Cartes en main",
    pointAt: "Montrez une carte d’une autre place pour la suggérer.",
    keys: `Clavier${THIN}: 1 2 3 jouent une carte, A à E choisissent un sablier, Échap revient.`,
    waitKey: "W attend.",
    track: "La piste",
    tileIs: (n, shape, colour) => `case ${n} ${shape} ${colour}`,
    blocked: "bloquée",
    timerIs: (glass) => `sablier ${glass}`,
    on: (tile) => `sur la case ${tile}`,
    beside: (tile) => `perdu, à côté de la case ${tile}`,
    inDanger: "zone de danger",
    slow: "lent",
    normal: "normal",
    fast: "rapide",
    traps: "Pièges désarmés",
    trap: (n) => `Piège ${n}`,
    disarmed: "désarmé",
    armed: "encore armé",
    nextLevel: (n) => `Piège suivant${THIN}: niveau ${n}`,
    trapTold: (n, state, like) => `Piège ${n}, ${state}${THIN}: ${like}`,
    chooseTrap: "Choisissez un piège à désarmer.",
  },
});

const KINDS: Record<Language, Record<Card, string>> = {
  en: {
    triangle: "triangle",
    circle: "circle",
    square: "square",
    moon: "moon",
    grey: "grey",
    yellow: "yellow",
    orange: "orange",
    joker: "joker",
  },
  fr: {
    triangle: "triangle",
    circle: "cercle",
    square: "carré",
    moon: "lune",
    grey: "gris",
    yellow: "jaune",
    orange: "orange",
    joker: "joker",
  },
};

/** The kind of a card, or a shape or colour of a tile. */
export function kind(card: Card, language: Language): string {
  return KINDS[language][card];
}

/** As the name printed on a card. */
export function title(card: Card, language: Language): string {
  return capital(KINDS[language][card]);
}

/** Whole seconds, as people count them down: 0.4 s left is still one. */
export function secondsOf(millis: number): number {
  return Math.ceil(millis / 1000);
}

/** Minutes and seconds: 2:02. */
export function clockOf(millis: number): string {
  const seconds = Math.floor(millis / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function letterOf(timer: string): string {
  return String.fromCharCode(64 + Number(timer.slice(1)));
}

/** What happens to one timer, in few signs: "C 16 → 17", "C stays on 17". */
export function movement(step: TimerStep, language: Language, recovered = false): string {
  const letter = letterOf(step.timer);
  const fr = language === "fr";
  if (recovered) {
    if (step.lost) return fr ? `${letter} retourné, encore perdu` : `${letter} turned, still lost`;
    return fr ? `${letter} relevé en ${step.to}` : `${letter} back on ${step.to}`;
  }
  if (step.unblocks !== null) {
    return fr ? `${letter} débloque ${step.unblocks}` : `${letter} unblocks ${step.unblocks}`;
  }
  if (step.from === step.to) return fr ? `${letter} reste en ${step.to}` : `${letter} stays on ${step.to}`;
  return `${letter} ${step.from} → ${step.to}`;
}

type Acted = Extract<SandEvent, { type: "activated" } | { type: "recovered" }>;
const isActed = (event: SandEvent): event is Acted =>
  event.type === "activated" || event.type === "recovered";

/** One step in one sentence. */
export function sentence(step: Step<SandEvent>, context: WordsContext): string | null {
  const said: string[] = [];
  const fr = context.language === "fr";
  const played = step.events.find((event) => event.type === "played");
  const acted = step.events.filter(isActed);
  const effects = acted.map((event) => movement(event, context.language, event.type === "recovered"));
  if (played) {
    const name = title(played.card, context.language);
    const who = subject(played.seat, context, fr ? ["jouez", "joue"] : ["play", "plays"]);
    const shown = played.card === "joker" && acted.length === 0;
    const me = context.isMe(played.seat);
    const chooses = fr
      ? `et ${me ? "choisissez" : "choisit"} son effet`
      : `and ${me ? "choose" : "chooses"} what it does`;
    const does = shown ? chooses : effects.join(", ") || words(context.language).noEffect;
    said.push(shown ? `${who} \`${name}\` ${does}.` : `${who} \`${name}\`${fr ? THIN : ""}: ${does}.`);
  } else if (effects.length > 0 && step.seat !== null) {
    const who = subject(step.seat, context, fr ? ["choisissez", "choisit"] : ["choose", "chooses"]);
    said.push(`${who}${fr ? THIN : ""}: ${effects.join(", ")}.`);
  }
  const waited = waitedFor(step);
  if (waited !== null && step.seat !== null) {
    const who = subject(step.seat, context, fr ? ["laissez", "laisse"] : ["let", "lets"]);
    said.push(fr ? `${who} couler le sable ${waited}${THIN}s.` : `${who} the sand run ${waited} s.`);
  }
  for (const event of step.events) {
    if (event.type === "suggested") said.push(suggestion(event.by, event.to, event.place, context));
    if (event.type === "ran-out") said.push(ranOut(event, context.language));
    if (event.type === "turned-over") {
      said.push(fr ? "La défausse redevient la pioche." : "The discard becomes the pile.");
    }
  }
  return said.length > 0 ? said.join(" ") : null;
}

/** How many seconds of sand somebody waited, if that is what the step was. */
function waitedFor(step: Step<SandEvent>): number | null {
  const ran = step.events.find((event) => event.type === "sand-ran");
  return step.action === "wait" && ran ? Math.round(ran.ran / 1000) : null;
}

function ranOut(event: Extract<SandEvent, { type: "ran-out" }>, language: Language): string {
  const letter = letterOf(event.timer);
  if (language === "fr") {
    if (event.zone === "track")
      return `Le sablier \`${letter}\` s’est écoulé sur la case ${event.tile}${THIN}: il est perdu.`;
    return event.zone === "lost"
      ? `Le sablier perdu \`${letter}\` s’est écoulé.`
      : `Le sablier \`${letter}\` s’est écoulé dans la zone de danger.`;
  }
  if (event.zone === "track") return `Timer \`${letter}\` ran out on tile ${event.tile}: it is lost.`;
  return event.zone === "lost"
    ? `The lost timer \`${letter}\` ran out.`
    : `Timer \`${letter}\` ran out in the danger zone.`;
}

function suggestion(by: number, to: number, place: number, context: WordsContext): string {
  if (context.language === "fr") {
    const who = subject(by, context, ["suggérez", "suggère"]);
    return `${who} ${context.isMe(to) ? "votre carte" : `à ${context.name(to)} sa carte`} \`${place}\`.`;
  }
  const who = subject(by, context, ["point", "points"]);
  return `${who} at ${context.isMe(to) ? "your" : possessive(context.name(to))} card \`${place}\`.`;
}

function subject(seat: number, context: WordsContext, [mine, theirs]: [string, string]): string {
  if (context.isMe(seat)) return context.language === "fr" ? `Vous ${mine}` : `You ${mine}`;
  return `${context.name(seat)} ${theirs}`;
}

/** Sand that ran out weighs more than any that was saved. */
const RAN_OUT = 1_000;

/** The timer that a card filled most was the closest to its end; one that was lost and stands again is worth more than that. */
function saved(step: Step<SandEvent>, language: Language): Pick<MoveRow, "gain" | "weight"> {
  const turned = step.events.filter(isActed);
  if (turned.length === 0) return {};
  const most = Math.max(...turned.map(({ left }) => left));
  const back = turned.some((event) => event.type === "recovered" && !event.lost);
  return { gain: words(language).seconds(secondsOf(most)), weight: most / 1000 + (back ? RAN_OUT / 2 : 0) };
}

/** The move list: a card a row, and what ran out by itself. */
export function moves(steps: Step<SandEvent>[], context: WordsContext): MoveRow[] {
  const rows: MoveRow[] = [];
  for (const step of steps) {
    const played = step.events.find((event) => event.type === "played");
    const effects = step.events
      .filter(isActed)
      .map((event) => movement(event, context.language, event.type === "recovered"));
    if (played) {
      const shown = played.card === "joker" && effects.length === 0;
      const quiet = effects.join(", ") || (shown ? "…" : words(context.language).noEffect);
      rows.push({
        label: clockOf(played.at),
        seat: played.seat,
        parts: [{ text: title(played.card, context.language) }, { text: quiet, quiet: true }],
        step: step.n,
        ...saved(step, context.language),
      });
    } else if (effects.length > 0) {
      const last = rows.findLast((row) => row.seat === step.seat);
      if (last) {
        last.parts = [last.parts[0] as MoveRow["parts"][number], { text: effects.join(", "), quiet: true }];
        last.step = step.n;
        Object.assign(last, saved(step, context.language));
      }
    }
    const waited = waitedFor(step);
    if (waited !== null) {
      const { wait, seconds } = words(context.language);
      rows.push({
        label: clockOf(step.events.reduce((at, event) => (event.type === "sand-ran" ? event.at : at), 0)),
        seat: step.seat,
        parts: [{ text: wait }, { text: seconds(waited), quiet: true }],
        step: step.n,
      });
    }
    for (const event of step.events) {
      if (event.type !== "ran-out") continue;
      const fr = context.language === "fr";
      const text = `${letterOf(event.timer)} ${fr ? "s’est écoulé" : "ran out"}`;
      const where = event.zone === "track" ? (fr ? `perdu en ${event.tile}` : `lost at ${event.tile}`) : "";
      rows.push({
        label: clockOf(event.at),
        seat: null,
        parts: [{ text }, ...(where ? [{ text: where, quiet: true }] : [])],
        step: step.n,
        weight: RAN_OUT,
      });
    }
  }
  return rows;
}

/** What fits the hurry: what I hold, which timer is close, and a few short words. */
export function phrases(view: SandView, context: WordsContext): string[] {
  const fr = context.language === "fr";
  const mine = context.seat === null ? null : view.hands[context.seat];
  const held = [...new Set((mine?.places ?? []).flatMap(({ card }) => (card ? [card] : [])))];
  const said = held.map((card) => iHave(card, context.language));
  const urgent = mostUrgent(view.timers);
  if (urgent?.lost) said.push(fr ? `Relevez ${urgent.letter}${THIN}!` : `Recover ${urgent.letter}!`);
  else if (urgent) said.push(fr ? `Vite, ${urgent.letter}${THIN}!` : `Flip ${urgent.letter}, quick!`);
  said.push(fr ? `Attends${THIN}!` : "Wait!", fr ? "Vas-y" : "Go on");
  return said;
}

function iHave(card: Card, language: Language): string {
  if (language === "fr") {
    const article =
      card === "moon"
        ? "une"
        : card === "grey" || card === "yellow"
          ? "du"
          : card === "orange"
            ? "de l’"
            : "un";
    return `J’ai ${article}${article.endsWith("’") ? "" : " "}${kind(card, "fr")}`;
  }
  const colour = card === "grey" || card === "yellow" || card === "orange";
  return colour ? `I have ${card}` : `I have a ${card}`;
}

export function mostUrgent(timers: Timer[]): Timer | null {
  return timers.reduce<Timer | null>(
    (soon, one) => (soon && soon.runs_out <= one.runs_out ? soon : one),
    null,
  );
}

/** A team that has won goes on to the next level. */
export function sequel(outcome: Outcome, view: SandView): Sequel | null {
  const level = view.level.number + 1;
  if (outcome.winners.length === 0 || level > LEVELS) return null;
  return { label: words().nextLevel(level), options: { level } };
}

export function ending(_outcome: Outcome, view: SandView): string | null {
  return view.reason ? said(view.reason) : null;
}
