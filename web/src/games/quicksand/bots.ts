import type { Bots } from "../bots";

const bots: Bots = {
  learner: { name: "Dune", manner: { en: "lets the sand run", fr: "laisse couler" } },
  casual: { name: "Camel", manner: { en: "forgets a timer", fr: "oublie un sablier" } },
  club: { name: "Oasis", manner: { en: "counts the seconds", fr: "compte les secondes" } },
  expert: { name: "Simoom", manner: { en: "plans three cards", fr: "prévoit trois cartes" } },
  champion: { name: "Sirocco", manner: { en: "never wastes a grain", fr: "ne perd pas un grain" } },
};

export default bots;
