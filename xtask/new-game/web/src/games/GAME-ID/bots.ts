import type { Bots } from "../bots";

const bots: Bots = {
  learner: { name: "Pebble", manner: { en: "takes what comes", fr: "prend ce qui vient" } },
  casual: { name: "Gravel", manner: { en: "looks one turn ahead", fr: "voit un tour d’avance" } },
  club: { name: "Flint", manner: { en: "counts from the end", fr: "compte depuis la fin" } },
  expert: { name: "Basalt", manner: { en: "seldom counts wrong", fr: "se trompe rarement" } },
  champion: { name: "Granite", manner: { en: "never counts wrong", fr: "ne se trompe jamais" } },
};

export default bots;
