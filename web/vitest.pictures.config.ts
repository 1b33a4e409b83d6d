import { defineConfig } from "vitest/config";

/** The pictures of the docs, taken from the running program: `cargo xtask pictures`. */
export default defineConfig({
  test: {
    include: ["tests/pictures/**/*.pictures.ts"],
    environment: "node",
    testTimeout: 300_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    reporters: ["verbose"],
  },
});
