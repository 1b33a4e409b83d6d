/** *If they do this, I do that*: two people who are never there at once plan ahead on the board, and the house answers. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { evening } from "./evening";
import { Keyboard } from "./keyboard";
import { opensTable } from "./line";
import { shows } from "./people";
import { plays, sits, starts } from "./together";

const tonight = evening();
const A_DAY = 86_400;

const lines = (page: Page) => page.getByTestId("my-lines").locator("ul > li");
const planning = (page: Page) => page.getByTestId("planning");

/** A whole turn with the mouse, for whichever side: a small pyramid there, and a coaster by a quarter. */
async function turns(page: Page, cell: string, coaster: string): Promise<void> {
  await page.locator(".size:not([disabled])").first().click();
  await page.locator(`[data-cell=${cell}]`).click();
  await page.getByRole("button", { name: new RegExp(`^(Coaster|Dalle) ${coaster}`) }).click();
  await page.locator(".turn", { hasText: "90°" }).first().click();
}

/** A whole turn from the list of all choices, with the keyboard. */
async function listed(keys: Keyboard, page: Page, what: string): Promise<void> {
  const list = page.getByRole("listbox");
  await list.waitFor();
  for (const typed of [what, "dalle"]) {
    await page.keyboard.type(typed);
    const first = await list.getByRole("option").first().getAttribute("data-action");
    expect(first).not.toBeNull();
    await keys.press("Enter");
    // It is taken once the list begins anew.
    await page.getByText(/^« ?\w/).waitFor({ state: "detached" });
    await page.waitForFunction(
      (action) =>
        document.querySelector("[role=option][aria-selected=true]")?.getAttribute("data-action") !== action,
      first,
    );
  }
}

test("two people who are never there at once answer each other by what they planned", async () => {
  const ada = await tonight.guest("Ada", { language: "fr", phone: true, dark: true });
  const bob = await tonight.guest("Bob", { language: "en" });
  const keys = await Keyboard.of(ada);
  const table = await opensTable(ada, {
    game: "pyramids",
    seats: 2,
    terms: { time: { pace: { type: "turn", seconds: A_DAY }, up: "lost" } },
    private: true,
  });
  const path = `/table/${table}`;
  await sits(bob, path, 1);
  await ada.goes(path);
  await starts(ada);
  await ada.page.getByTestId("clock-0").waitFor();
  // It is her turn: there is nothing for her to plan.
  expect(await ada.page.getByTestId("plan-ahead").count()).toBe(0);
  await ada.goes("/rules");

  // Bob, at his desk, plans two lines with the mouse.
  await bob.page.getByTestId("plan-ahead").waitFor();
  await shows(bob, "plans-offered");
  await bob.page.getByTestId("plan-ahead").click();
  await planning(bob.page).getByText("What if Ada plays …?").waitFor();
  expect(await bob.page.getByTestId("keep-line").isDisabled()).toBe(true);
  await turns(bob.page, "a1", "A");
  await planning(bob.page).getByText("What do you answer?").waitFor();
  await bob.findsThePageAccessible();
  await bob.findsNothingCutOff();
  await shows(bob, "plans-answering");
  await turns(bob.page, "e5", "B");
  await planning(bob.page).getByText("What if Ada plays …?").waitFor();
  await bob.page.getByTestId("keep-line").click();
  await bob.page.getByTestId("my-lines").getByText("The line is kept.").waitFor();
  expect(await lines(bob.page).count()).toBe(1);
  // It has not happened yet, and is not told as if it had.
  const [if_, then] = await lines(bob.page).locator(".row").allTextContents();
  expect(if_?.replaceAll(/\s+/g, " ").trim()).toBe("if Ada places a small on a1 and turns A by 90°");
  expect(then?.replaceAll(/\s+/g, " ").trim()).toBe("then you place a small on e5 and turn B by 90°");
  await bob.page.getByTestId("plan-ahead").click();
  await turns(bob.page, "b2", "C");
  await planning(bob.page).getByText("What do you answer?").waitFor();
  // What is not meant is taken back.
  await turns(bob.page, "f6", "D");
  await planning(bob.page).getByText("What if Ada plays …?").waitFor();
  for (const left of [3, 2]) {
    await bob.page.getByRole("button", { name: "One step back" }).click();
    await planning(bob.page).getByText("What do you answer?").waitFor();
    await bob.page.waitForFunction(
      (rows) => document.querySelectorAll("main ol[aria-label=Moves] li").length <= rows,
      left,
    );
  }
  await planning(bob.page).getByText("What do you answer?").waitFor();
  await turns(bob.page, "c3", "A");
  await bob.page.getByTestId("keep-line").click();
  await lines(bob.page).nth(1).waitFor();
  await bob.findsThePageAccessible();
  await bob.findsNothingCutOff();
  await shows(bob, "plans-kept");
  // A line that is kept can be looked at.
  await bob.page.getByRole("button", { name: "Show line 1" }).click();
  await planning(bob.page).getByText("What if Ada plays …?").waitFor();
  await bob.page.getByRole("button", { name: "Leave", exact: true }).click();
  await bob.goes("/rules");

  // Ada plays the first of them, and the answer is there.
  await ada.goes(path);
  await plays(ada, path, "S@a1");
  await plays(ada, path, "A+90");
  await ada.page.waitForFunction(() => document.title.startsWith("●"));
  // She plays on, to which nothing was planned, and it is Bob's turn: now she plans, in French, from the list, with the keyboard.
  await plays(ada, path, "S@c3");
  await plays(ada, path, "C+90");
  await ada.page.getByTestId("plan-ahead").waitFor();
  await shows(ada, "plans-phone-offered");
  await keys.tabTo(/^Prévoir la suite$/);
  await keys.press("Enter");
  await planning(ada.page).getByText("Et si Bob joue…").waitFor();
  await shows(ada, "plans-phone");
  await ada.findsThePageAccessible();
  await ada.findsNothingCutOff();
  await keys.press("l");
  await listed(keys, ada.page, "f1");
  await listed(keys, ada.page, "f2");
  await shows(ada, "plans-phone-list");
  await keys.press("Escape");
  await planning(ada.page).waitFor();
  await keys.tabTo(/^Garder cette ligne$/);
  await keys.press("Enter");
  await lines(ada.page).first().waitFor();
  await ada.findsThePageAccessible();
  await ada.findsNothingCutOff();
  await shows(ada, "plans-phone-kept");
  const planned = await ada.page.evaluate(async (table) => {
    const { lines } = (await (await fetch(`/api/tables/${table}/plan`)).json()) as {
      lines: { action: string }[][];
    };
    return lines[0]?.map(({ action }) => action) ?? [];
  }, table);
  expect(planned.length).toBe(4);
  await ada.goes("/rules");

  await bob.goes(path);
  expect(await lines(bob.page).count()).toBe(0);
  for (const action of planned.slice(0, 2)) await plays(bob, path, action);
  await bob.page.waitForFunction(() => document.title.startsWith("●"));
  await bob.page.getByText(/f2/).first().waitFor();
});
