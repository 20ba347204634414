/** A page whose parts are gone because another version was deployed loads that one by itself. */

const STORE = "crownhead.renewed";
/** Milliseconds in which a page is not loaded anew twice: it would not help. */
const ENOUGH = 30_000;

interface Around {
  readonly fetched: (address: string) => Promise<string>;
  readonly reload: () => void;
  readonly now: () => number;
}

const BROWSER: Around = {
  // Not the address that the service worker answers out of its store.
  fetched: async (address) => {
    const answer = await fetch(address, { cache: "no-store" });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.text();
  },
  reload: () => location.reload(),
  now: () => Date.now(),
};

/** Load the page anew if the server has another version than this; say whether it does. */
export async function renew(around: Around = BROWSER): Promise<boolean> {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>("script[src]")];
  const own = scripts.map((script) => script.getAttribute("src") ?? "");
  if (around.now() - before() < ENOUGH) return false;
  try {
    const page = await around.fetched("/?fresh");
    if (own.every((address) => page.includes(address))) return false;
  } catch {
    return false; // the server cannot be reached, which is told where the part is missing
  }
  try {
    sessionStorage.setItem(STORE, String(around.now()));
  } catch {
    return false; // without a memory it could go on for ever
  }
  around.reload();
  return true;
}

function before(): number {
  try {
    return Number(sessionStorage.getItem(STORE) ?? 0);
  } catch {
    return 0;
  }
}

/** Hear of parts that could not be loaded, wherever they were asked for. */
export function renewing(): void {
  addEventListener("vite:preloadError", () => void renew());
}
