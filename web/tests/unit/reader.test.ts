import { expect, it } from "vitest";
import type { SeatPerson } from "../../src/lib/table/face";
import { capital, readerOf } from "../../src/lib/words/reader";

const person = (seat: number, mine: boolean): SeatPerson => ({
  seat,
  kind: "person",
  name: `P${seat}`,
  mine,
  present: true,
});

it("calls the seat that I look through 'you' where it is mine", () => {
  const reader = readerOf({ people: [person(0, true), person(1, true)], seat: 1 });
  expect([0, 1].map((seat) => reader.isMe(seat))).toEqual([false, true]);
  expect(reader.name(0)).toBe("P0");
});

it("calls nobody 'you' whose eyes are only borrowed, as in a replay", () => {
  const reader = readerOf({ people: [person(0, false), person(1, false)], seat: 1 });
  expect([reader.isMe(1), reader.seat]).toEqual([false, null]);
});

it("begins a sentence, also in French", () => {
  expect(capital("émile")).toBe("Émile");
});
