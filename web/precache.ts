/** A step of the build: tell the service worker which files there are. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { CORE } from "./src/generated/core-name.ts";

/** Files that only other programs ask for, and those that the device keeps once they are wanted. */
const LEFT_OUT =
  /^(sw\.js|.*\.map|icon-.*|screenshot-.*|assets\/puzzles-.*\.json|.*\.(weights|endgame|book))$/;

export function precache(publicFolder: string): Plugin {
  return {
    name: "precache",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") return;
      const hash = createHash("sha256");
      const files = new Set<string>();
      for (const [name, file] of Object.entries(bundle)) {
        if (LEFT_OUT.test(name)) continue;
        files.add(`/${name}`);
        hash.update(name).update(file.type === "chunk" ? file.code : file.source);
      }
      for (const name of readdirSync(publicFolder)) {
        if (LEFT_OUT.test(name)) continue;
        files.add(`/${name}`);
        hash.update(name).update(readFileSync(`${publicFolder}/${name}`));
      }
      // Compiled on its own; its name says from what.
      files.add(CORE);
      hash.update(CORE);
      files.add("/index.html");
      const list = JSON.stringify(JSON.stringify([...files].sort())).slice(1, -1);
      worker.code = worker.code
        .replace("__FILES__", () => list)
        .replace("__VERSION__", hash.digest("hex").slice(0, 16));
    },
  };
}
