import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// While developing the client, `npm run dev` talks to a server started by hand (`quintette serve`).
const server = process.env["QUINTETTE_SERVER"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "dist", target: "es2022", assetsInlineLimit: 2048 },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/unit/**/*.test.ts", "src/**/*.test.ts"], environment: "node" },
});
