/** An action as people say it: from the game's own words, or in notation where these cannot tell. */
import { wholeOf } from "../../frame/offers";
import type { Candidate } from "../generated/teach";
import { PastTable } from "../net/past-table";
import type { AnyFace, Step, TableState, WordsContext } from "../table/face";
import { said } from "../words/language.svelte";
import { capital } from "../words/reader";
import { teach } from "./words";

export interface Position {
  n: number;
  seat: number;
  view: unknown;
  story: Step[];
  people: TableState["people"];
}

/** The table as it stood there, for those who put an action into words. */
export const tableAt = ({ n, seat, view, story, people }: Position): TableState =>
  new PastTable({ steps: story, people }, n, { seat, view, actions: [] });

export function inWords(face: AnyFace, action: string, table: TableState, words: WordsContext): string {
  return wholeOf(face.offer(action, table, words), words);
}

/** Why: what speaks for it, then what speaks against it, as one sentence. */
export function because({ reasons }: Pick<Candidate, "reasons">): string {
  const good = reasons.filter((reason) => reason.good).map(({ words }) => said(words));
  const bad = reasons.filter((reason) => !reason.good).map(({ words }) => said(words));
  const parts = [good.join(", "), bad.length > 0 ? `${teach().but} ${bad.join(", ")}` : ""].filter(Boolean);
  // Nothing in favour: what is against it stands alone.
  const text = good.length > 0 ? parts.join(", ") : bad.join(", ");
  return text ? `${capital(text)}.` : "";
}
