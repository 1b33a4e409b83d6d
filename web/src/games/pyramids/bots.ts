import type { Bots } from "../bots";

const bots: Bots = {
  learner: { name: "Pebble", manner: { en: "builds, and forgives", fr: "bâtit, et pardonne" } },
  casual: { name: "Mason", manner: { en: "sees one hop", fr: "voit un bond devant" } },
  club: { name: "Carver", manner: { en: "sees two hops", fr: "prévoit deux bonds" } },
  expert: { name: "Vizier", manner: { en: "sets traps", fr: "tend des pièges" } },
  champion: { name: "Olympus", manner: { en: "turns every stone", fr: "retourne tout" } },
};

export default bots;
