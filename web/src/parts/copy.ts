/** Copying to the clipboard. */

/** Copy a text, and say whether that was possible. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
