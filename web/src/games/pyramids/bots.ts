import type { Bots } from "../bots";

const bots: Bots = {
  easy: { name: "Pebble", manner: { en: "builds, and forgives", fr: "bâtit, et pardonne" } },
  normal: { name: "Carver", manner: { en: "sees two hops ahead", fr: "voit deux bonds plus loin" } },
  hard: { name: "Olympus", manner: { en: "turns every stone", fr: "retourne chaque pierre" } },
};

export default bots;
