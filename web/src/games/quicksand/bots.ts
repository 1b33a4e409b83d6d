import type { Bots } from "../bots";

const bots: Bots = {
  learner: { name: "Dune", manner: { en: "lets the sand run", fr: "laisse couler" } },
  casual: { name: "Camel", manner: { en: "forgets a timer", fr: "oublie un sablier" } },
  club: { name: "Oasis", manner: { en: "counts the seconds", fr: "compte le temps" } },
  expert: { name: "Simoom", manner: { en: "plans three cards", fr: "prévoit trois cartes" } },
  champion: { name: "Sirocco", manner: { en: "wastes no grain", fr: "garde chaque grain" } },
};

export default bots;
