/** Saving what is made on this device. */

/** Milliseconds in which the browser has taken over a file. */
const SOON = 60_000;

/** Save a file. */
export function download(file: File): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), SOON);
}
