import { BaseSequencer, type TestSpecification } from "vitest/node";
import { defineConfig } from "vitest/config";
import { Retries } from "./tests/retries";

/** Sand runs as long as it runs: everything else is done meanwhile. */
class SandFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = ({ moduleId }: TestSpecification) => Number(moduleId.includes("quicksand"));
    return (await super.sort(files)).toSorted((a, b) => waits(b) - waits(a));
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
    sequence: { sequencer: SandFirst },
    reporters: ["verbose", new Retries()],
  },
});
