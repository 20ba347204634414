/** The board alone: one file for any page, and beside it the example that uses it. */

import { defineConfig } from "vite";

export default defineConfig({
  publicDir: "example",
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    lib: { entry: "src/board/index.ts", formats: ["es"], fileName: () => "draughts-board.js" },
  },
});
