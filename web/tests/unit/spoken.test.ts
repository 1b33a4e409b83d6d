import { describe, expect, it } from "vitest";
import { aloud, spokenSteps } from "../../src/frame/announcer";
import { linesOf, type Choice } from "../../src/frame/offers";
import { waiting } from "../../src/frame/waiting";
import { warnings } from "../../src/games/quicksand/in-words";
import type { SandView } from "../../src/games/quicksand/types";
import type { AnyFace, SeatPerson, Step } from "../../src/lib/table/face";
import { wordsContext } from "../../src/lib/words/reader";

const words = wordsContext([], 0, "en");

describe("what is spoken", () => {
  const step = (n: number): Step => ({ n, seat: 1, action: `act-${n}`, at: n, events: [] });
  const face = { sentence: ({ n }: Step) => (n === 3 ? null : `step \`${n}\`.`) } as unknown as AnyFace;

  it("is every step since the last one heard, in order, without marks", () => {
    expect(spokenSteps(face, [1, 2, 3, 4].map(step), 1, words)).toEqual(["step 2.", "step 4."]);
    expect(spokenSteps(face, [1, 2].map(step), 2, words)).toEqual([]);
  });

  it("has words for arrows", () => {
    expect(aloud("walked `c4 → d5`", words)).toBe("walked c4 to d5");
    expect(aloud("avancé `c4 → d5`", wordsContext([], 0, "fr"))).toBe("avancé c4 à d5");
  });
});

describe("the list of choices", () => {
  const choice = (what: string, how: string): Choice => ({
    action: `${what}@${how}`,
    what,
    how,
    text: how ? `${what}: ${how}` : what,
  });
  const many = ["a1", "b2", "c3", "d4", "e5", "f6"].flatMap((cell) => [
    choice("Poser une petite pyramide", cell),
    choice("Poser une grande pyramide", cell),
  ]);

  it("is flat while it is short, and grouped when it is long", () => {
    const few = many.slice(0, 4);
    expect(linesOf(few, null, "").map(({ kind }) => kind)).toEqual(["play", "play", "play", "play"]);
    expect(linesOf(many, null, "")).toEqual([
      { kind: "open", key: "Poser une petite pyramide", text: "Poser une petite pyramide", count: 6 },
      { kind: "open", key: "Poser une grande pyramide", text: "Poser une grande pyramide", count: 6 },
    ]);
  });

  it("shows only where, once what is chosen", () => {
    const lines = linesOf(many, "Poser une grande pyramide", "");
    expect(lines.map(({ text }) => text)).toEqual(["a1", "b2", "c3", "d4", "e5", "f6"]);
  });

  it("plays what stands alone without a group", () => {
    const [alone] = linesOf([choice("Finir le tour", ""), ...many], null, "");
    expect(alone).toMatchObject({ kind: "play", text: "Finir le tour" });
  });

  it("is searched by the beginnings of words, whatever their accents and capitals", () => {
    const accented = [...many, choice("Déplacer l’ours", "c3")];
    expect(linesOf(accented, null, "pet c3").map(({ text }) => text)).toEqual([
      "Poser une petite pyramide: c3",
    ]);
    expect(linesOf(accented, null, "deplacer OURS").map(({ text }) => text)).toEqual(["Déplacer l’ours: c3"]);
    expect(linesOf(accented, null, "zz")).toEqual([]);
  });
});

describe("waiting", () => {
  const person = (seat: number, kind: SeatPerson["kind"], name: string): SeatPerson => ({
    seat,
    kind,
    name,
    mine: false,
    present: true,
  });
  it("names whom the table waits for", () => {
    const people = [person(0, "person", "Inès"), person(1, "bot", "Club bot")];
    const say = wordsContext(people, null, "en");
    expect(waiting({ awaited: [1], people }, say)).toBe("Club bot is thinking…");
    expect(waiting({ awaited: [0, 1], people }, say)).toBe("Waiting for Inès and Club bot…");
    expect(waiting({ awaited: [], people }, say)).toBe("");
  });
});

describe("sand that runs out", () => {
  const timer = (letter: string, left: number) => ({ name: `t${letter}`, letter, left, runs_out: left });
  const at = (now: number) =>
    warnings(
      {
        view: {
          running: true,
          outcome: null,
          at: 0,
          amounts: { close: 8_000, soon: 15_000, plenty: 25_000 },
          timers: [timer("A", 20_000), timer("B", 60_000)],
        } as unknown as SandView,
        clock: () => now,
      },
      words,
    );

  it("is said when it is close and when it is very close, not every second", () => {
    expect(at(0)).toEqual([]);
    const soon = at(6_000);
    expect(soon.map(({ text }) => text)).toEqual(["Timer A: 14 s left."]);
    expect(at(9_000)[0]?.key).toBe(soon[0]?.key);
    const now = at(15_000);
    expect(now[0]?.key).not.toBe(soon[0]?.key);
    expect(at(19_000)[0]?.key).toBe(now[0]?.key);
    expect(at(20_000)).toEqual([]);
  });
});
