import { describe, expect, it } from "vitest";
import { peopleAt } from "../../src/lib/people";
import type { TableInfo } from "../../src/lib/protocol";

const person = (name: string, mine = false): TableInfo["seats"][number] => ({
  taken_by: { type: "person", name, here: true },
  mine,
});
const bot: TableInfo["seats"][number] = { taken_by: { type: "bot", level: "normal" }, mine: false };

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
    expect(names).toEqual(["Ada\u00a0●", "Noé", "Ada\u00a0■", "Keen bot\u00a0◆", "Keen bot\u00a0★"]);
  });

  it("are mine exactly where the server says so", () => {
    expect(peopleAt([person("Ada", true), bot]).map((p) => p.mine)).toEqual([true, false]);
  });
});
