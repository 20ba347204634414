/**
 * JSON in the browser's storage, which may be forbidden, full, or filled by somebody else: then
 * everything still works, until the page is left.
 */

/** Where the steps of courses that were done are stored. */
export const STEPS_DONE = "crownhead.courses";

/** For good, or until the page's tab is closed. */
export type Lasting = "device" | "tab";

// Where storage is forbidden, naming it throws already.
function storage(lasting: Lasting): Storage {
  return lasting === "device" ? localStorage : sessionStorage;
}

function readStored(name: string, lasting: Lasting): unknown {
  try {
    return JSON.parse(storage(lasting).getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Return the record stored under a name; empty where there is none. Its values are unchecked. */
export function storedRecord(name: string, lasting: Lasting = "device"): Record<string, unknown> {
  const found = readStored(name, lasting);
  const fits = typeof found === "object" && found !== null && !Array.isArray(found);
  return fits ? (found as Record<string, unknown>) : {};
}

/** Return the list stored under a name; empty where there is none. Its entries are unchecked. */
export function storedList(name: string, lasting: Lasting = "device"): unknown[] {
  const found = readStored(name, lasting);
  return Array.isArray(found) ? found : [];
}

/** Store a value under a name; return whether there was room for it. */
export function store(name: string, value: unknown, lasting: Lasting = "device"): boolean {
  try {
    storage(lasting).setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
