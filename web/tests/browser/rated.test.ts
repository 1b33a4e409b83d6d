/** Rated games: found by the house, ended on time or by giving up, and what that does to everybody's rating. */
import { expect, test } from "vitest";
import { evening } from "./evening";
import { playsOn } from "./line";
import { shows, type Person } from "./people";
import { opens, sits, starts } from "./together";

const tonight = evening();

test("a rated game by the clock ends on time, and both are rated by it", async () => {
  const host = await tonight.guest("Inès", { language: "en" });
  const guest = await tonight.guest("Noé", { language: "fr", phone: true, dark: true });
  const path = await opens(host, {
    game: "pyramids",
    seats: 2,
    terms: { time: { pace: { type: "game", seconds: 6, plus: 0 }, up: "lost" }, rated: true },
    private: true,
  });
  await guest.goes(path);
  await guest.page.getByTestId("options").getByText("Classée").waitFor();
  await sits(guest, path, 1);
  // Nobody but people, each on one seat.
  expect(await host.page.getByRole("button", { name: /bot/i }).count()).toBe(0);
  await host.page.getByTestId("seat-1").getByText("1500?").waitFor();
  await shows(host, "rated-gathering");
  await starts(host);
  await host.page.getByTestId("seat-0").getByTestId("rating").waitFor();
  // Where nobody ever moves there is nothing to rate: one action after terms, two who sit down, and the start.
  await playsOn(host, path.split("/").at(-1) ?? "", 4);
  await host.page.getByTestId("outcome").getByText("Your time is up.").waitFor();
  const change = (person: Person, sign: RegExp) =>
    person.page.getByTestId("outcome").getByTestId("rating").filter({ hasText: sign });
  await change(host, /\?−\d+/).waitFor();
  await change(host, /\?\+\d+/).waitFor();
  await host.findsThePageAccessible();
  await shows(host, "rated-ended");
  await shows(guest, "rated-ended-phone");
  for (const [person, words] of [
    [host, "My ratings"],
    [guest, "Mes classements"],
  ] as const) {
    await person.goes("/me");
    await person.page.getByRole("heading", { name: words }).waitFor();
    await person.page.getByTestId("rating-pyramids").waitFor();
    await person.findsThePageAccessible();
    await person.findsNothingCutOff();
    await shows(person, `rated-me-${person === host ? "desk" : "phone"}`);
    await person.goes("/ratings/pyramids");
    await person.page.getByTestId("bots").waitFor();
    await person.findsThePageAccessible();
    await person.findsNothingCutOff();
    await shows(person, `ratings-${person === host ? "desk" : "phone"}`);
  }
  await host.goes("/ratings/quicksand");
  await host.page.getByText("No team has won a level yet.").waitFor();
});

test("two who look for somebody are called to one table, and whoever gives up has lost", async () => {
  const ada = await tonight.guest("Ada", { language: "en" });
  const zoe = await tonight.guest("Zoé", { language: "fr", phone: true });
  await ada.goes("/");
  // A button a game.
  await ada.page.getByRole("button", { name: /^Find me somebody ?, Pyramids$/ }).click();
  const dialog = ada.page.getByRole("dialog");
  await dialog.getByText("Quadri", { exact: true }).click();
  await dialog.getByText("yes", { exact: true }).click();
  await ada.findsThePageAccessible();
  await shows(ada, "seek-desk");
  await dialog.getByRole("button", { name: "Look for somebody" }).click();
  await ada.page.getByTestId("seeking").waitFor();
  // Meanwhile one looks around.
  await ada.page.getByRole("link", { name: "Ratings" }).click();
  await ada.page.getByTestId("seeking").getByText("Nobody else waits yet").waitFor();
  await ada.findsThePageAccessible();
  await shows(ada, "seeking-desk");

  await zoe.goes("/");
  await shows(zoe, "home-phone");
  await zoe.page.getByRole("button", { name: "Trouvez-moi quelqu’un", exact: true }).click();
  await shows(zoe, "seek-phone");
  await zoe.findsNothingCutOff();
  const choice = zoe.page.getByRole("dialog");
  await choice.getByText("Quicksand", { exact: true }).click();
  await choice.getByText("Pyramides", { exact: true }).click();
  await choice.getByRole("button", { name: "Chercher quelqu’un" }).click();
  for (const person of [ada, zoe]) {
    await person.page.waitForURL(/\/table\//);
    await person.page.getByTestId("clock-0").waitFor();
  }
  expect(new URL(ada.page.url()).pathname).toBe(new URL(zoe.page.url()).pathname);
  expect(await ada.page.getByTestId("seeking").count()).toBe(0);

  await ada.page.getByRole("button", { name: "Leave your seat" }).click();
  await ada.page.getByText("This game is rated: whoever leaves has lost it.").waitFor();
  await ada.page.getByRole("button", { name: "Give up" }).click();
  await zoe.page.getByText("Ada a abandonné.").first().waitFor();
  await shows(zoe, "gave-up-phone");
});
