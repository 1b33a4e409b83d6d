import type { Bots } from "../bots";

const bots: Bots = {
  easy: { name: "Mitten", manner: { en: "watches its step", fr: "regarde où poser le pied" } },
  normal: { name: "Skate", manner: { en: "cuts you off", fr: "vous coupe la route" } },
  hard: { name: "Blizzard", manner: { en: "leaves nobody standing", fr: "ne laisse personne debout" } },
};

export default bots;
