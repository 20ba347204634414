import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { precache } from "./precache.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The first screen, with all that it imports. */
const FIRST = /src\/(app|board\/element)\.tsx?$/;
/** What is needed as soon as the first screen stands: one file, for many small ones are larger. */
const SOON =
  /src\/(screens\/(home\/(?!screen)|page)|parts\/(copy|dialog|choices|game-sheet|second-name|sentence|step-button)|net\/(?!account|studies)|state\/(seats|files|own-event)|game\/(naming|terms|channel))/;

/** The core's face, with what is said of its answers: one file, for the analysis waits for it. */
const CORE =
  /src\/(core\/|study\/(engine|best-line)|text\/sentences|generated\/(offline|records)\.json)/;

/** Lots, and tossing with them. */
const LOTS = /src\/game\/(lots|tossing)\.ts/;

/** An account, with the passkeys' part: for those who want one. */
const ACCOUNT = /src\/(screens|net)\/account|@simplewebauthn/;

/** What one is told of: among what is kept of an account. */
const NOTIFICATIONS = /src\/screens\/notifications\//;

/** What is asked and said of events, on the first screen as on their own. */
const EVENTS = /src\/(net\/events|screens\/events\/said)/;

/** The pages about rules, which share most of what they need. */
const RULES = /src\/screens\/(rules|house)\//;

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [precache(here("public"))],
  build: {
    outDir: "../src/crownhead/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: here("index.html"), sw: here("src/worker/service.ts") },
      output: {
        // The first screen names every other: short names, as they hardly compress.
        entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash:7].js"),
        // The analysis holds the core's face, which games of this device have in a worker.
        chunkFileNames: ({ facadeModuleId = "" }) =>
          `assets/${/\/screens\/(analysis|events|moderation)\//.exec(facadeModuleId ?? "")?.[1] ?? "[name]"}-[hash:7].js`,
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: {
          groups: [
            { name: "first", test: FIRST, priority: 2 },
            { name: "soon", test: SOON, priority: 1 },
            { name: "rules", test: RULES },
            { name: "account", test: ACCOUNT },
            { name: "notifications", test: NOTIFICATIONS },
            { name: "lots", test: LOTS },
            { name: "events", test: EVENTS },
            { name: "engine", test: CORE },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  test: {
    environment: "node",
    include: ["tests/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/setup.ts"],
    // No test judges the speed of the machine; one that hangs is ended.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
