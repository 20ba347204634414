/** Files of a game: how they are called, and those that are made on this device. */

import { shownName } from "../../game/naming";
import type { Session } from "../../game/session";
import type { FileKind } from "../../game/source";
import { download } from "../../parts/download";
import { plainText } from "../../text/names";

/** `2026-11-22-white-black.pdn`: the day, and who plays. */
export function fileName(session: Session, kind: FileKind | "png" | "gif"): string {
  const { white, black } = session.view.value!.players;
  const day = new Date(session.source.now()).toISOString().slice(0, 10);
  const names = [white, black].map((player) =>
    plainText(shownName(player))
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, ""),
  );
  return `${[day, ...names].filter(Boolean).join("-")}.${kind}`;
}

/** Save a file that is made on this device. */
export async function save(
  session: Session,
  made: () => Promise<string>,
  name: string,
): Promise<void> {
  try {
    const type = name.endsWith("svg") ? "image/svg+xml" : "text/plain";
    download(new File([await made()], name, { type }));
  } catch (error) {
    const sentence = error instanceof Error ? error.message : "";
    session.notice.value = {
      kind: "refused",
      said: { sentence, rule: "", squares: [], moves: [] },
    };
  }
}

/** Give a file to the sheet by which a phone shares; elsewhere it is saved. */
export async function hand(file: File): Promise<void> {
  const given = { files: [file] };
  if (!matchMedia("(pointer: coarse)").matches || !navigator.canShare?.(given)) {
    download(file);
    return;
  }
  try {
    await navigator.share(given);
  } catch (error) {
    // Somebody who thinks better of it wants no file either.
    if (!(error instanceof DOMException && error.name === "AbortError")) download(file);
  }
}
