import type { Bots } from "../bots";

const bots: Bots = {
  learner: { name: "Smudge", manner: { en: "likes the colours", fr: "aime les couleurs" } },
  casual: { name: "Crayon", manner: { en: "sees what is near", fr: "voit le plus proche" } },
  club: { name: "Stencil", manner: { en: "lays with a plan", fr: "pose avec un plan" } },
  expert: { name: "Halftone", manner: { en: "counts every square", fr: "compte les cases" } },
  champion: { name: "Offset", manner: { en: "never off register", fr: "jamais hors repère" } },
};

export default bots;
