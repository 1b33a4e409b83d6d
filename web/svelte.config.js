import { readFileSync } from "node:fs";
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

/** Where the layout changes, by name, for styles and scripts alike: `@media (--narrow)`. */
const BREAKPOINTS = JSON.parse(readFileSync(new URL("src/breakpoints.json", import.meta.url), "utf8"));

const named = {
  style({ content, filename }) {
    const code = content.replace(/\((--[a-z]+)\)/g, (whole, name, at) => {
      // Only in a media query: `var(--gold)` looks alike.
      if (!/@media[^{;]*$/.test(content.slice(0, at))) return whole;
      if (!BREAKPOINTS[name]) throw new Error(`${filename}: there is no breakpoint ${name}`);
      return BREAKPOINTS[name];
    });
    return { code };
  },
};

export default { preprocess: [named, vitePreprocess()] };
