import { createHash } from "node:crypto";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin, Rolldown } from "vite";
import { defineConfig } from "vitest/config";

// While developing the client, `npm run dev` talks to a server started by hand (`quintette serve`).
const server = process.env["QUINTETTE_SERVER"] ?? "http://127.0.0.1:8080";
const WORKER = "sw.js";

/**
 * Gives the build a name that changes with any of its files, and writes it where it is asked for: `build.txt` for the server,
 * the page itself, and the service worker with the list of all files.
 */
function nameTheBuild(): Plugin {
  return {
    name: "name-the-build",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const hash = createHash("sha256");
        for (const name of Object.keys(bundle).sort()) {
          const file = bundle[name];
          if (file) hash.update(name).update(file.type === "chunk" ? file.code : file.source);
        }
        const kept = readdirSync("public").sort();
        for (const name of kept) hash.update(name).update(readFileSync(join("public", name)));
        const version = hash.digest("hex").slice(0, 12);

        const page = bundle["index.html"];
        if (page?.type === "asset")
          page.source = String(page.source)
            .replace(`name="build" content=""`, `name="build" content="${version}"`)
            .replace(`{"__PARTS__":[]}`, JSON.stringify(partsOfPages(bundle)))
            .replace("</title>", `</title>${fontsFirst(bundle)}`);
        const worker = bundle[WORKER];
        if (worker?.type === "chunk") {
          const built = Object.keys(bundle).filter((name) => name !== WORKER);
          const files = [...new Set([...built, ...kept, "index.html"])].sort().map((name) => `/${name}`);
          worker.code = worker.code
            .replace("__FILES__", JSON.stringify(files).replaceAll('"', '\\"'))
            .replace("__VERSION__", version);
        }
        this.emitFile({ type: "asset", fileName: "build.txt", source: `${version}\n` });
      },
    },
  };
}

/**
 * Packs what is text as well as it can be, once and for all: the server has no need to know how, and carries it only so. The page
 * itself stays, because the server puts into it what each person is told first.
 */
function packTheBuild(): Plugin {
  return {
    name: "pack-the-build",
    apply: "build",
    writeBundle({ dir = "dist" }) {
      for (const file of readdirSync(dir, { recursive: true, encoding: "utf8" }))
        if (/\.(js|css|html|svg|json|webmanifest)$/.test(file)) {
          const path = join(dir, file);
          const text = readFileSync(path);
          writeFileSync(`${path}.br`, brotliCompressSync(text));
          writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
          if (!file.endsWith(".html")) rmSync(path);
        }
    },
  };
}

/** Fonts are known only once the style sheet is read; a page that asks for them at once does not change its letters. */
function fontsFirst(bundle: Rolldown.OutputBundle): string {
  const fonts = Object.keys(bundle).filter((name) => name.endsWith(".woff2"));
  const link = (name: string) =>
    `\n    <link rel="preload" href="/${name}" as="font" type="font/woff2" crossorigin />`;
  return fonts.map(link).join("");
}

/** What each page loads besides the first script, by the first word of its path, and what each game does. */
function partsOfPages(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const PAGES = { table: "Table", replay: "Replay", rules: "Rules", me: "Me", learn: "Lesson" };
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const known = new Set(chunks.find((chunk) => chunk.isEntry && chunk.name === "index")?.imports);
  const needs = (name: string, found: Set<string>): Set<string> => {
    if (found.has(name) || known.has(name)) return found;
    found.add(name);
    for (const next of chunks.find((chunk) => chunk.fileName === name)?.imports ?? []) needs(next, found);
    return found;
  };
  const index = chunks.find((chunk) => chunk.isEntry && chunk.name === "index");
  const sheetsOf = (name: string) => [
    ...(chunks.find((chunk) => chunk.fileName === name)?.viteMetadata?.importedCss ?? []),
  ];
  const partsOf = (chunk: Rolldown.OutputChunk | undefined) =>
    [...(chunk ? needs(chunk.fileName, new Set()) : [])]
      .filter((name) => name !== index?.fileName)
      .flatMap((name) => [name, ...sheetsOf(name)])
      .map((name) => `/${name}`);
  const pages = Object.entries(PAGES).map(([path, page]) => [
    path,
    partsOf(chunks.find((chunk) => chunk.facadeModuleId?.endsWith(`/pages/${page}.svelte`))),
  ]);
  const games = chunks.flatMap((chunk) => {
    const name = /\/src\/(games\/[^/]+)\/index\.ts$/.exec(chunk.facadeModuleId ?? "")?.[1];
    return name ? [[name, partsOf(chunk)]] : [];
  });
  return Object.fromEntries([...pages, ...games]);
}

export default defineConfig({
  plugins: [svelte(), nameTheBuild(), packTheBuild()],
  build: {
    outDir: "dist",
    target: "es2022",
    assetsInlineLimit: 2048,
    rolldownOptions: {
      input: { index: "index.html", sw: "src/offline/service-worker.ts" },
      output: {
        entryFileNames: ({ name }) => (name === "sw" ? WORKER : "assets/[name]-[hash].js"),
        // What several parts share comes in two files instead of twenty: each of them would be a journey of its own.
        codeSplitting: {
          groups: [
            {
              name: "common",
              test: /\/node_modules\/svelte\/|\/src\/(art|lib)\/|\/src\/games\/[^/]+\.ts/,
              priority: 1,
            },
            { name: "stage", test: /\/src\/frame\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/unit/**/*.test.ts", "src/**/*.test.ts"], environment: "node" },
});
