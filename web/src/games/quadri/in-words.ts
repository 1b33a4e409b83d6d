// The game for those who do not see it: every action as a sentence, and where everything lies.

import { grouped } from "../../lib/words/grouped";
import type { Offer, TableState, Warning, WordsContext } from "../../lib/table/face";
import { series } from "../../lib/table/series";
import { drawn, quarters, turned, type Colours } from "./geometry";
import { DONE, placed } from "./notation";
import type { Held, Objective, QuadriEvent, QuadriView } from "./types";
import { inkName, rowsOf, words } from "./words";
import { capital } from "../../lib/words/reader";

type Table = Pick<TableState<QuadriView, QuadriEvent>, "view" | "clock">;

/** So long before the last claims end, it is said. */
const CLOSES_MS = 6_000;

export function offer(action: string, { view }: Table, context: WordsContext): Offer {
  const { language } = context;
  const w = words(language);
  if (action === DONE) return { what: w.end, how: "" };
  const put = placed(action);
  if (!put || !view.next) {
    const id = action.split(" ")[1] ?? action;
    const objective = objectiveOf(id, view);
    return { what: w.claim, how: objective ? objectiveWords(objective, context) : id };
  }
  const inks = colourWords(turned(view.next.colours, put.turn), context);
  const what =
    language === "fr"
      ? `Poser la carte${put.turn > 0 ? ` tournée de ${put.turn}°` : ""}, ${inks}`
      : `Lay the card${put.turn > 0 ? ` turned by ${put.turn}°` : ""}, ${inks}`;
  const under = quarters(put.spot).flatMap(
    ({ x, y }) => view.squares.find((one) => one.x === x && one.y === y) ?? [],
  );
  const covered = under.map((square) => inkName(square.colour, language)).join(", ");
  return {
    what,
    how: series([w.where(put.spot.x, put.spot.y), `${w.covers(under.length)}, ${covered}`], language),
  };
}

/** "cyan and black above, yellow and magenta below" */
function colourWords([a, b, c, d]: Colours, { language }: WordsContext): string {
  const ink = (colour: Colours[number]) => inkName(colour, language);
  return language === "fr"
    ? `${ink(a)} et ${ink(b)} en haut, ${ink(d)} et ${ink(c)} en bas`
    : `${ink(a)} and ${ink(b)} above, ${ink(d)} and ${ink(c)} below`;
}

function objectiveOf(id: string, view: QuadriView): Objective | null {
  const held = view.seats.flatMap((seat) => seat.hand ?? []).map(({ objective }) => objective);
  const common = view.common.map(({ objective }) => objective);
  return [...held, ...common].find((objective) => objective.id === id) ?? null;
}

function objectiveWords(objective: Objective, { language }: WordsContext): string {
  return `${objective.name[language]}, ${words(language).points(objective.points)}`;
}

/** Its drawing, row by row: "row 1: columns 1, 2; row 2: column 2". */
function drawingWords(objective: Objective, { language }: WordsContext): string {
  const fr = language === "fr";
  const rows = grouped(drawn(objective), ({ y }) => y);
  const told = [...rows].map(([y, squares]) => {
    const columns = squares.map(({ x }) => x + 1).join(", ");
    const many = squares.length > 1;
    return fr
      ? `ligne ${y + 1}, colonne${many ? "s" : ""} ${columns}`
      : `row ${y + 1}, column${many ? "s" : ""} ${columns}`;
  });
  return series(told, language);
}

export function describe({ view }: Table, context: WordsContext): string[] {
  const { language } = context;
  const fr = language === "fr";
  const w = words(language);
  const colon = fr ? "\u202f:" : ":";
  const said: string[] = [];
  const name = (of: number) => (context.isMe(of) ? (fr ? "vous" : "you") : context.name(of));
  if (view.closing) said.push(w.closing);
  else if (view.next && view.turn !== null) {
    const inks = colourWords(view.next.colours, context);
    said.push(
      fr
        ? `Carte à poser, pour ${name(view.turn)}${colon} ${inks}.`
        : `The card to lay, for ${name(view.turn)}: ${inks}.`,
    );
  }
  if (view.last_round) said.push(w.lastRound(view.placements_left));
  said.push(w.describe(view.lying.length), ...rowsOf(view.squares, language));
  const held = (one: Held) =>
    `${objectiveWords(one.objective, context)} (${drawingWords(one.objective, context)})${note(one, context)}`;
  for (const one of view.seats) {
    const parts: string[] = [];
    if (view.mode === "competitive") parts.push(w.points(one.points));
    if (one.hand && one.hand.length > 0)
      parts.push(`${w.holds(one.held)}${colon} ${series(one.hand.map(held), language)}`);
    else if (view.mode !== "cooperative") parts.push(w.holds(one.held));
    if (one.out) parts.push(w.out);
    if (parts.length > 0) said.push(`${capital(name(one.seat))}${colon} ${parts.join(". ")}.`);
  }
  const common = view.common.map(
    ({ objective, done }) =>
      `${objectiveWords(objective, context)} (${drawingWords(objective, context)})${done ? `, ${w.doneMark}` : ""}`,
  );
  if (common.length > 0) said.push(`${w.common}${colon} ${series(common, language)}.`);
  said.push(`${view.pile} ${w.pile(view.pile)}.`);
  return said;
}

function note({ glows, tried }: Held, { language }: WordsContext): string {
  if (tried) return `, ${language === "fr" ? "déjà tenté" : "tried already"}`;
  return glows ? `, ${language === "fr" ? "il est là" : "it is there"}` : "";
}

/** The last claims end soon (Q-10). */
export function warnings(table: Table, context: WordsContext): Warning[] {
  const until = table.view.closing?.until ?? null;
  if (until === null) return [];
  const left = until - table.clock();
  if (left > CLOSES_MS) return [];
  const seconds = Math.max(1, Math.ceil(left / 1000));
  return [{ key: `closing ${until}`, text: words(context.language).closingLeft(seconds) }];
}
