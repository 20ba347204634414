/** Files of the client that are needed rarely, fetched once. */

const fetched = new Map<string, Promise<unknown>>();

export function file<T>(address: string): Promise<T> {
  let found = fetched.get(address);
  if (!found) {
    found = fetch(address).then((answer) => answer.json() as Promise<unknown>);
    found.catch(() => fetched.delete(address));
    fetched.set(address, found);
  }
  return found as Promise<T>;
}
