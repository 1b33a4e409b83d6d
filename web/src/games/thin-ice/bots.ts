import type { Bots } from "../bots";

const bots: Bots = {
  learner: { name: "Mitten", manner: { en: "watches its step", fr: "regarde ses pieds" } },
  casual: { name: "Snowball", manner: { en: "slides where it can", fr: "glisse où il peut" } },
  club: { name: "Skate", manner: { en: "cuts you off", fr: "vous coupe la route" } },
  expert: { name: "Narwhal", manner: { en: "plays its cards late", fr: "joue ses cartes tard" } },
  champion: { name: "Blizzard", manner: { en: "spares nobody", fr: "n’épargne personne" } },
};

export default bots;
