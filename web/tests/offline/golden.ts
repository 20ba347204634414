/** What web/generating/golden.py wrote: random games as the server's tables show them. */

import { readFileSync } from "node:fs";
import type { Act, NewGame, View } from "../../src/generated/messages";
import type { Side } from "../../src/offline/rules";

export interface Step {
  readonly act?: Act;
  readonly at?: number;
  readonly verdict?: readonly [Side, boolean, number];
  readonly asked?: string;
  readonly why?: Readonly<Record<string, unknown>> | null;
  readonly failed?: readonly [string, string];
  readonly refused?: Readonly<Record<string, unknown>>;
  readonly changed?: Partial<View>;
  readonly entries?: readonly Readonly<Record<string, unknown>>[];
}

export interface GoldenGame {
  readonly wish: NewGame;
  readonly lang: "de" | "en";
  readonly began: number;
  readonly steps: readonly Step[];
  readonly record: Readonly<Record<string, unknown>>;
}

export interface Golden {
  readonly numbers: readonly { readonly record: unknown; readonly numbers: readonly number[] }[];
  readonly games: readonly GoldenGame[];
  readonly explanations: readonly {
    readonly variant: unknown;
    readonly fen: string;
    readonly asked: readonly (readonly [
      string,
      Readonly<Record<string, unknown>> | string | null,
    ])[];
  }[];
}

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../src/generated/${path}`, import.meta.url), "utf8"));

export const golden = read("golden.json") as Golden;

export function entriesOf(language: string): Record<string, string | Record<string, string>> {
  const [shown, own] = [`${language}.json`, `offline-${language}.json`].map((name) =>
    read(`locales/${name}`),
  ) as [object, object];
  return { ...shown, ...own } as Record<string, string | Record<string, string>>;
}
