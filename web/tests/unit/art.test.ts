import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { boxOf } from "../../src/games/boxes";
import {
  Camera,
  Chance,
  GOLD,
  IVORY,
  PRINT,
  RED,
  hull,
  mix,
  onRamp,
  points,
  roundedSquare,
  scatter,
} from "../../src/art/kit";
import { CUTS, pyramidShapes } from "../../src/art/pyramid";
import { home } from "../../src/lib/words/home";
import { SEAT_TOKENS, glyphPath, seatToken } from "../../src/lib/table/seats";

describe("the kit", () => {
  it("draws the same picture on every visit", () => {
    const draw = () => {
      const chance = new Chance(7);
      return scatter(50, () => chance.bell(0, 1));
    };
    expect(draw()).toEqual(draw());
    expect(draw().every(Number.isFinite)).toBe(true);
  });

  it("finds the outline around points", () => {
    expect(hull([[0, 0], [2, 0], [1, 1], [2, 2], [0, 2], [1, 0]])).toHaveLength(4); // prettier-ignore
  });

  it("mixes colours", () => {
    expect(mix("#000000", "#ffffff", 0.5)).toBe("#808080");
    expect(onRamp(["#000000", "#808080", "#ffffff"], 1)).toBe("#ffffff");
    expect(onRamp(["#000000", "#808080", "#ffffff"], -3)).toBe("#000000");
  });

  it("has the page's colours, and nobody else writes those that are tokens", () => {
    const source = (name: string) =>
      readFileSync(new URL(`../../src/${name}`, import.meta.url), "utf8").toLowerCase();
    const tokens = new Map(
      [...source("app.css").matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [
        name,
        colour,
      ]),
    );
    const inKit = ["gold", "ivory", "print-danger", "print"].map((name) => tokens.get(name));
    expect(inKit).toEqual([GOLD, IVORY, RED, PRINT]);
    const files = readdirSync(new URL("../../src", import.meta.url), { recursive: true, encoding: "utf8" });
    const others = files.filter(
      (name) => /\.(ts|svelte)$/.test(name) && name !== "art/kit.ts" && name !== "lib/table/seats.ts",
    );
    expect(others.length).toBeGreaterThan(100);
    const written = others.flatMap((name) => {
      const text = source(name);
      return [...tokens]
        .filter(([, colour]) => text.includes(colour ?? ""))
        .map(([token]) => `${name}: ${token}`);
    });
    expect(written).toEqual([]);
  });

  it("writes points an SVG can read", () => {
    expect(points(roundedSquare(1, 0.2))).toMatch(/^(-?[\d.]+,-?[\d.]+ ?)+$/);
  });
});

describe("a pyramid", () => {
  it("shows two facets, a front edge and a notch for each pip", () => {
    for (const cut of Object.values(CUTS)) {
      const shapes = pyramidShapes(new Camera(46), 60, cut, seatToken(0).ramp, 33);
      expect(shapes.facets).toHaveLength(2);
      expect(shapes.front).not.toBeNull();
      expect(shapes.notches).toHaveLength(cut.pips);
    }
  });
});

describe("seats", () => {
  it("differ in colour and in glyph, always both", () => {
    expect(new Set(SEAT_TOKENS.map((token) => token.colour)).size).toBe(7);
    expect(new Set(SEAT_TOKENS.map((token) => token.glyph)).size).toBe(7);
    expect(new Set(SEAT_TOKENS.map((token) => glyphPath(token.glyph, 8))).size).toBe(7);
  });

  it("have the colours of the tokens", () => {
    const css = readFileSync(new URL("../../src/app.css", import.meta.url), "utf8");
    for (const { name, colour } of SEAT_TOKENS)
      expect(css).toContain(`--seat-${name}: ${colour.toLowerCase()};`);
  });
});

describe("the shelf", () => {
  const games = ["quicksand", "pyramids", "quadri", "thin-ice", "quintazone"];

  it("has a box with a cover of its own for every game", async () => {
    const boxes = games.map((game) => boxOf(game));
    expect(new Set(boxes.map((box) => box.side)).size).toBe(games.length);
    for (const box of boxes) expect(await box.cover(), box.game).not.toBeNull();
  });

  it("opens a quick game in which there is somebody to play with", () => {
    for (const game of games) expect(boxOf(game).quick.seats, game).toBeGreaterThan(1);
  });

  it("says 'with bots' where all play together, and 'against' elsewhere", () => {
    const said = (game: string) => home().playBots(boxOf(game).quick.together);
    expect(games.filter((game) => /with/.test(said(game)))).toEqual(["quicksand"]);
    expect(said("pyramids")).toMatch(/against/);
  });

  it("puts a game without a print in plain cardboard", async () => {
    const box = boxOf("hopscotch", 4);
    expect(box.quick.seats).toBe(4);
    expect(await box.cover()).toBeNull();
  });
});
