/** The little markup of a clause: `code`, **emphasis**, *a term*, (ruling), list items and table rows, one a line. */
export type Span = { kind: "text" | "code" | "strong" | "term" | "ruling"; text: string };
export type Block =
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "list"; items: Span[][] }
  | { kind: "table"; rows: Span[][][] };

export function spans(line: string): Span[] {
  return line
    .split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s](?:[^*]*[^*\s])?\*|\((?:ruling|décision)\))/)
    .filter((part) => part !== "")
    .map((part) => {
      if (part.startsWith("`") && part.length > 1) return { kind: "code", text: part.slice(1, -1) };
      if (part.startsWith("**") && part.length > 3) return { kind: "strong", text: part.slice(2, -2) };
      if (part.startsWith("*") && part.length > 2) return { kind: "term", text: part.slice(1, -1) };
      // From here on the clause is a decision of ours.
      if (part === "(ruling)" || part === "(décision)") return { kind: "ruling", text: part.slice(1, -1) };
      return { kind: "text", text: part };
    });
}

export function blocks(text: string): Block[] {
  const found: Block[] = [];
  for (const line of text.split("\n")) {
    const last = found.at(-1);
    if (line.startsWith("|")) {
      const cells = line
        .replace(/^\||\|$/g, "")
        .split("|")
        .map((cell) => cell.trim());
      // The row of dashes under a head is only a ruler.
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
      const row = cells.map(spans);
      if (last?.kind === "table") last.rows.push(row);
      else found.push({ kind: "table", rows: [row] });
    } else if (line.startsWith("- ")) {
      const item = spans(line.slice(2));
      if (last?.kind === "list") last.items.push(item);
      else found.push({ kind: "list", items: [item] });
    } else if (line.trim() !== "") {
      found.push({ kind: "paragraph", spans: spans(line) });
    }
  }
  return found;
}
