/** The real core, for tests in Node. */

import { readFileSync } from "node:fs";
import { Core } from "../../src/core/core";

const file = new URL("../../src/generated/core.wasm", import.meta.url);

export async function openCore(): Promise<Core> {
  return Core.open(await WebAssembly.compile(readFileSync(file)));
}
