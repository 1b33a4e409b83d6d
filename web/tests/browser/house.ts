/** The real program on a database of its own, which can be killed at any moment and opened again. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export const PROGRAM =
  process.env.QUINTETTE ?? new URL("../../../target/debug/quintette", import.meta.url).pathname;

export class House {
  readonly address: string;
  private readonly folder = mkdtempSync(join(tmpdir(), "quintette-"));
  private child: ChildProcess | null = null;

  private constructor(
    private readonly port: number,
    private readonly habits: string[],
  ) {
    this.address = `http://127.0.0.1:${port}`;
  }

  /** Opens a house of its own, with these options more, in which PORT is its port; bots do not make people wait. */
  static async open(...habits: string[]): Promise<House> {
    const port = await freePort();
    const house = new House(
      port,
      habits.map((habit) => habit.replace("PORT", String(port))),
    );
    await house.start();
    return house;
  }

  async start(): Promise<void> {
    const args = ["serve", "--listen", `127.0.0.1:${this.port}`, "--bot-pause", "0", ...this.habits];
    const database = join(this.folder, "house.sqlite");
    const child = spawn(PROGRAM, [...args, "--database", database], { stdio: ["ignore", "pipe", "inherit"] });
    this.child = child;
    await new Promise<void>((open, failed) => {
      child.once("error", failed);
      child.once("exit", (code) => failed(new Error(`quintette serve ended (${code})`)));
      createInterface({ input: child.stdout! }).once("line", () => open());
    });
  }

  /** The same house by a name instead of a number: where passkeys work. */
  get named(): string {
    return this.address.replace("127.0.0.1", "localhost");
  }

  /** Does something about its people, on its machine. */
  people(...args: string[]): string {
    const database = join(this.folder, "house.sqlite");
    return execFileSync(PROGRAM, ["people", ...args, "--database", database], { encoding: "utf8" });
  }

  /** As a power cut would: no chance to tidy up. */
  async kill(): Promise<void> {
    const child = this.child;
    if (!child) return;
    this.child = null;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await gone;
  }

  /** It hangs: lines are accepted, and nobody answers. */
  freeze(): void {
    this.child?.kill("SIGSTOP");
  }

  thaw(): void {
    this.child?.kill("SIGCONT");
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });
}
