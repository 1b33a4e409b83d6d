/** Accounts: a guest adds a passkey, signs in elsewhere, loses a device; company; and the keeper. */
import { expect, test } from "vitest";
import { evening } from "./evening";
import { opensTable } from "./line";
import { shows, type Habits, type Person } from "./people";
import { opensTalk, says, sits } from "./together";

const tonight = evening();

const EYES: [string, Habits][] = [
  ["on a desktop, in English", { language: "en" }],
  ["on a phone, in French, at night", { language: "fr", phone: true, dark: true }],
];

const button = ({ page }: Person, name: RegExp | string) => page.getByRole("button", { name });

async function addsPasskey(person: Person): Promise<void> {
  await person.goes("/me");
  await button(person, /^(Add a passkey|Ajouter une clé d’accès)$/).click();
  await person.page.getByTestId("device").waitFor();
}

test.each(EYES)(
  "a guest gets an account, signs in elsewhere, and loses the first device: %s",
  async (_, habits) => {
    const fr = habits.language === "fr";
    const name = fr ? "Zoé" : "Inès";
    const [first, laptop] = await tonight.withDevice(name, habits);
    const table = await opensTable(first, { game: "pyramids", private: true });
    await first.goes("/me");
    await first.page.getByTestId("account").waitFor();
    await first.findsThePageAccessible();
    await addsPasskey(first);
    expect(await first.page.getByTestId("device").textContent()).toMatch(
      fr ? /ce navigateur/ : /this browser/,
    );
    await first.page
      .getByText(fr ? /n’est qu’à vous/ : /is yours alone/)
      .first()
      .waitFor();
    await first.findsThePageAccessible();
    await first.findsNothingCutOff();
    await shows(first, `account-${habits.language}`);

    // Somebody else may not be called so, nor nearly so.
    const [second, phone] = await tonight.withDevice("", habits);
    const taken = await second.context.request.post("/api/me", { data: { name: name.toUpperCase() } });
    expect(taken.status()).toBe(409);

    await second.goes("/me");
    // They change their mind: nothing happens, and it is said.
    await button(second, /^(Sign in with a passkey|Se connecter avec une clé d’accès)$/).click();
    await second.page.getByRole("alert").waitFor();
    await phone.follows(laptop);
    await button(second, /^(Sign in with a passkey|Se connecter avec une clé d’accès)$/).click();
    const row = second.page.getByTestId("my-game");
    await expect.poll(() => row.getByRole("link").getAttribute("href")).toBe(`/table/${table}`);
    await second.page.getByTestId("device").waitFor();

    // A device of its own, then the first is lost.
    await phone.isReplaced();
    await button(second, /^(Add another device|Ajouter un autre appareil)$/).click();
    await expect.poll(() => second.page.getByTestId("device").count()).toBe(2);
    const own = second.page.getByTestId("device").nth(1);
    await own.getByRole("button", { name: /^(Rename|Renommer)/ }).click();
    await second.page.getByRole("textbox", { name: /device|appareil/ }).fill("Pocket");
    await button(second, /^(Save|Enregistrer)$/).click();
    await second.page.getByText("Pocket").first().waitFor();
    const lost = second.page.getByTestId("device").nth(0);
    await lost.getByRole("button", { name: /^(Remove|Retirer)/ }).click();
    await second.findsThePageAccessible();
    await shows(second, `device-lost-${habits.language}`);
    await second.page
      .getByRole("dialog")
      .getByRole("button", { name: /^(Remove|Retirer)$/ })
      .click();
    await expect.poll(() => second.page.getByTestId("device").count()).toBe(1);
    await first.page.reload();
    await first.page.getByTestId("mistaken").waitFor();
    expect(await first.page.getByTestId("my-game").count()).toBe(0);
    await second.page.reload();
    await expect.poll(() => row.count()).toBe(1);
    await second.fitsTheSmallestPhone(second.page.getByTestId("device"));
    expect([...first.complaints, ...second.complaints]).toEqual([]);
  },
);

