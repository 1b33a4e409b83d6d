import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// While developing the client, `npm run dev` talks to a server started by hand (`quintette serve`).
const server = process.env["QUINTETTE_SERVER"] ?? "http://127.0.0.1:8080";
const WORKER = "sw.js";

/** Writes the list of all built files, and a version that changes with them, into the service worker. */
function listFiles(): Plugin {
  return {
    name: "list-files",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const worker = bundle[WORKER];
        if (worker?.type !== "chunk") return;
        const built = Object.keys(bundle).filter((name) => name !== WORKER);
        const files = [...new Set([...built, ...readdirSync("public"), "index.html"])]
          .sort()
          .map((name) => `/${name}`);
        const page = bundle["index.html"];
        const version = createHash("sha256")
          .update(files.join("\n"))
          .update(page?.type === "asset" ? page.source : "")
          .digest("hex")
          .slice(0, 12);
        worker.code = worker.code
          .replace("__FILES__", JSON.stringify(files).replaceAll('"', '\\"'))
          .replace("__VERSION__", version);
      },
    },
  };
}

export default defineConfig({
  plugins: [svelte(), listFiles()],
  build: {
    outDir: "dist",
    target: "es2022",
    assetsInlineLimit: 2048,
    rolldownOptions: {
      input: { index: "index.html", sw: "src/offline/service-worker.ts" },
      output: {
        entryFileNames: ({ name }) => (name === "sw" ? WORKER : "assets/[name]-[hash].js"),
      },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/unit/**/*.test.ts", "src/**/*.test.ts"], environment: "node" },
});
