/** Checking that lots were drawn fairly: the commitment computed again from what was revealed. */

import type { Lot } from "../generated/messages";

/** The commitment to a revealed seed, or "" where the browser cannot compute it. */
export async function commitmentOf(lot: Lot): Promise<string> {
  if (!globalThis.crypto?.subtle) return "";
  const lines = ["crownhead draw 1", ...lot.header, `lots ${lot.lots}`, `seed ${lot.seed}`];
  const text = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
