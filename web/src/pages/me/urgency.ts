/** Which of my games come first. */
import type { MyGame } from "../../lib/net/protocol";

/** Where it is my turn first, of these whose time is up soonest; then the rest as it came. */
export function byUrgency<G extends Pick<MyGame, "my_turn" | "up">>(games: readonly G[]): G[] {
  const time = ({ my_turn, up }: G) => (my_turn ? (up ?? Number.MAX_SAFE_INTEGER) : Infinity);
  return [...games].sort((a, b) => (time(a) === time(b) ? 0 : time(a) - time(b)));
}
