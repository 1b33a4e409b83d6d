/** What those who sit at a table are called. */
import { botOf } from "../../games/bots";
import type { BotLevel, Taker } from "../net/protocol";
import { frame } from "./frame";
import { bilingual, spoken } from "./language.svelte";

const strength = bilingual({
  en: { learner: "learner", casual: "casual", club: "club", expert: "expert", champion: "champion" },
  fr: { learner: "débutant", casual: "amateur", club: "club", expert: "expert", champion: "champion" },
});

const levels = bilingual({
  en: {
    learner: "Learner bot",
    casual: "Casual bot",
    club: "Club bot",
    expert: "Expert bot",
    champion: "Champion bot",
  },
  fr: {
    learner: "Bot débutant",
    casual: "Bot amateur",
    club: "Bot de club",
    expert: "Bot expert",
    champion: "Bot champion",
  },
});

/** A bot by its own name in this game or, where it has none, by its level. */
export function botName(level: BotLevel, game = ""): string {
  return botOf(game, level)?.name ?? levels()[level];
}

/** How strong a bot is, for whoever chooses one: "Pebble, calm". */
export function botChoice(level: BotLevel, game: string): string {
  const bot = botOf(game, level);
  return bot ? `${bot.name} · ${strength()[level]}` : levels()[level];
}

/** What somebody on a seat is called. */
export function takerName(taker: Taker, game = ""): string {
  return taker.type === "bot" ? botName(taker.level, game) : taker.name || frame().guest;
}

/** Several of them: three calm bots are "3 × Calm bot". */
export function takersListed(takers: Taker[], game = ""): string {
  const names = takers.map((taker) => takerName(taker, game));
  const counted = [...new Set(names)].map((name) => {
    const many = names.filter((other) => other === name).length;
    return many > 1 ? `${many}\u00a0×\u00a0${name}` : name;
  });
  return listed(counted, spoken.language);
}

/** Names as people list them: "Inès, Noé and Ada". */
export function listed(names: string[], language: "en" | "fr"): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}
