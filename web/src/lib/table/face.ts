/**
 * What a game shows of itself. The frame of the table page knows this and nothing else about a game; a game knows the
 * `TableState` and nothing about the frame. The client has no rules: it draws the view and offers the actions.
 */
import type { Component } from "svelte";
import type { Outcome } from "../generated/Outcome";
import type { Refusal } from "../generated/Refusal";
import type { Clocks, SeatRating, StepOut } from "../generated/protocol";
import type { Bilingual, Language } from "../words/language.svelte";

/** Why an action was not played: the clause of the rules, and a sentence in both languages. */
export type { Refusal };
/** How a game ended. A draw and a lost cooperative game have no winners. */
export type { Outcome };

/** One entry of the log, as this seat may see it. */
export interface Step<E = unknown> {
  n: number;
  /** Who acted; null when the game moved by itself. */
  seat: number | null;
  /** What was done, in notation; null when the game moved by itself or the action is hidden from this seat. */
  action: string | null;
  /** Milliseconds since the game began. */
  at: number;
  events: E[];
}

/** A seat whose time was up, or whose person left, and the number of that happening. */
export interface WentOut extends StepOut {
  n: number;
}

/** A seat took back its last action. */
export interface TookBack {
  seat: number;
}

/** Who sits on a seat. */
export interface SeatPerson {
  seat: number;
  kind: "empty" | "person" | "bot";
  name: string;
  /** This browser acts for the seat. */
  mine: boolean;
  /** Connected now (a bot always is). */
  present: boolean;
  /** A bot's: what its portrait is drawn from, and how it plays. */
  face?: { name: string; mood: number; manner: Bilingual | null };
  /** What stands under the name instead of whether they are here. */
  note?: string;
  /** A bot that has not begun to think: many want to at this house. */
  queued?: boolean;
}

/** The table as this browser sees it. Every field is reactive. */
export interface TableState<V = unknown, E = unknown> {
  readonly view: V;
  /** The seat I look and act through now; null for a spectator. On a shared screen: the awaited one of my seats. */
  readonly seat: number | null;
  /** What that seat may do now, in notation. Empty: nothing. */
  readonly actions: string[];
  /** What has happened, oldest first. */
  readonly steps: Step<E>[];
  /** Of a long game only the last steps come: where those before them can be seen, if anywhere yet. */
  readonly earlier?: { replay: string | null } | null | undefined;
  /** The steps that came with the newest frame: what to animate. Empty after a resync. */
  readonly fresh: Step<E>[];
  /** What is said before anything has happened, where that is not the beginning of a game. */
  readonly before?: string;
  /** What there is to do where nothing is to be played: in a lesson, to read. Said instead of whose turn it is. */
  readonly meanwhile?: string | null;
  /** Where one plays for everybody and nothing of it counts: what that is called. Said instead of whose turn it is. */
  readonly pretends?: string;
  /** What was taken back last, as long as nothing has been played since. */
  readonly tookBack?: TookBack | null;
  /** The seats that the game waits for. */
  readonly awaited: number[];
  readonly outcome: Outcome | null;
  readonly people: SeatPerson[];
  /** The seats' clocks, where the table has them. */
  readonly clocks?: Clocks | null | undefined;
  /** How those who sit here are rated, at a rated table. */
  readonly ratings?: (SeatRating | null)[] | undefined;
  /** Who has lost before the end, oldest first. */
  readonly outs?: WentOut[] | undefined;
  /** The table's clock now: milliseconds since the game began (for games where time runs by itself). */
  clock(): number;
  /** Sends an action; resolves when the server has durably logged it (null) or refused it. */
  play(action: string): Promise<Refusal | null>;
  /** Asks why an action is not possible; nothing is played. Null: it would be possible. */
  ask(action: string): Promise<Refusal | null>;
}

/** What one table page keeps for a game: selection, hover, a jump half built. */
export interface Play {
  /** The page closes: stop timers and animations. */
  close?(): void;
}

/** Through whose eyes, and in which language, a sentence is written. */
export interface WordsContext {
  language: Language;
  /** The reader's seat: it is called "you". */
  seat: number | null;
  /** A seat's name as a subject: a person's name. */
  name(seat: number): string;
  isMe(seat: number): boolean;
}

/** One line of the move list. */
export interface MoveRow {
  /** The number printed before it (a turn, a round …). */
  label: string;
  seat: number | null;
  /** The notation in order; `quiet` parts are printed lighter. */
  parts: { text: string; quiet?: boolean }[];
  /** What it gained, for example "+3". */
  gain?: string;
  /** How much it decided beside other rows of the same game: at the end, the two or three that did most are offered again. */
  weight?: number;
  /** The newest step that belongs to this row. */
  step: number;
}

