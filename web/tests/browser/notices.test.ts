/** Games by the day: two people who are never there at once, each called by a push message and by mail. */
import { expect, test } from "vitest";
import { eveningWithWorkers } from "./evening";
import { opensTable } from "./line";
import { shows, type Habits, type Person } from "./people";
import { MailServer, PushService, Worker } from "./post";
import { plays, sits, starts } from "./together";

const service = await PushService.open();
const mails = await MailServer.open();
const tonight = eveningWithWorkers(
  ...["--push-to", service.origin, "--tell-after", "1", "--public", "http://localhost:PORT"],
  ...["--mail", mails.url, "--mail-from", "Quintette <table@example.org>"],
);

/** Where nobody was called before: one who tries once more is not told what came the last time. */
let tries = 0;
const line = (name: string) => `${name.toLowerCase()}-${tries}`;
const mailOf = (name: string) => `${line(name)}@example.org`;

const button = ({ page }: Person, name: RegExp) => page.getByTestId("notices").getByRole("button", { name });

/** Somebody who wants to be called on this device and by mail, at any hour. */
async function reached(name: string, habits: Habits): Promise<Person> {
  const [person] = await tonight.withDevice(name, habits);
  const fr = habits.language === "fr";
  await service.serves(person, line(name));
  await person.goes("/me");
  const settings = person.page.getByTestId("notices");
  await settings.waitFor();
  await person.findsThePageAccessible();
  // Its worker shows what comes; it is there a moment after the page.
  await person.page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await button(person, /^(Call me on this device|Me prévenir sur cet appareil)$/).click();
  await settings.getByText(fr ? "Cet appareil est prévenu." : "This device is called.").waitFor();

  const address = mailOf(name);
  await settings.getByRole("textbox", { name: fr ? "Adresse" : "Address" }).fill(address);
  await button(person, /^(Send a code|Envoyer un code)$/).click();
  const asked = await mails.next(address, () => true);
  const [code] = /\d{6}/.exec(asked.subject) ?? [];
  expect(asked.text).toContain(code);
  expect(asked.text).toContain(fr ? "tapez ce code" : "type this code");
  await settings.getByRole("textbox", { name: "Code" }).fill("000000");
  await button(person, /^(Confirm|Confirmer)$/).click();
  await settings.getByRole("alert").waitFor();
  await settings.getByRole("textbox", { name: "Code" }).fill(code ?? "");
  await button(person, /^(Confirm|Confirmer)$/).click();
  await settings.getByText(address).waitFor();
  await settings.getByRole("checkbox", { name: /^(Leave me in peace|Me laisser tranquille)$/ }).uncheck();
  await settings.getByRole("combobox").first().waitFor({ state: "detached" });
  await person.findsThePageAccessible();
  await person.findsNothingCutOff();
  await shows(person, `notices-${habits.language}`);

  await button(person, /^(Send me one to try|M’en envoyer une pour essayer)$/).click();
  await service.next(line(name), ({ title }) => title === (fr ? "Ça marche" : "It works"));
  await mails.next(address, ({ subject }) => subject === (fr ? "Ça marche" : "It works"));
  return person;
}

