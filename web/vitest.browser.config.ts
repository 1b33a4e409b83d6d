import { availableParallelism } from "node:os";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { defineConfig } from "vitest/config";
import { Retries } from "./tests/retries";

/** What lasts longest begins first: nobody is left waiting for it. Where no run before this one says so, that is sand and clocks. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification) => /quicksand\.|tournaments|notices/.test(moduleId);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
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
    // Each file has a house of its own; files that follow one another in a worker share its browser. Half of the time they wait for
    // each other, for sand and for clocks: four fill two cores.
    maxWorkers: 2 * availableParallelism(),
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: ["verbose", new Retries()],
  },
});
