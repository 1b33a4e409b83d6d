import { defineConfig } from "vitest/config";

/** Browser tests: real people's clicks in a real Chromium against the real program. */
export default defineConfig({
  test: {
    include: ["tests/browser/**/*.test.ts"],
    environment: "node",
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // On a machine shared with others a browser may be starved for seconds; what fails again and again is broken.
    retry: process.env.CI ? 2 : 0,
    // Two cores: a browser and a server fill them.
    fileParallelism: false,
    reporters: ["verbose"],
  },
});
