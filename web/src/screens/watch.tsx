/** The games that people play now, to be watched. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { timeName } from "../game/times";
import { gameName } from "../game/game-name";
import { gameOfView } from "../game/variants";
import type { Running } from "../generated/messages";
import { server } from "../net/server";
import { Choices } from "../parts/choices";
import { Thumbnail } from "../parts/thumbnail";
import { href } from "../state/route";
import { t } from "../text/language";
import { playerName } from "../text/names";
import { sentenceOf } from "./home/begin";
import { Page } from "./page";

/** Milliseconds after which the games are asked for again. */
const AGAIN = 5000;

export function WatchScreen(): JSX.Element {
  const [games, setGames] = useState<readonly Running[] | null>(null);
  const [problem, setProblem] = useState("");
  const [order, setOrder] = useState<"newest" | "strongest">("newest");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted = true;
    const ask = async (): Promise<void> => {
      if (document.visibilityState === "visible") {
        try {
          const found = await server.running(order);
          if (wanted) setGames(found);
          setProblem("");
        } catch (error) {
          setProblem(sentenceOf(error));
        }
      }
      if (wanted) timer = setTimeout(() => void ask(), AGAIN);
    };
    void ask();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [order]);
  return (
    <Page title={t("web.watch")} up={href("lobby")}>
      <section class="panel">
        <Choices
          legend={t("web.watch.order")}
          value={order}
          options={[
            ["newest", t("web.watch.newest")],
            ["strongest", t("web.watch.strongest")],
          ]}
          change={setOrder}
        />
        <ul class="list games">
          {(games ?? []).map((game) => (
            <li key={game.game}>
              <Game running={game} />
            </li>
          ))}
        </ul>
        <p role="status" class={problem ? "bad" : "quiet"}>
          {problem || (games?.length === 0 ? t("web.watch.none") : "")}
        </p>
        {games?.length === 0 && (
          <a class="button" href={href("lobby")}>
            {t("web.lobby.quick")}
          </a>
        )}
      </section>
    </Page>
  );
}

function Game({ running }: { readonly running: Running }): JSX.Element {
  const { players, board, ply, time, strength } = running;
  const game = gameOfView(running.variant, running.house);
  const [white, black] = [players.white, players.black].map((each) => playerName(each?.name ?? ""));
  const n = Math.ceil(ply / 2);
  const parts = [gameName(game), time && timeName(time), t("count.moves", { n })];
  if (strength) parts.push(t("web.watch.strength", { points: strength }));
  return (
    <a href={href("g", running.game)}>
      <Thumbnail game={game} letters={board} />
      <span class="what">
        <strong>{`${white} – ${black}`}</strong>
        <small>{parts.filter(Boolean).join(" · ")}</small>
      </span>
    </a>
  );
}
