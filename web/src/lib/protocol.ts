/** The words that client and server exchange, as the server's `protocol.rs` defines them. */
import type { Outcome, Refusal } from "./face";
import type { Bilingual } from "./language.svelte";

export type BotLevel = "easy" | "normal" | "hard";
export type Phase = "gathering" | "playing" | "over";
export type Taker = { type: "person"; name: string; here: boolean } | { type: "bot"; level: BotLevel };

export type Request =
  | { op: "play"; id: number; seat: number; action: string; at?: number }
  | { op: "ask"; id: number; seat: number; action: string }
  | { op: "sit" | "stand" | "dismiss"; id: number; seat: number }
  | { op: "bot"; id: number; seat: number; level: BotLevel }
  | { op: "start" | "ping"; id: number }
  | { op: "say"; id: number; text: string };

/** A request without the number that the connection gives it. */
export type Ask = Request extends infer R ? (R extends { id: number } ? Omit<R, "id"> : never) : never;

export interface Said {
  name: string;
  seat: number | null;
  text: string;
}

export interface LoggedStep {
  n: number;
  at: number;
  seat: number | null;
  action: string | null;
  events: unknown[];
  said?: Said;
}

export interface SeatInfo {
  taken_by: Taker | null;
  mine: boolean;
}

export interface TableInfo {
  id: string;
  game: string;
  name: string;
  options: Record<string, unknown>;
  phase: Phase;
  seats: SeatInfo[];
  watchers: number;
  host: boolean;
  commitment: string;
  seed: string | null;
  talk_closed: Refusal | null;
}

export interface Eyes {
  seat: number | null;
  view: unknown;
  actions: string[];
}

export interface Frame {
  n: number;
  now: number;
  whole: boolean;
  steps: LoggedStep[];
  table?: TableInfo;
  awaited: number[];
  outcome: Outcome | null;
  eyes: Eyes[];
}

export type Reply =
  | ({ op: "frame" } & Frame)
  | { op: "done"; id: number; n: number }
  | { op: "refused"; id: number; refusal: Refusal }
  | { op: "error"; id: number | null; message: Bilingual }
  | { op: "pong"; id: number; now: number };

export interface Me {
  name: string;
}

export interface NewTable {
  game: string;
  seats?: number;
  options?: Record<string, unknown>;
  private: boolean;
  bots?: BotLevel;
}

export interface LobbyTable {
  id: string;
  game: string;
  name: string;
  host: string;
  phase: Phase;
  seats: (Taker | null)[];
  moves: number;
  my_turn: boolean;
  view?: unknown;
}

export interface Lobby {
  people: number;
  tables: LobbyTable[];
  mine: LobbyTable[];
}

export interface About {
  id: string;
  name: Bilingual;
  tagline: Bilingual;
  kind: Bilingual;
  seats: [number, number];
  hidden: boolean;
  real_time: boolean;
  options: OptionAbout[];
}

export interface OptionAbout {
  key: string;
  label: Bilingual;
  sentence: Bilingual;
  kind: Kind;
}

export type Kind =
  | { type: "number"; min: number; max: number; default: number }
  | { type: "choice"; choices: { value: string; label: Bilingual }[]; default: string }
  | { type: "switch"; default: boolean }
  | { type: "seat-or-random" }
  | { type: "teams" };

export interface RulesClause {
  id: string;
  ruling: boolean;
  text: string;
}

export interface RulesPage {
  title: string;
  intro: string;
  sections: { heading: string; clauses: RulesClause[] }[];
}
