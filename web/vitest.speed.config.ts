import { defineConfig } from "vitest/config";

/** What a person feels, measured: `cargo xtask bench` prints it. */
export default defineConfig({
  test: {
    include: ["tests/speed/**/*.speed.ts"],
    environment: "node",
    testTimeout: 120_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    reporters: ["default"],
    disableConsoleIntercept: true,
  },
});
