/** A test that was tried again is not silent: at the end the run says which, and how often. */
import type { Reporter, TestCase } from "vitest/node";

export class Retries implements Reporter {
  readonly #again: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const retries = test.diagnostic()?.retryCount ?? 0;
    if (retries > 0)
      this.#again.push(`${test.module.relativeModuleId} > ${test.fullName} (${retries + 1} tries)`);
  }

  onTestRunEnd(): void {
    if (this.#again.length === 0) return;
    console.log(
      `\nTried more than once, ${this.#again.length}:\n${this.#again.map((one) => `  ${one}`).join("\n")}`,
    );
  }
}
