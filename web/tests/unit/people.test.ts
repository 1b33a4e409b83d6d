import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { waiting } from "../../src/frame/waiting";
import { ofName, possessive } from "../../src/lib/table/names";
import { peopleAt } from "../../src/lib/table/people";

const person = (name: string, mine = false) => ({
  taken_by: { type: "person", name, here: true } as const,
  mine,
});
const bot = { taken_by: { type: "bot", level: "club" } as const, mine: false };

describe("whose something is", () => {
  it("is said by one helper, whatever letter a name ends with", () => {
    expect([possessive("Inès"), possessive("Ada")]).toEqual(["Inès’", "Ada’s"]);
    expect([ofName("Inès"), ofName("Noé")]).toEqual(["d’Inès", "de Noé"]);
  });

  it("is put together nowhere else", () => {
    const folder = new URL("../../src/", import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (name) => /\.(ts|svelte)$/.test(name) && name !== "lib/table/names.ts",
    );
    expect(files.length).toBeGreaterThan(100);
    const own = files.filter((name) => /\}[’']s\b/.test(readFileSync(new URL(name, folder), "utf8")));
    expect(own).toEqual([]);
  });
});

describe("the people at a table", () => {
  it("are called by their names; a guest without one is a guest", () => {
    expect(
      peopleAt([person("Inès"), person(""), { taken_by: null, mine: false }]).map((p) => p.name),
    ).toEqual(["Inès", "Guest", ""]);
  });

  it("who share a name are told apart by their seat's sign", () => {
    const names = peopleAt([person("Ada", true), person("Noé"), person("Ada", true), bot, bot]).map(
      (p) => p.name,
    );
    expect(names).toEqual(["Ada\u00a0●", "Noé", "Ada\u00a0■", "Club bot\u00a0◆", "Club bot\u00a0★"]);
  });

  it("who left their seat to a bot are remembered", () => {
    const [left, plain] = peopleAt([{ ...bot, left_by: "Ada" }, bot]);
    expect(left?.note).toBe("bot, for Ada");
    expect(plain?.note).toBeUndefined();
  });

  it("who are bots say when they wait for their turn to think, and the table says whom it waits for", () => {
    const people = peopleAt([person("Ada", true), bot], "pyramids", [1]);
    expect(people[1]?.note).toBe("waits to think");
    const words = { language: "fr" as const, seat: 0, name: () => "Galet", isMe: () => false };
    expect(waiting({ awaited: [1], people, meanwhile: null }, words)).toBe(
      "Galet attend son tour de réfléchir\u202f: beaucoup de bots jouent ici.",
    );
  });

  it("are mine exactly where the server says so", () => {
    expect(peopleAt([person("Ada", true), bot]).map((p) => p.mine)).toEqual([true, false]);
  });
});
