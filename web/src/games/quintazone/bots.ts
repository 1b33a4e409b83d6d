import type { Bots } from "../bots";

const bots: Bots = {
  learner: { name: "Breeze", manner: { en: "lays what fits", fr: "pose ce qui va" } },
  casual: { name: "Puddle", manner: { en: "likes its own corner", fr: "aime son petit coin" } },
  club: { name: "Ember", manner: { en: "guards its zones", fr: "garde ses zones" } },
  expert: { name: "Aurora", manner: { en: "builds two plans", fr: "mène deux plans" } },
  champion: { name: "Comet", manner: { en: "reads your goal", fr: "devine votre but" } },
};

export default bots;
