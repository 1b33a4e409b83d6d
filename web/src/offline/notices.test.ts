import { expect, test } from "vitest";
import { pushed } from "./notices";

test("a push message is what the house says, and leads to a page of ours", () => {
  const said = { title: "Your turn", body: "Go on", tag: "table-x", path: "/table/x", urgent: true };
  expect(pushed(JSON.stringify(said))).toEqual(said);
  expect(pushed(JSON.stringify({ ...said, path: "//evil.example" }))).toMatchObject({ path: "/me" });
  expect(pushed(JSON.stringify({ ...said, path: "https://evil.example" }))).toMatchObject({ path: "/me" });
  expect(pushed(JSON.stringify({ gone: ["table-x"] }))).toEqual({ gone: ["table-x"] });
  for (const noise of ["", "x", "null", "{}", '{"title":1}']) expect(pushed(noise)).toBeNull();
});