test("a game by the day is played by two people who are never there at once", async () => {
  tries += 1;
  const ada = await reached("Ada", { language: "en" });
  const bob = await reached("Bob", { language: "fr", phone: true, dark: true });
  const table = await opensTable(ada, {
    game: "pyramids",
    seats: 2,
    terms: { time: { pace: { type: "turn", seconds: 50 }, up: "lost" } },
    private: true,
  });
  const path = `/table/${table}`;
  await sits(bob, path, 1);
  await bob.goes("/rules");
  await ada.goes(path);
  await starts(ada);
  await ada.page.getByTestId("clock-0").waitFor();
  await ada.goes("/rules");

  /** Called by push and by mail; what the worker shows is closed when the table is opened. */
  async function comesAndPlays(person: Person, other: string): Promise<void> {
    const [name, fr] = person === ada ? ["Ada", false] : ["Bob", true];
    const turn = fr ? "À vous de jouer\u202f: Pyramides" : "Your turn: Pyramids";
    const called = await service.next(line(name), ({ title }) => title === turn);
    expect(called.body).toContain(other);
    expect([called.path, called.tag]).toEqual([path, `table-${table}`]);
    const mail = await mails.next(mailOf(name), ({ subject }) => subject === turn);
    expect(mail.text).toContain(`${tonight.house.named}${path}`);
    expect(mail.head).toMatch(/^List-Unsubscribe: <http:\/\/localhost:\d+\/api\/mail\/[0-9a-f]+\/stop>$/m);

    const worker = await Worker.of(person.page);
    await worker.gets(called);
    await expect.poll(() => worker.shown()).toEqual([called.title]);
    await person.goes(called.path ?? "");
    await expect.poll(() => worker.shown()).toEqual([]);
    await plays(person, path, "S@");
    await plays(person, path, "A+90");
    await person.goes("/rules");
    // On their other devices it is closed as well.
    const gone = await service.next(line(name), (message) => message.gone !== undefined);
    expect(gone.gone).toContain(called.tag);
  }
  await comesAndPlays(ada, "Bob");
  await comesAndPlays(bob, "Ada");
  await comesAndPlays(ada, "Bob");

  // Bob is called, reminded, and loses on time; both are told the end.
  // On a slow machine he was reminded in his last turn, too.
  const called = await service.next(line("Bob"), ({ title }) => title === "À vous de jouer\u202f: Pyramides");
  const worker = await Worker.of(bob.page);
  await worker.gets(called);
  await expect.poll(() => worker.shown()).toHaveLength(1);
  await worker.gets({ ...called, text: JSON.stringify({ gone: [called.tag] }) });
  await expect.poll(() => worker.shown()).toEqual([]);
  const isReminder = /^Plus que 1\s?minute\u202f: Pyramides$/;
  const reminded = await service.next(line("Bob"), ({ title }) => isReminder.test(title ?? ""));
  expect(reminded.tag).toBe(called.tag);
  const end = await service.next(line("Ada"), ({ title }) => title === "The end: Pyramids");
  await service.next(line("Bob"), ({ title }) => title === "C’est fini\u202f: Pyramides");
  await mails.next(mailOf("Ada"), ({ subject }) => subject === end.title);
  await ada.goes(end.path ?? "");
  await ada.page.getByTestId("outcome").waitFor();

  // From a mail: no more of them. Looking at the page ends nothing.
  const last = await mails.next(mailOf("Bob"), ({ subject }) => subject.startsWith("C’est fini"));
  const [stop] = /http:\/\/localhost:\d+\/stop\/[0-9a-f]+/.exec(last.text) ?? [];
  await bob.goes(stop ?? "");
  await bob.findsThePageAccessible();
  await bob.findsNothingCutOff();
  await bob.page.getByRole("button", { name: "Arrêter le courrier" }).click();
  await bob.page.getByText("Plus aucun courrier ne viendra.").waitFor();
  await bob.goes("/me");
  await bob.page.getByTestId("notices").getByRole("textbox", { name: "Adresse" }).waitFor();
  await bob.page.getByTestId("notices").getByRole("button", { name: "Ne plus me prévenir ici" }).click();
  await bob.page.getByText("Cet appareil n’est pas prévenu.").waitFor();
  expect(service.came.left(({ to }) => to === "nobody")).toBe(0);
  expect([...ada.complaints, ...bob.complaints]).toEqual([]);
}, 240_000);

test.each([["en"], ["fr"]] as const)(
  "who sits at a table of days is asked once whether to be called: %s",
  async (language) => {
    const fr = language === "fr";
    const [person] = await tonight.withDevice(fr ? "Zoé" : "Inès", { language, phone: fr });
    const [other] = await tonight.withDevice(fr ? "Léa" : "Lea", { language });
    const table = await opensTable(person, {
      game: "pyramids",
      seats: 2,
      terms: { time: { pace: { type: "turn", seconds: 86_400 }, up: "lost" } },
    });
    await sits(other, `/table/${table}`, 1);
    await person.goes(`/table/${table}`);
    await starts(person);
    const offer = person.page.getByTestId("offer-notices");
    await offer.waitFor();
    await person.findsThePageAccessible();
    await person.findsNothingCutOff();
    await shows(person, `offer-${language}`);
    await offer.getByRole("link").click();
    await person.page.getByTestId("notices").waitFor();
    await person.goes(`/table/${table}`);
    await person.page.getByTestId("clock-0").waitFor();
    expect(await offer.count()).toBe(0);
    expect(person.complaints).toEqual([]);
  },
);
