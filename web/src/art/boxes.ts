/** The five boxes on the shelf: how they look. Their words, and which of them are offered, are the server's catalogue to say. */
import type { Component } from "svelte";

export interface BoxPrint {
  game: string;
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
    cover: () => import("./covers/Quicksand.svelte"),
    side: "#5A2340",
    top: "#8A3A56",
    ink: "#FFF6E4",
    crop: [72, 190, 96],
  },
  {
    game: "pyramids",
    cover: () => import("./covers/Pyramids.svelte"),
    side: "#3A1411",
    top: "#6A2A20",
    ink: "#FFF6E4",
    crop: [44, 176, 108],
  },
  {
    game: "quadri",
    cover: () => import("./covers/Quadri.svelte"),
    side: "#C9BCA2",
    top: "#F2EAD8",
    ink: "#23201F",
    crop: [44, 124, 76],
  },
  {
    game: "thin-ice",
    cover: () => import("./covers/ThinIce.svelte"),
    side: "#0E3049",
    top: "#3D6F92",
    ink: "#FFF6E4",
    crop: [56, 176, 96],
  },
  {
    game: "quintazone",
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
