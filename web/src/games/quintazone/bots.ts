import type { Bots } from "../bots";

const bots: Bots = {
  easy: { name: "Breeze", manner: { en: "lays what fits", fr: "pose ce qui convient" } },
  normal: { name: "Ember", manner: { en: "guards its zones", fr: "garde ses zones" } },
  hard: { name: "Comet", manner: { en: "reads your goal", fr: "devine votre but" } },
};

export default bots;
