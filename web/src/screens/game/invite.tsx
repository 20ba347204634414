/** The invitation while the second seat is free: link, code, and a picture of the link. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../parts/icon";
import { Later } from "../../parts/later";
import { friends } from "../../net/friends";
import { server } from "../../net/server";
import { go, href } from "../../state/route";
import { t } from "../../text/language";
import { copy } from "../../parts/copy";
import { QrCode } from "../../parts/qr";
import { preferences } from "../../state/preferences";
import { seeking } from "../../state/seeking";
import { playerName } from "../../text/names";

const whileWaiting = () => import("../../parts/seeking").then((file) => file.WhileWaiting);

interface Props {
  readonly game: string;
  readonly code: string | null;
}

export function Invite({ game, code }: Props): JSX.Element {
  const [copied, setCopied] = useState(false);
  const leave = (): void => {
    if (seeking.peek()?.game === game) seeking.value = null;
    void server.withdraw(game).finally(() => go());
  };
  const challenged = useChallenged(game, code);
  const link = code ? `${location.origin}${location.pathname}${href("j", code)}` : "";
  return (
    <section class="invite">
      <h2>{titleOf(code, challenged)}</h2>
      {challenged && <p class="quiet">{t("web.invite.challenged.note")}</p>}
      {code && (
        <>
          <QrCode text={link} label={t("web.invite.qr")} />
          <p class="code">
            {t("web.invite.code")} <strong>{code}</strong>
          </p>
          <div class="answers">
            <button
              type="button"
              class="main"
              onClick={() => void share(link).then((shared) => setCopied(shared))}
            >
              <Icon name={copied ? "check" : "share"} />
              {t(copied ? "web.invite.copied" : "web.invite.share")}
            </button>
          </div>
          <input
            class="link"
            type="text"
            readOnly
            value={link}
            aria-label={t("web.invite.link")}
            onFocus={(event) => event.currentTarget.select()}
          />
        </>
      )}
      {!code && <p>{t("web.invite.as", { name: playerName(preferences.name.value) })}</p>}
      {!code && <Later load={whileWaiting} props={{ game }} />}
      <button type="button" class={code ? "plain" : ""} onClick={leave}>
        {t(code ? "web.invite.withdraw" : "web.invite.stop")}
      </button>
    </section>
  );
}

function titleOf(code: string | null, challenged: string): string {
  if (challenged) return t("web.invite.challenged", { name: playerName(challenged) });
  return t(code ? "web.invite.title" : "web.invite.lobby");
}

/** Who is called to this game by his name; empty where it waits for whoever has the link. */
function useChallenged(game: string, code: string | null): string {
  const [name, setName] = useState("");
  useEffect(() => {
    if (!code || !preferences.account.peek()) return;
    friends.challenges().then(
      ({ sent }) => setName(sent.find(({ offer }) => offer.game === game)?.name ?? ""),
      () => {
        // The link is there all the same.
      },
    );
  }, [game, code]);
  return name;
}

/** Share where the device can, else copy. */
async function share(link: string): Promise<boolean> {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    try {
      await navigator.share({ url: link, title: "crownhead" });
      return true;
    } catch {
      return false;
    }
  }
  return copy(link);
}
