/** Bad input at every door a person can reach: each gets a clear sentence in their language, and harms nobody. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { evening } from "./evening";
import type { Person } from "./people";

const tonight = evening();

/** Text that would do something if it were taken for more than text. */
const SCRIPT = `<img src=x onerror=alert(1)><script>alert(2)</script>`;

/** What their pages were made to say by somebody's script. */
function alarms({ page }: Person): string[] {
  const heard: string[] = [];
  page.on("dialog", (dialog) => {
    heard.push(dialog.message());
    void dialog.dismiss();
  });
  return heard;
}

async function writesTheirName(page: Page, name: string) {
  // Typing cannot make some of these; pasting can.
  await page.getByLabel(/^(Your name|Votre nom)$/).evaluate((field, text) => {
    (field as HTMLInputElement).value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, name);
  await page.getByRole("button", { name: /^(Save|Enregistrer)$/ }).click();
}

test("strange names are refused with a sentence, and what looks like a page stays a name", async () => {
  const person = await tonight.person({ language: "fr", phone: true });
  const heard = alarms(person);
  const { page } = person;
  await person.goes("/");
  await page.getByRole("button", { name: "Choisir un nom" }).click();
  for (const name of ["a\u202Eb", "a\u0007b", "\u200Fnom", "x".repeat(10_000)]) {
    await writesTheirName(page, name);
    const refusal = page.getByRole("dialog").getByRole("alert");
    await refusal.waitFor();
    expect((await refusal.textContent())?.length).toBeGreaterThan(10);
    await person.findsNothingCutOff();
  }
  await writesTheirName(page, "<b>Zoé</b> 👩‍🚀");
  await page.getByRole("button", { name: "<b>Zoé</b> 👩‍🚀" }).waitFor();
  expect([heard, person.complaints]).toEqual([[], []]);
});

test("talk is text, whatever it looks like, and what would disturb it is refused", async () => {
  const [ada, bea] = await Promise.all([tonight.person(), tonight.person({ language: "fr", phone: true })]);
  await ada.isCalled("Ada");
  const heard = [alarms(ada), alarms(bea)];
  const opened = await ada.context.request.post("/api/tables", {
    data: { game: "pyramids", bots: "learner" },
  });
  const { id } = (await opened.json()) as { id: string };
  await Promise.all([ada.goes(`/table/${id}`), bea.goes(`/table/${id}`)]);
  const talk = ada.page.getByRole("textbox", { name: "Say something" });
  for (const line of [SCRIPT, "שלום 👋 سلام"]) {
    await talk.fill(line);
    await talk.press("Enter");
    await ada.page.getByRole("list", { name: "Talk" }).getByText(line).waitFor();
  }
  // Marks that would turn the direction of what others write are refused, with a sentence.
  await talk.fill("a\u202Eb");
  await talk.press("Enter");
  await ada.page
    .getByText(/characters/)
    .first()
    .waitFor();
  await bea.page.getByRole("button", { name: /^(Discussion|Paroles|Parler)/ }).click();
  await bea.page.getByRole("listitem").getByText(SCRIPT).waitFor();
  await bea.findsNothingCutOff();
  expect(heard).toEqual([[], []]);
  expect([...ada.complaints, ...bea.complaints]).toEqual([]);
});

test("addresses that lead nowhere say so, and the way home works", async () => {
  const person = await tonight.person({ language: "fr" });
  const nowhere = ["/nothing/at/all", "/table/nosuchtable1", "/table/%00", "/table/%E0%A4%A", "/rules/chess"];
  for (const path of nowhere) {
    await person.goes(path);
    await person.page
      .getByText(/Il n’y a rien ici|Cette table n’est plus là|Il n’y a pas/)
      .first()
      .waitFor();
  }
  await person.goes("/rules/pyramids#%E0%A4%A");
  await person.page.locator("#P-10").waitFor();
  await person.goes("/nothing");
  await person.page
    .getByRole("link", { name: /accueil|étagère/i })
    .first()
    .click();
  await person.page.getByTestId("box-pyramids").waitFor();
  expect(person.complaints).toEqual([]);
});

test("a forged cookie makes a new guest, who is told so, and everything works for them", async () => {
  const person = await tonight.person();
  await person.isCalled("Ada");
  const cookies = await person.context.cookies();
  await person.context.clearCookies();
  await person.context.addCookies(
    cookies.map((cookie) => ({ ...cookie, value: `${cookie.value.slice(0, -4)}AAAA` })),
  );
  await person.goes("/");
  await person.page.getByRole("button", { name: "Choose a name" }).waitFor();
  const told = person.page.getByTestId("mistaken");
  await told.getByRole("link", { name: "enter it under My games" }).click();
  await person.page.waitForURL("**/me");
  await told.getByRole("button").click();
  await told.waitFor({ state: "detached" });
  await person.goes("/");
  await person.page.getByTestId("box-pyramids").waitFor();
  expect(person.complaints).toEqual([]);
});
