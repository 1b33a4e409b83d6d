import type { Bots } from "../bots";

const bots: Bots = {
  learner: { name: "Mitten", manner: { en: "watches its step", fr: "regarde où poser le pied" } },
  casual: { name: "Snowball", manner: { en: "slides where it can", fr: "glisse où il peut" } },
  club: { name: "Skate", manner: { en: "cuts you off", fr: "vous coupe la route" } },
  expert: { name: "Narwhal", manner: { en: "plays its cards late", fr: "joue ses cartes tard" } },
  champion: { name: "Blizzard", manner: { en: "leaves nobody standing", fr: "ne laisse personne debout" } },
};

export default bots;
