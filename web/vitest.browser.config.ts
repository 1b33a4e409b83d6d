import { availableParallelism } from "node:os";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { defineConfig } from "vitest/config";
import { Retries } from "./tests/retries";

/** What lasts longest, or waits for clocks and sand, in this order: nobody is left waiting for it at the end. */
const LONG = [
  "tournaments",
  "notices",
  "access",
  "lessons",
  "pyramids",
  "keyboard",
  "quintazone",
  "quicksand",
  "thin-ice",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // As long as they were the last time, where there was one.
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) =>
      (LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`)) + LONG.length + 1) % (LONG.length + 1);
    return sorted.toSorted((one, other) => place(one) - place(other));
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
    // Each file has a house of its own; files that follow one another in a worker share its browser. Most of the time they wait for
    // each other, for sand and for clocks: six fill two cores.
    maxWorkers: 3 * availableParallelism(),
    expect: { poll: { timeout: 10_000 } },
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: ["verbose", new Retries()],
  },
});
