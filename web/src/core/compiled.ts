/** The core for browsers, as the server has it. */

import { CORE } from "../generated/core-name";

const USUAL_WAIT = 2;

/** Fetch and compile the core; where it is still being made, wait until it is there. */
export async function compiledCore(): Promise<WebAssembly.Module> {
  for (;;) {
    const answer = await fetch(CORE);
    // Not streamed: a server of static files may not know what WebAssembly is called.
    if (answer.ok) return WebAssembly.compile(await answer.arrayBuffer());
    const wait = answer.headers.get("retry-after");
    if (answer.status !== 503 || wait === null) throw new Error(`${CORE}: ${answer.status}`);
    await new Promise((resolve) => setTimeout(resolve, 1000 * (Number(wait) || USUAL_WAIT)));
  }
}
