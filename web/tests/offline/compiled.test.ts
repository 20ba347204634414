import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { CORE } from "../../src/generated/core-name";
import { compiledCore } from "../../src/core/compiled";

const bytes = readFileSync(new URL("../../src/generated/core.wasm", import.meta.url));

function answerWith(...answers: Response[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve(answers.shift());
  });
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("the core is asked for again while the server is still making it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const coming = (): Response =>
    new Response(null, { status: 503, headers: { "retry-after": "2" } });
  const asked = answerWith(coming(), coming(), new Response(new Uint8Array(bytes)));
  const compiled = compiledCore();
  await vi.advanceTimersByTimeAsync(2000);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await compiled).toBeInstanceOf(WebAssembly.Module);
  expect(asked).toEqual([CORE, CORE, CORE]);
});

test.each([404, 503])("a core that will not come is an error (%i)", async (status) => {
  answerWith(new Response(null, { status }));
  await expect(compiledCore()).rejects.toThrow(`${CORE}: ${status}`);
});
