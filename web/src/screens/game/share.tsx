/** The sheet that gives a game to others: its address, a picture, the whole game as a film. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Session } from "../../game/session";
import { copy } from "../../parts/copy";
import { Dialog } from "../../parts/dialog";
import { Icon } from "../../parts/icon";
import { Problem } from "../../parts/problem";
import type { Look } from "../../sharing/painting";
import { scheme, theme } from "../../state/looks";
import { t } from "../../text/language";
import { fileName, hand } from "./files";
import { caption, headline } from "./ending";

interface Props {
  readonly session: Session;
  readonly close: () => void;
}

type Kind = "png" | "gif";

export function Share({ session, close }: Props): JSX.Element {
  const [copied, setCopied] = useState(false);
  const [making, setMaking] = useState<Kind | null>(null);
  const [failed, setFailed] = useState(false);
  const [saved, setSaved] = useState(false);
  const tell = async (): Promise<void> => {
    const given = { url: location.href, title: "crownhead", text: headline(session) };
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share(given).catch(() => undefined);
    } else setCopied(await copy(location.href));
  };
  const give = (kind: Kind): void => {
    if (making) return;
    setMaking(kind);
    setFailed(false);
    setSaved(false);
    makeFile(session, kind)
      .then((blob) => hand(new File([blob], fileName(session, kind), { type: blob.type })))
      .then(() => setSaved(true))
      .catch(() => setFailed(true))
      .finally(() => setMaking(null));
  };
  const file = (kind: Kind, label: string): JSX.Element => (
    <li>
      {/* A button that is disabled would lose the focus, and the sheet its keys. */}
      <button type="button" aria-disabled={making !== null} onClick={() => give(kind)}>
        <Icon name="download" />
        {making === kind ? t("web.share.making") : label}
      </button>
    </li>
  );
  return (
    <Dialog title={t("web.share")} close={close}>
      <ul class="list">
        <li>
          <button type="button" onClick={() => void tell()}>
            <Icon name={copied ? "check" : "share"} />
            {t(copied ? "web.invite.copied" : "web.share.link")}
          </button>
        </li>
        {file("png", t("web.share.picture"))}
        {file("gif", t("web.share.film"))}
      </ul>
      <p role="status">{saved && t("web.share.saved")}</p>
      <Problem>{failed && t("web.share.failed")}</Problem>
    </Dialog>
  );
}

/** The position that is shown as a picture, or the game up to its present position as a film. */
async function makeFile(session: Session, kind: Kind): Promise<Blob> {
  const { filmOf, pictureOf, sceneOf } = await import("../../sharing/pictures");
  const plies = await session.source.history();
  const at = session.past.peek()?.at ?? plies.length - 1;
  const look: Look = {
    game: session.game.peek()!,
    below: session.below.peek(),
    theme: theme.peek(),
    dark: scheme.peek() === "dark",
    caption: caption(session.view.peek()!),
  };
  return kind === "png" ? pictureOf(sceneOf(plies[at]!), look) : filmOf(plies, look);
}
