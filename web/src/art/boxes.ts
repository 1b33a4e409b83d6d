/** The five boxes on the shelf: what is printed on them. Which of them are offered is the server's catalogue to say. */
import type { Component } from "svelte";
import type { Bilingual } from "../lib/language.svelte";

export interface BoxPrint {
  game: string;
  title: Bilingual;
  /** One line that makes you want to open it. */
  line: Bilingual;
  /** How it feels and how long it takes; the number of players comes from the catalogue. */
  feel: Bilingual;
  cover: () => Promise<{ default: Component }>;
  /** The box's side and top. */
  side: string;
  top: string;
  ink: string;
  /** The square of the cover that stands for the whole when it is small: left, top, width. */
  crop: [number, number, number];
}

/** In the order of the shelf. */
export const BOXES: readonly BoxPrint[] = [
  {
    game: "quicksand",
    title: { en: "Quicksand", fr: "Quicksand" },
    line: { en: "Together against the sand", fr: "Ensemble contre le sable" },
    feel: { en: "cooperative, real time", fr: "coopératif, temps réel" },
    cover: () => import("./covers/Quicksand.svelte"),
    side: "#5A2340",
    top: "#8A3A56",
    ink: "#FFF6E4",
    crop: [72, 190, 96],
  },
  {
    game: "pyramids",
    title: { en: "Pyramids", fr: "Pyramides" },
    line: { en: "Jump, and turn the planet", fr: "Sautez et tournez la planète" },
    feel: { en: "about 10 minutes", fr: "environ 10 minutes" },
    cover: () => import("./covers/Pyramids.svelte"),
    side: "#3A1411",
    top: "#6A2A20",
    ink: "#FFF6E4",
    crop: [44, 176, 108],
  },
  {
    game: "quadri",
    title: { en: "Quadri", fr: "Quadri" },
    line: { en: "Four inks, a thousand shapes", fr: "Quatre encres, mille formes" },
    feel: { en: "about 20 minutes", fr: "environ 20 minutes" },
    cover: () => import("./covers/Quadri.svelte"),
    side: "#C9BCA2",
    top: "#F2EAD8",
    ink: "#23201F",
    crop: [44, 124, 76],
  },
  {
    game: "thin-ice",
    title: { en: "Thin Ice", fr: "Thin Ice" },
    line: { en: "Last one standing on the ice", fr: "Le dernier debout sur la glace" },
    feel: { en: "a die and a bear", fr: "un dé et un ours" },
    cover: () => import("./covers/ThinIce.svelte"),
    side: "#0E3049",
    top: "#3D6F92",
    ink: "#FFF6E4",
    crop: [56, 176, 96],
  },
  {
    game: "quintazone",
    title: { en: "Quintazone", fr: "Quintazone" },
    line: { en: "Five elements, one secret aim", fr: "Cinq éléments, un but secret" },
    feel: { en: "30 to 45 minutes", fr: "30 à 45 minutes" },
    cover: () => import("./covers/Quintazone.svelte"),
    side: "#1B1538",
    top: "#40367A",
    ink: "#FFF6E4",
    crop: [6, 130, 110],
  },
];

export function boxOf(game: string): BoxPrint | undefined {
  return BOXES.find((box) => box.game === game);
}

/** A game's title; a game without a box of its own is called by its id. */
export function titleOf(game: string): Bilingual {
  return boxOf(game)?.title ?? { en: game, fr: game };
}
