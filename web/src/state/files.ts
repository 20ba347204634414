/** Files of the client that are needed rarely, fetched once. */

const fetched = new Map<string, Promise<unknown>>();

/** What a JSON file says; fails where it cannot be fetched, and is asked for anew the next time. */
export function file<T>(address: string): Promise<T> {
  let found = fetched.get(address);
  if (!found) {
    found = read(address);
    found.catch(() => fetched.delete(address));
    fetched.set(address, found);
  }
  return found as Promise<T>;
}

async function read(address: string): Promise<unknown> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}
