/** An invitation: its terms first, and a seat at the table for whoever accepts them. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { lettersOf } from "../board/position";
import { termsOf } from "../game/terms";
import { gameName } from "../game/game-name";
import { gameOfView, geometryOf } from "../game/variants";
import type { Offer } from "../generated/messages";
import { server } from "../net/server";
import { CodeForm } from "../parts/code-form";
import { Icon } from "../parts/icon";
import { NameField } from "../parts/name-field";
import { Thumbnail } from "../parts/thumbnail";
import { href, replace, type Route } from "../state/route";
import { t } from "../text/language";
import { playerName } from "../text/names";
import { sentenceOf } from "./home/begin";
import { Page } from "./page";

export function JoinScreen({ route }: { readonly route: Route }): JSX.Element {
  const code = route.screen === "join" ? route.code : "";
  const [problem, setProblem] = useState("");
  const [offer, setOffer] = useState<Offer | null>(null);
  useEffect(() => {
    setProblem("");
    setOffer(null);
    if (!code) return undefined;
    let wanted = true;
    server.invited(code).then(
      ({ offer: found, yours }) => {
        if (!wanted) return;
        if (yours) replace("g", found.game);
        else setOffer(found);
      },
      (error: unknown) => wanted && setProblem(sentenceOf(error)),
    );
    return () => void (wanted = false);
  }, [code]);
  const accept = async (): Promise<void> => {
    try {
      replace("g", (await server.join(code)).game);
    } catch (error) {
      setOffer(null);
      setProblem(sentenceOf(error));
    }
  };
  return (
    <Page title={t("web.join")}>
      {offer ? (
        <Terms offer={offer} accept={accept} />
      ) : (
        <section class="panel">
          <p role="status">{problem || t(code ? "web.join.wait" : "web.join.type")}</p>
          {(problem || !code) && <CodeForm tried={code} />}
          {problem && (
            <a class="button main" href={href()}>
              {t("web.home")}
            </a>
          )}
        </section>
      )}
    </Page>
  );
}

interface TermsProps {
  readonly offer: Offer;
  readonly accept: () => Promise<void>;
}

/** Who invites, to what game, and on what terms. */
function Terms({ offer, accept }: TermsProps): JSX.Element {
  const [busy, setBusy] = useState(false);
  const game = gameOfView(offer.variant, offer.house);
  const letters = offer.start ? lettersOf(offer.start, geometryOf(game)) : game.start;
  return (
    <section class="panel invitation">
      <header>
        <Thumbnail game={game} letters={letters} />
        <span class="what">
          <small>{t("web.join.from", { name: playerName(offer.name) })}</small>
          <strong>{gameName(game)}</strong>
        </span>
      </header>
      <ul class="agreed">
        {termsOf(offer).map((line) => (
          <li key={line}>
            <Icon name="check" />
            {line}
          </li>
        ))}
      </ul>
      <NameField />
      <button
        type="button"
        class="main big"
        disabled={busy}
        onClick={() => {
          setBusy(true);
          void accept().finally(() => setBusy(false));
        }}
      >
        {t("web.join.accept")}
      </button>
      <a class="button" href={href()}>
        {t("web.join.decline")}
      </a>
    </section>
  );
}
