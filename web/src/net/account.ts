/** The account at the server: made, signed in to, kept and given up. */

import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
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

/** Milliseconds after which a challenge that nobody answered is asked for anew: it lasts longer. */
const RENEWED = 4 * 60_000;

/**
 * Have the browser offer passkeys where a name is filled in, until the returned function is called;
 * nothing is offered where it cannot.
 */
export function offerKeys(entered: (signed: SignedIn) => void): () => void {
  let wanted = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const offer = async (): Promise<void> => {
    if (!(await browserSupportsWebAuthnAutofill()) || !wanted) return;
    const { options } = await request<KeyOptions>("POST", `${HERE}/sign-in/options`);
    if (!wanted) return;
    timer = setTimeout(() => void offer().catch(forgive), RENEWED);
    const passkey = await startAuthentication({
      optionsJSON: options as never,
      useBrowserAutofill: true,
    });
    if (wanted) entered(await request("POST", `${HERE}/sign-in/passkey`, { passkey }));
  };
  const forgive = (): void => {
    // Nobody has chosen one, or something else is asked of the keys now: the form is still there.
  };
  offer().catch(forgive);
  return () => {
    wanted = false;
    clearTimeout(timer);
    WebAuthnAbortService.cancelCeremony();
  };
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
