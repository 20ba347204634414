/** The account at the server: made, signed in to, kept and given up. */

import { startAuthentication, startRegistration } from "@simplewebauthn/browser";
import type {
  Account,
  AccountMade,
  AccountShown,
  Codes,
  KeyOptions,
  Pass,
  PassOwner,
  SignedIn,
  TokenMade,
} from "../generated/messages";
import { request } from "./server";

const HERE = "/api/account";

/** What is asked of the browser's own keys; thrown where the person does not confirm. */
export class NotConfirmed extends Error {}

/** Whether this browser has passkeys at all. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === "function";
}

/** Have a new passkey made for a name. */
async function madeKey(name: string): Promise<unknown> {
  const { options } = await request<KeyOptions>("POST", `${HERE}/passkeys/options`, { name });
  return confirmed(startRegistration({ optionsJSON: options as never }));
}

/** Have a passkey of this account, or of any, sign what the server asks. */
async function signedKey(): Promise<unknown> {
  const { options } = await request<KeyOptions>("POST", `${HERE}/sign-in/options`);
  return confirmed(startAuthentication({ optionsJSON: options as never }));
}

async function confirmed<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw new NotConfirmed(error instanceof Error ? error.message : String(error));
  }
}

export const account = {
  shown: (): Promise<AccountShown> => request("GET", HERE),
  make: (name: string, password: string): Promise<AccountMade> =>
    request("POST", HERE, { name, password }),
  makeWithKey: async (name: string): Promise<AccountMade> =>
    request("POST", HERE, { name, passkey: await madeKey(name) }),
  signIn: (name: string, password: string): Promise<SignedIn> =>
    request("POST", `${HERE}/sign-in`, { name, password }),
  signInByKey: async (): Promise<SignedIn> =>
    request("POST", `${HERE}/sign-in/passkey`, { passkey: await signedKey() }),
  newPass: (): Promise<Pass> => request("POST", `${HERE}/pass`),
  ownerOf: (code: string): Promise<PassOwner> =>
    request("GET", `${HERE}/pass/${encodeURIComponent(code)}`),
  signInByPass: (code: string): Promise<SignedIn> =>
    request("POST", `${HERE}/sign-in/pass`, { code }),
  recover: (name: string, code: string, password: string): Promise<SignedIn> =>
    request("POST", `${HERE}/recover`, { name, code, password }),
  signOut: (): Promise<null> => request("POST", `${HERE}/sign-out`),
  prove: (password: string): Promise<Account> => request("POST", `${HERE}/proof`, { password }),
  proveByKey: async (): Promise<Account> =>
    request("POST", `${HERE}/proof/passkey`, { passkey: await signedKey() }),
  rename: (name: string): Promise<Account> => request("POST", `${HERE}/name`, { name }),
  setPassword: (password: string): Promise<Account> =>
    request("POST", `${HERE}/password`, { password }),
  renewCodes: (): Promise<Codes> => request("POST", `${HERE}/codes`),
  addKey: async (account: string, name: string): Promise<Account> =>
    request("POST", `${HERE}/passkeys`, { passkey: await madeKey(account), name }),
  removeKey: (id: string): Promise<Account> =>
    request("DELETE", `${HERE}/passkeys/${encodeURIComponent(id)}`),
  makeBot: (): Promise<Account> => request("POST", `${HERE}/bot`),
  addToken: (name: string, scope: "read" | "play"): Promise<TokenMade> =>
    request("POST", `${HERE}/tokens`, { name, scope }),
  removeToken: (id: string): Promise<Account> => request("DELETE", `${HERE}/tokens/${id}`),
  endSession: (id: string): Promise<Account> => request("DELETE", `${HERE}/sessions/${id}`),
  endOthers: (): Promise<Account> => request("DELETE", `${HERE}/sessions`),
  delete: (): Promise<null> => request("DELETE", HERE),
};