test("where browsers allow no passkeys the page says so, and the code is there", async () => {
  const person = await tonight.guest("Noé", { language: "en" });
  await person.goes("/me");
  await person.page.getByText("At this address browsers do not let passkeys be used").waitFor();
  expect(await button(person, "Add a passkey").count()).toBe(0);
  await button(person, "Make a recovery code").waitFor();
});

test.each(EYES)("the keeper silences somebody whose talk was reported: %s", async (_, habits) => {
  const fr = habits.language === "fr";
  const [keeper, rude] = fr ? ["Garde", "Malpoli"] : ["Keeper", "Rude"];
  const [host] = await tonight.withDevice(keeper, habits);
  await addsPasskey(host);
  expect(tonight.house.people("keeper", keeper)).toMatch(/keeps the house/);
  const guest = await tonight.guest(rude, { language: "en" });
  const path = `/table/${await opensTable(host, { game: "pyramids" })}`;
  await host.goes(path);
  await sits(guest, path, 1);
  await says(guest.page, "You all play like stones");
  await opensTalk(host.page);
  await host.page.getByText("You all play like stones", { exact: true }).waitFor();
  await host.page.getByRole("button", { name: rude, exact: true }).click();
  await shows(host, `line-${habits.language}`);
  await button(host, /^(Report to the keeper|Signaler au gardien)$/).click();
  await host.page.getByText(/^(The keeper will look at it|Le gardien va regarder)/).waitFor();

  await host.goes("/keeper");
  const report = host.page.getByTestId("report");
  await report.getByText("You all play like stones").waitFor();
  await host.findsThePageAccessible();
  await host.findsNothingCutOff();
  await report.getByRole("button", { name: /^(Silence|Faire taire)/ }).click();
  await host.page.getByRole("dialog").getByRole("combobox").selectOption("120");
  await host.findsThePageAccessible();
  await host.page
    .getByRole("dialog")
    .getByRole("button", { name: /^(Silence|Faire taire)$/ })
    .click();
  await report.getByText(/silent until|silence jusqu’au/).waitFor();
  await shows(host, `keeper-${habits.language}`);
  await says(guest.page, "And you too");
  await guest.page
    .getByTestId("notice")
    .getByText(/The keeper of this house has silenced you/)
    .waitFor();

  await report.getByRole("button", { name: /^(Looked at|C’est vu)$/ }).click();
  await report.waitFor({ state: "detached" });
  await host.page
    .getByTestId("log")
    .getByText(fr ? /a fait taire Malpoli/ : /silenced Rude/)
    .waitFor();
  expect(tonight.house.people("lift", rude)).toMatch(/may talk again/);
  await says(guest.page, "Sorry");
  await guest.page.getByText("Sorry", { exact: true }).waitFor();
  await host.fitsTheSmallestPhone(host.page.getByTestId("log"));
  expect([...host.complaints, ...guest.complaints]).toEqual([]);
});

test.each(EYES)("the keeper removes a tournament whose title nobody should read: %s", async (_, habits) => {
  const fr = habits.language === "fr";
  const [keeper, rude] = fr ? ["Gardienne", "Grossier"] : ["Warden", "Coarse"];
  const title = fr ? "Tous des cailloux" : "All of you are stones";
  const [host] = await tonight.withDevice(keeper, habits);
  await addsPasskey(host);
  expect(tonight.house.people("keeper", keeper)).toMatch(/keeps the house/);
  const guest = await tonight.guest(rude, { language: "en" });
  const terms = { time: { pace: { type: "game", seconds: 60, plus: 0 }, up: "lost" }, rated: false };
  const made = await guest.context.request.post("/api/tournaments", {
    data: { name: title, game: "pyramids", terms, format: { type: "swiss", rounds: 3 } },
  });
  expect(made.status()).toBe(201);
  const { id } = (await made.json()) as { id: string };

  await host.goes("/keeper");
  const listed = host.page.getByTestId("tournaments").getByRole("listitem").filter({ hasText: title });
  await listed.getByText(rude).waitFor();
  await shows(host, `keeper-tournaments-${habits.language}`);
  await listed.getByRole("button", { name: /^(Remove|Supprimer)/ }).click();
  const dialog = host.page.getByRole("dialog");
  await dialog.getByText(/(The games that were played stay|Les parties jouées restent)/).waitFor();
  await host.findsThePageAccessible();
  await shows(host, `keeper-tournament-remove-${habits.language}`);
  await dialog.getByRole("button", { name: /^(Remove|Supprimer)$/ }).click();
  await listed.waitFor({ state: "detached" });
  await host.page
    .getByTestId("log")
    .getByText(fr ? /a supprimé un tournoi de Grossier/ : /removed a tournament of Coarse/)
    .waitFor();
  await host.findsThePageAccessible();
  await host.findsNothingCutOff();
  await guest.goes(`/tournaments/${id}`);
  await guest.page.getByRole("heading", { name: /no such tournament/i }).waitFor();
  expect(host.complaints).toEqual([]);
});

