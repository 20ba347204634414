// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import { renew } from "../../src/worker/renew";

const reload = vi.fn<() => void>();
let now = 1_000_000;

function around(page: string | Error): Parameters<typeof renew>[0] {
  const fetchPage = (): Promise<string> =>
    page instanceof Error ? Promise.reject(page) : Promise.resolve(page);
  return { fetched: fetchPage, reload, now: () => now };
}

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  const script = document.createElement("script");
  script.type = "text/plain";
  script.setAttribute("src", "/assets/index-old.js");
  document.head.replaceChildren(script);
});

it("loads a version that was deployed meanwhile, once", async () => {
  expect(await renew(around('<script src="/assets/index-new.js">'))).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
  now += 1000;
  expect(await renew(around('<script src="/assets/index-new.js">'))).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
  now += 60_000;
  expect(await renew(around('<script src="/assets/index-newer.js">'))).toBe(true);
});

it("stays where the version is the same, or nobody answers", async () => {
  expect(await renew(around('<script src="/assets/index-old.js">'))).toBe(false);
  expect(await renew(around(new Error("away")))).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
