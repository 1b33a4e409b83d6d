import { BaseSequencer, type TestSpecification } from "vitest/node";
import { defineConfig } from "vitest/config";
import { Retries } from "./tests/retries";

/** Sand and clocks run as long as they run: while one file waits for them, another one works. */
class WaitingBesideWork extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification) => /quicksand|tournaments/.test(moduleId);
    const [waiting, working] = [sorted.filter(waits), sorted.filter((file) => !waits(file))];
    return [
      ...working.flatMap((file, i) => [...waiting.slice(i, i + 1), file]),
      ...waiting.slice(working.length),
    ];
  }
}

/** Browser tests: real people's clicks in a real Chromium against the real program. */
export default defineConfig({
  test: {
    include: ["tests/browser/**/*.test.ts"],
    environment: "node",
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // On a machine shared with others a browser may be starved for seconds; what fails again and again is broken. What was
    // tried more than once is named at the end.
    retry: process.env.CI ? 2 : 0,
    // Each file has a house of its own; files that follow one another in a worker share its browser. Two fill two cores.
    maxWorkers: 2,
    isolate: false,
    sequence: { sequencer: WaitingBesideWork },
    reporters: ["verbose", new Retries()],
  },
});
