import { expect, test } from "vitest";
import { teamsOf } from "../../src/pages/home/teams";

test("seats are grouped by their team, and a team nobody is in is none", () => {
  expect(teamsOf([1, 2, 1, 2])).toEqual([
    [0, 2],
    [1, 3],
  ]);
  expect(teamsOf([0, 2, 2])).toEqual([[1, 2]]);
  expect(teamsOf([0, 0])).toBeNull();
});
