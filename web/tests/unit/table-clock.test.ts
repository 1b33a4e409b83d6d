import { expect, test } from "vitest";
import { TableClock } from "../../src/lib/net/table-clock";

/** A server whose clock is `ahead` of ours, over a line with these journeys. */
function line(ahead: number) {
  const clock = new TableClock();
  return {
    clock,
    ahead,
    frame: (at: number, back: number) => clock.heard(at + ahead, at + back),
    ping: (sent: number, there: number, back: number) =>
      clock.heard(sent + there + ahead, sent + there + back, sent),
  };
}

test("one frame is as late as its journey", () => {
  const { clock, frame } = line(5_000);
  frame(100, 40);
  expect(clock.at(1_000)).toBe(5_960);
});

test("pings over a steady line agree with the server within 50 ms", () => {
  const { clock, frame, ping } = line(5_000);
  frame(100, 90);
  for (let at = 0; at < 20_000; at += 2_500) ping(at, 30 + ((at / 100) % 20), 45);
  expect(Math.abs(clock.at(30_000) - 35_000)).toBeLessThan(50);
});

test("a clock that only heard frames is in doubt, an answer tells how much", () => {
  const { clock, frame, ping } = line(5_000);
  expect(clock.doubt).toBe(Infinity);
  frame(100, 400);
  expect(clock.doubt).toBe(Infinity);
  ping(600, 10, 15);
  expect(clock.doubt).toBe(25);
});

test("a slow answer does not spoil what is known", () => {
  const { clock, ping } = line(0);
  ping(0, 10, 10);
  const before = clock.at(1_000);
  ping(2_000, 900, 20);
  expect(Math.abs(clock.at(1_000) - before)).toBeLessThan(10);
});

test("a server that came back with another clock is believed at once", () => {
  const clock = new TableClock();
  clock.heard(60_000, 1_000, 990);
  clock.forget();
  clock.heard(65_000, 4_000, 3_990);
  expect(Math.abs(clock.at(4_000) - 65_000)).toBeLessThan(11);
});

test("a clock that drifts is followed", () => {
  const clock = new TableClock();
  // Theirs gains one second in a thousand.
  for (let at = 0; at < 600_000; at += 2_500) clock.heard(at * 1.001, at + 10, at - 10);
  expect(Math.abs(clock.at(600_000) - 600_600)).toBeLessThan(80);
});