/** One thing that may be done, in words: first what, then where or how. */
export interface Offer {
  /** "Place a small pyramid": offers that do the same stand together. */
  what: string;
  /** "a1, coaster A", read after `what`; empty when `what` says it all. */
  how: string;
}

/** Something that is about to happen by itself. It is spoken once for each `key`. */
export interface Warning {
  key: string;
  text: string;
}

/** A line of the list of keys. */
export interface KeyLine {
  keys: readonly string[];
  en: string;
  fr: string;
}

export interface Face<V = unknown, E = unknown, P extends Play = Play> {
  /** Makes the play object of one table page: it reads `table` and offers actions. */
  open(table: TableState<V, E>): P;
  /** The scene. It fills its container and works from 320 px wide. */
  Board: Component<{ table: TableState<V, E>; play: P }>;
  /** "What I may do now": sentences with buttons. */
  Choices: Component<{ table: TableState<V, E>; play: P }>;
  /** While somebody else plays: a move chosen ahead, where the rules have no secrets in it. */
  Ahead?: Component<{ table: TableState<V, E>; play: P }>;
  /** Whether the choices stay while it is somebody else's turn: a hand of cards is always in sight. */
  always?: boolean;
  /** What I hold: shown to a seated player under the choices, whether or not it is their turn. */
  Hand?: Component<{ table: TableState<V, E>; play: P }>;
  /** Inside a seat's card: reserve, score … `compact` on phones. */
  SeatDetails: Component<{ table: TableState<V, E>; play: P; seat: number; compact: boolean }>;
  /** Between the seats' cards on a wide page: the goal of the game, a shared supply … */
  Between?: Component<{ table: TableState<V, E>; play: P }>;
  /** With how it ended: what that means beyond this game, such as a record. The board stays as it ended. */
  Ended?: Component<{ table: TableState<V, E>; play: P }>;
  /** What can be said with one tap in this game, besides what is said in any. */
  phrases?(table: TableState<V, E>, words: WordsContext): string[];
  /**
   * One of the table's actions in words. Every action has words of its own: the list of all choices is made of them, and
   * whoever does not see the board plays with that list.
   */
  offer(action: string, table: TableState<V, E>, words: WordsContext): Offer;
  /** Where everything is, in words, for those who do not see the board: a paragraph each. */
  describe(table: TableState<V, E>, words: WordsContext): string[];
  /** What is asked of me where it is not simply my turn: an answer to somebody else's move. Null: my turn is my turn. */
  asked?(table: TableState<V, E>, words: WordsContext): string | null;
  /** What is about to happen by itself, where time runs: sand that is close to running out, a question that closes. */
  warnings?(table: TableState<V, E>, words: WordsContext): Warning[];
  /** The keys of the board, for the list of keys. */
  keys: readonly KeyLine[];
  /** What this step did, in one sentence; null when it says nothing. Notation stands between backticks: the frame accents it. */
  sentence(step: Step<E>, words: WordsContext): string | null;
  /** What the newest steps did together ("jumped … and turned …"), when a game can say it better than step by step. */
  lately?(steps: Step<E>[], words: WordsContext): string | null;
  /** What these steps of one turn would do, after "if" or "then", where moves can be planned. */
  planned?(steps: Step<E>[], words: WordsContext): string | null;
  /** The move list. */
  moves(steps: Step<E>[], words: WordsContext): MoveRow[];
  /** What the outcome says besides who won, in one sentence. */
  ending?(outcome: Outcome, table: TableState<V, E>, words: WordsContext): string | null;
  /** What each step was worth in the end, where that is known only then: how many points, by the step's number. */
  worth?(table: TableState<V, E>): Map<number, number>;
  /** Where points do not say who comes after the winners: a number for each seat, the larger the better. */
  standings?(table: TableState<V, E>): number[];
  /** What the same people may want to play next, rather than the same once more: the next level. */
  sequel?(outcome: Outcome, table: TableState<V, E>): Sequel | null;
}

export interface Sequel {
  /** On its button. */
  label: string;
  /** What is other than at this table. */
  options: Record<string, unknown>;
}

/** A face whose view and events the frame does not look into. */
// `any` is deliberate: a face is made for one game's types and used by a frame that knows none.
export type AnyFace = Face<any, any, any>;
