// What the server says about this game, under the names that this folder uses. The client draws it and knows no rule.

export type { GameIdEvent as Event, GameIdView as View } from "../../lib/generated/GAME-ID";
