import type { Bots } from "../bots";

const bots: Bots = {
  easy: { name: "Smudge", manner: { en: "likes the colours", fr: "aime les couleurs" } },
  normal: { name: "Stencil", manner: { en: "lays with a plan", fr: "pose avec un plan" } },
  hard: { name: "Offset", manner: { en: "is never off register", fr: "jamais hors repère" } },
};

export default bots;
