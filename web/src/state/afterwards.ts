/** Where somebody wanted to be who had to have an account first: he is led back there. */

const KEY = "crownhead.afterwards";

/** Remember the screen that is left for the account's, as its address has it. */
export function rememberScreen(): void {
  try {
    sessionStorage.setItem(KEY, location.hash);
  } catch {
    // Without storage one stays at the account.
  }
}

/** Go to the screen that was remembered, where there is one; only once. */
export function returnToScreen(): void {
  try {
    const screen = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (screen?.startsWith("#/")) history.replaceState(null, "", screen);
  } catch {
    // As above.
  }
}
