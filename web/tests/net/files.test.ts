import { afterEach, expect, test, vi } from "vitest";
import { file } from "../../src/state/files";

afterEach(() => vi.unstubAllGlobals());

function answerWith(...answers: Response[]) {
  const asked = vi.fn<() => Promise<Response>>(() => Promise.resolve(answers.shift()!));
  vi.stubGlobal("fetch", asked);
  return asked;
}

test("a file is fetched once", async () => {
  const asked = answerWith(Response.json({ a: 1 }));
  expect(await file("/once.json")).toEqual({ a: 1 });
  expect(await file("/once.json")).toEqual({ a: 1 });
  expect(asked).toHaveBeenCalledTimes(1);
});

test("what a server answers in place of a file is not taken for it, and it is asked for again", async () => {
  answerWith(Response.json({ error: "gone" }, { status: 404 }), Response.json([2]));
  await expect(file("/late.json")).rejects.toThrow("/late.json: 404");
  expect(await file("/late.json")).toEqual([2]);
});
