/** Who sits where, in words that tell them apart. */
import { botOf } from "../../games/bots";
import type { SeatPerson } from "./face";
import type { BotLevel, TableInfo } from "../net/protocol";
import { seatToken } from "./seats";
import { botName, frame } from "../words/shell";
import { together } from "../words/table";

/** From the gentlest to the sternest. */
const LEVELS: BotLevel[] = ["learner", "casual", "club", "expert", "champion"];

type SeatInfo = TableInfo["seats"][number];
type Seated = Pick<SeatInfo, "taken_by" | "mine"> & Partial<Pick<SeatInfo, "left_by">>;

/** `queued`: seats of bots that wait for their turn to think. */
export function peopleAt(seats: Seated[], game = "", queued: readonly number[] = []): SeatPerson[] {
  const people = seats.map(({ taken_by: taker, mine, left_by: leftBy = null }, seat): SeatPerson => {
    if (!taker) return { seat, kind: "empty", name: "", mine: false, present: false };
    if (taker.type === "bot") {
      const name = botName(taker.level, game);
      const manner = botOf(game, taker.level)?.manner ?? null;
      const face = { name, mood: LEVELS.indexOf(taker.level), manner };
      const bot = { seat, kind: "bot", name, mine: false, present: true, face } as const;
      if (queued.includes(seat)) return { ...bot, queued: true, note: together().queued };
      return leftBy === null ? bot : { ...bot, note: together().botFor(leftBy || frame().guest) };
    }
    return { seat, kind: "person", name: taker.name || frame().guest, mine, present: taker.here };
  });
  const namesakes = (name: string) => people.filter((person) => person.name === name).length;
  // Two seats of one screen, two bots, two people called Ada: the seat's sign tells them apart.
  return people.map((person) =>
    person.kind !== "empty" && namesakes(person.name) > 1
      ? { ...person, name: `${person.name}\u00a0${seatToken(person.seat).sign}` }
      : person,
  );
}

/** The seats that this browser acts for. */
export function mySeats(people: SeatPerson[]): number[] {
  return people.filter((person) => person.mine).map((person) => person.seat);
}
