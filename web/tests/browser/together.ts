/** What people do at a table of any game, for the tests of the table itself. */
import type { Page } from "playwright-core";
import { opensTable } from "./line";
import type { Person } from "./people";

export const seat = (page: Page, n: number) => page.getByTestId(`seat-${n}`);
export const questions = (page: Page) => page.getByTestId("questions");

/** Opens a table as the dialog would, and goes there. */
export async function opens(person: Person, table: Record<string, unknown>): Promise<string> {
  const path = `/table/${await opensTable(person, table)}`;
  await person.goes(path);
  return path;
}

export async function sits(person: Person, path: string, n: number): Promise<void> {
  await person.goes(path);
  await seat(person.page, n)
    .getByRole("button", { name: /Sit here|S’asseoir ici/ })
    .click();
  await seat(person.page, n)
    .getByRole("button", { name: /Stand up|Se lever/ })
    .waitFor();
}

export async function starts(person: Person): Promise<void> {
  await person.page.getByRole("button", { name: /Start the game|Commencer la partie/ }).click();
}

/** On a phone, talk is behind a tab. */
export async function opensTalk(page: Page): Promise<void> {
  const tab = page.getByRole("navigation").getByRole("button", { name: /^(Talk|Parler)/ });
  const line = page.getByRole("textbox", { name: /Say something|Dites quelque chose/ });
  await tab.or(line).first().waitFor();
  if ((await tab.isVisible()) && !(await line.isVisible())) await tab.click();
}

export async function says(page: Page, text: string): Promise<void> {
  await opensTalk(page);
  const line = page.getByRole("textbox", { name: /Say something|Dites quelque chose/ });
  await line.fill(text);
  await line.press("Enter");
}

/** Plays the first action that begins like this, once there is one, through a line of its own. */
export async function plays(person: Person, path: string, start: string): Promise<void> {
  await person.page.evaluate(
    ([path, start]) =>
      new Promise<void>((done) => {
        const table = `/api${path!.replace("table", "tables")}/live`;
        // A fresh line shows all that is offered; once something changes, another one does.
        const look = () => {
          const socket = new WebSocket(`${location.origin.replace("http", "ws")}${table}`);
          socket.onmessage = ({ data }) => {
            const { op, game } = JSON.parse(data as string);
            if (op === "frame" && !game) {
              socket.close();
              return look();
            }
            const [eyes] = game?.eyes ?? [];
            const action = eyes?.actions.find((action: string) => action.startsWith(start!));
            if (!action) return;
            socket.onmessage = ({ data }) => {
              if (JSON.parse(data as string).op !== "done") return;
              socket.close();
              done();
            };
            socket.send(JSON.stringify({ op: "play", id: 1, seat: eyes.seat, action }));
          };
        };
        look();
      }),
    [path, start],
  );
}
