/** Looking for words in all clauses: accents, case and order do not matter; a clause's id leads straight to it. */
import type { RulesPage } from "../lib/net/protocol";

/** A clause as it is searched. */
export interface Searched {
  game: string;
  id: string;
  heading: string;
  ruling: boolean;
  text: string;
}

/** A piece of an excerpt; what was sought is marked. */
export interface Piece {
  text: string;
  marked: boolean;
}

export interface Found {
  clause: Searched;
  excerpt: Piece[];
}

/** How much of a clause an excerpt shows, in characters. */
const SHOWN = 180;
/** How much of it stands before the first marked word. */
const BEFORE = 50;

/** A clause's text as one line, without markup. */
export function plain(text: string): string {
  return text
    .split("\n")
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line))
    .map((line) =>
      line.startsWith("|")
        ? line
            .replace(/^\||\|$/g, "")
            .split("|")
            .map((cell) => cell.trim())
            .join(" · ")
        : line.replace(/^- /, ""),
    )
    .join(" ")
    .replace(/[`*]/g, "");
}

export function clausesOf(game: string, page: RulesPage): Searched[] {
  return page.sections.flatMap(({ heading, clauses }) =>
    clauses.map(({ id, ruling, text }) => ({ game, id, heading, ruling, text: plain(text) })),
  );
}

/** Letters without accents and case, and where each stood in the text. */
function folded(text: string): { letters: string; places: number[] } {
  let letters = "";
  const places: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i).normalize("NFD").replace(/\p{M}/gu, "").replace(/’/g, "'").toLowerCase();
    for (let k = 0; k < letter.length; k++) places.push(i);
    letters += letter;
  }
  return { letters, places };
}

export function wordsOf(sought: string): string[] {
  return [
    ...new Set(
      folded(sought)
        .letters.split(/\s+/)
        .filter((word) => word !== ""),
    ),
  ];
}

/** `p10`, `P 10` and `P-10` are the same clause. */
function idOf(sought: string): string | null {
  const [, letter, number] = /^\s*([a-z])[\s-]?(\d+)\s*$/i.exec(sought) ?? [];
  return letter && number ? `${letter.toUpperCase()}-${Number(number)}` : null;
}

/** Where a word begins in the text: at the beginning of a word if it can be. */
function placeOf(word: string, letters: string): number {
  for (let at = letters.indexOf(word); at >= 0; at = letters.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(letters.charAt(at - 1))) return at;
  }
  return letters.indexOf(word);
}

/** Whether all that is sought stands in a clause, or is its id. */
export function holds(sought: string, clause: { id: string; text: string }, heading = ""): boolean {
  if (clause.id === idOf(sought)) return true;
  const words = wordsOf(sought);
  const { letters } = folded(`${clause.id} ${heading} ${clause.text}`);
  return words.every((word) => letters.includes(word));
}

function marked(text: string, words: string[]): boolean[] {
  const { letters, places } = folded(text);
  const marks = Array.from({ length: text.length }, () => false);
  for (const word of words) {
    for (let at = letters.indexOf(word); at >= 0; at = letters.indexOf(word, at + word.length)) {
      for (let i = at; i < at + word.length; i++) marks[places[i] ?? 0] = true;
    }
  }
  return marks;
}

/** The part of a text in which the words stand, in pieces. */
export function excerpt(text: string, words: string[]): Piece[] {
  const { letters, places } = folded(text);
  const found = words.map((word) => placeOf(word, letters)).filter((at) => at >= 0);
  const first = places[Math.min(...found)] ?? 0;
  let from = first <= BEFORE || text.length <= SHOWN ? 0 : text.indexOf(" ", first - BEFORE) + 1;
  if (from > first) from = first;
  let to = Math.min(text.length, from + SHOWN);
  if (to < text.length) to = Math.max(text.lastIndexOf(" ", to), first + 1);
  const marks = marked(text, words);
  const pieces: Piece[] = from > 0 ? [{ text: "…", marked: false }] : [];
  for (let i = from; i < to; i++) {
    const last = pieces.at(-1);
    const mark = marks[i] ?? false;
    if (last?.marked === mark) last.text += text.charAt(i);
    else pieces.push({ text: text.charAt(i), marked: mark });
  }
  if (to < text.length) pieces.push({ text: "…", marked: false });
  return pieces;
}

/** The clauses that hold what is sought, the best first: the clause of that id, then the very words, then all of them. */
export function search(sought: string, clauses: Searched[]): Found[] {
  const words = wordsOf(sought);
  if (words.length === 0) return [];
  const id = idOf(sought);
  const phrase = folded(sought.trim()).letters;
  const rank = (clause: Searched): number => {
    if (clause.id === id) return 0;
    const { letters } = folded(clause.text);
    if (words.length > 1 && letters.includes(phrase)) return 1;
    const begun = words.filter((word) => {
      const at = placeOf(word, letters);
      return at === 0 || (at > 0 && !/[\p{L}\p{N}]/u.test(letters.charAt(at - 1)));
    });
    return begun.length === words.length ? 2 : 3;
  };
  return clauses
    .filter((clause) => holds(sought, clause, clause.heading))
    .map((clause) => ({ clause, rank: rank(clause) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ clause }) => ({ clause, excerpt: excerpt(clause.text, words) }));
}
