/** Whom the table waits for, in one sentence. */
import type { TableState, WordsContext } from "../lib/table/face";
import { frame, listed } from "../lib/words/shell";
import { together } from "../lib/words/table";

export function waiting(
  table: Pick<TableState, "awaited" | "people" | "meanwhile">,
  words: WordsContext,
): string {
  if (table.meanwhile) return table.meanwhile;
  const [first] = table.awaited;
  if (first === undefined) return "";
  const say = frame(words.language);
  if (table.awaited.length > 1) return say.wait(listed(table.awaited.map(words.name), words.language));
  const name = words.name(first);
  const who = table.people[first];
  if (who?.queued) return together(words.language).waitsToThink(name);
  return who?.kind === "bot" ? say.thinking(name) : say.wait(name);
}
