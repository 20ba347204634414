/** Where the compiled core comes from: a file beside this module, unless another one is named. */

/** A module, its bytes, or an address; none: the file of the package. */
export type Source = WebAssembly.Module | ArrayBuffer | Uint8Array<ArrayBuffer> | URL | string;

// Named by a variable, so that no bundler looks for it where there is no Node.
const FILES = "node:fs/promises";

/** Compile the core, from a file in Node and over the network elsewhere; throws what they throw. */
export async function load(source?: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return WebAssembly.compile(source);
  }
  const own = new URL(/* @vite-ignore */ "./core.wasm", import.meta.url);
  const url = source === undefined ? own : new URL(source, import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ FILES)) as {
      readFile(url: URL): Promise<Uint8Array<ArrayBuffer>>;
    };
    return WebAssembly.compile(await readFile(url));
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.href}: status ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}
