/** What moderators see and decide at the server. */

import type {
  AccountSummary,
  FairPlayLine,
  OneSidedPair,
  ReportedTalk,
  Ruling,
} from "../generated/messages";
import { linesFrom } from "./lines";
import { request } from "./server";

export const moderation = {
  reports: (): Promise<readonly ReportedTalk[]> => request("GET", "/api/reports"),
  decide: (report: number, ruling: Ruling): Promise<null> =>
    request("POST", `/api/reports/${report}`, ruling),
  pairs: (): Promise<readonly OneSidedPair[]> => request("GET", "/api/accounts/pairs"),
  find: (name: string): Promise<readonly AccountSummary[]> =>
    request("GET", `/api/accounts?name=${encodeURIComponent(name)}`),
  endSessions: (player: string): Promise<null> =>
    request("DELETE", `/api/accounts/${player}/sessions`),
  evidence: (
    player: string,
    signal: AbortSignal,
  ): AsyncGenerator<FairPlayLine | { readonly t: "refused"; readonly sentence: string }> =>
    linesFrom(`/api/accounts/${player}/evidence`, {}, signal, document.documentElement.lang),
};