test.each(EYES)("people find, follow, invite and block each other: %s", async (_, habits) => {
  const fr = habits.language === "fr";
  const [one, two] = fr ? ["Léa", "Hugo"] : ["Lea", "Hugh"];
  const [ada] = await tonight.withDevice(one, habits);
  const [bob] = await tonight.withDevice(two, habits);
  await addsPasskey(ada);
  await addsPasskey(bob);
  await ada.page.reload();
  await ada.page.getByTestId("company").getByRole("textbox").fill(two);
  await button(ada, /^(Look up|Chercher)$/).click();
  await ada.page.getByTestId("profile").getByText(two).waitFor();
  await button(ada, /^(Follow|Suivre)$/).click();
  await button(ada, /^(Follow no more|Ne plus suivre)$/).waitFor();
  await ada.findsThePageAccessible();
  await ada.findsNothingCutOff();
  await shows(ada, `profile-${habits.language}`);

  const table = await opensTable(ada, { game: "pyramids", private: true });
  await ada.goes(`/table/${table}`);
  await ada.page.getByText(/^(Invite somebody by name|Inviter quelqu’un par son nom)$/).click();
  await ada.page.getByRole("combobox", { name: /^(Name|Nom)$/ }).fill(two);
  await button(ada, /^(Invite|Inviter)$/).click();
  await ada.page.getByText(fr ? `Invitation envoyée à ${two}.` : `${two} is invited.`).waitFor();
  await ada.findsNothingCutOff();
  await shows(ada, `invite-${habits.language}`);

  await bob.goes("/");
  await bob.page.getByTestId("invitation").getByText(one).waitFor();
  await bob.findsThePageAccessible();
  await bob.findsNothingCutOff();
  await shows(bob, `invited-${habits.language}`);
  await bob.page.getByTestId("invitation").getByRole("link").click();
  await bob.page.waitForURL(`**/table/${table}`);
  await says(ada.page, "Hello there");
  await opensTalk(bob.page);
  await bob.page.getByText("Hello there", { exact: true }).waitFor();
  await bob.page.getByRole("button", { name: one, exact: true }).click();
  await bob.page.getByRole("button", { name: new RegExp(`^(Block|Bloquer) ${one}`) }).click();
  await bob.page.getByText("Hello there", { exact: true }).waitFor({ state: "detached" });
  await bob.page.reload();
  await opensTalk(bob.page);
  await expect.poll(() => bob.page.getByText("Hello there", { exact: true }).count()).toBe(0);
  await bob.goes("/me");
  await bob.page
    .getByTestId("company")
    .getByRole("button", { name: /^(Unblock|Débloquer)/ })
    .click();
  await expect
    .poll(() =>
      bob.page
        .getByTestId("company")
        .getByRole("button", { name: /^(Unblock|Débloquer)/ })
        .count(),
    )
    .toBe(0);
  expect([...ada.complaints, ...bob.complaints]).toEqual([]);
});

test("what is known of me comes as one file", async () => {
  const [person] = await tonight.withDevice("Ada", { language: "en" });
  await opensTable(person, { game: "pyramids", private: true });
  await addsPasskey(person);
  const [download] = await Promise.all([
    person.page.waitForEvent("download"),
    person.page.getByRole("link", { name: "Download my data" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("quintette.json");
});
