import type { Bots } from "../bots";

const bots: Bots = {
  easy: { name: "Dune", manner: { en: "lets the sand run", fr: "laisse couler le sable" } },
  normal: { name: "Oasis", manner: { en: "counts the seconds", fr: "compte les secondes" } },
  hard: { name: "Sirocco", manner: { en: "never wastes a grain", fr: "ne perd pas un grain" } },
};

export default bots;
