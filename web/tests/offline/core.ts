/** The real core, for tests in Node. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Core } from "../../src/core/core";

const file = join(import.meta.dirname, "../../src/generated/core.wasm");

export async function openCore(): Promise<Core> {
  return Core.open(await WebAssembly.compile(readFileSync(file)));
}
