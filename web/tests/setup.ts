/** No test asks the network for anything; texts come from the generated files where they matter. */

import { vi } from "vitest";

if (typeof window !== "undefined") {
  vi.stubGlobal("fetch", () => Promise.resolve({ json: () => Promise.resolve({}) }));
}
