/** The module of an npm package, named by `--mode`; build_backend/npm_packages.py puts it together. */

import { defineConfig } from "vite";

const MODULES: Readonly<Record<string, readonly [entry: string, file: string]>> = {
  core: ["packages/core/index.ts", "index.js"],
  board: ["src/board/index.ts", "draughts-board.js"],
};

export default defineConfig(({ mode }) => {
  const [entry, file] = MODULES[mode]!;
  return {
    publicDir: false,
    build: {
      target: "es2022",
      lib: { entry, formats: ["es"], fileName: () => file },
    },
  };
});
