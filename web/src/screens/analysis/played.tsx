/** What was played at the position: in the games of a file, of the server's bases, in one's own. */

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { RequestFailed } from "../../net/failed";
import { Problem } from "../../parts/problem";
import {
  bases,
  collectionsFor,
  type Collection,
  type Known,
  type PlayedMove,
  type Reaching,
} from "../../study/collections";
import { decimal } from "../../text/decimal";
import { haveRatings, type GameFilter } from "../../study/filtering";
import type { Study } from "../../study/study";
import type { Node } from "../../study/tree";
import { language, t } from "../../text/language";
import { read } from "./files";
import { filter, Filter } from "./filter";
import { PickBar, PickBox, usePicking } from "./picking";

/** Milliseconds for which somebody has to stay at a position before the server is asked. */
const STAY = 150;

/** The collection that was looked in last. */
const chosen = signal("");

/** The collections in which games of a study's kind may be. */
export function collectionsOf(study: Study): Collection[] {
  return collectionsFor(study, read.value, bases.value ?? []);
}

interface Props {
  readonly study: Study;
  readonly open: (study: Study) => void;
}

/** What is known of a node, or why nothing is. */
interface Looked {
  readonly node: Node;
  readonly where: string;
  readonly wanted: GameFilter;
  readonly known: Known | null;
  readonly wrong: string;
}

function sentenceOf(error: unknown): string {
  return (error instanceof RequestFailed && error.sentence) || t("web.no_server");
}

interface Looking {
  /** What is known of the position on the board; null as long as it is being looked up. */
  readonly now: Looked | null;
  /** What was known of it by another filter, until that is looked up: the list does not jump. */
  readonly before: Known | null;
  readonly tell: (known: Known | null, wrong?: string) => void;
  readonly failed: (error: unknown) => void;
}

/** Look the position on the board up, once somebody stays there. */
function useLooking(study: Study, where: Collection | undefined): Looking {
  const node = study.at.value;
  const wanted = filter.value;
  const id = where?.id ?? "";
  const [looked, setLooked] = useState<Looked | null>(null);
  const same = looked?.node === node && looked.where === id && looked.wanted === wanted;
  const now = same ? looked : null;
  const latest = useRef({ node, id, wanted });
  latest.current = { node, id, wanted };
  const tell = (known: Known | null, wrong = ""): void => {
    // What comes late is of a position that was left.
    const { current } = latest;
    if (current.node !== node || current.id !== id || current.wanted !== wanted) return;
    setLooked({ node, where: id, wanted, known, wrong });
  };
  const failed = (error: unknown): void => tell(now?.known ?? null, sentenceOf(error));
  useEffect(() => {
    let stays = true;
    const look = (): void => {
      where?.at(node, wanted).then(
        (known) => stays && tell(known),
        (error: unknown) => stays && failed(error),
      );
    };
    const waiting = setTimeout(look, id ? STAY : 0);
    return () => {
      stays = false;
      clearTimeout(waiting);
    };
  }, [read.value, id, node, wanted]);
  const before = looked?.node === node && looked.where === id ? looked.known : null;
  return { now, before, tell, failed };
}

export function Played({ study, open }: Props): JSX.Element {
  const collections = collectionsOf(study);
  const where = collections.find(({ id }) => id === chosen.value) ?? collections[0];
  const { now, before, tell, failed } = useLooking(study, where);
  const known = now ? now.known : before;
  const section = useRef<HTMLElement>(null);
  const show = (game: Reaching): void => {
    game.open().then((made) => {
      if (made) open(made);
      else tell(known, t("web.study.file.unknown"));
    }, failed);
  };
  const play = (hub: string): void => {
    study.play(hub);
    // The row that was tapped goes away.
    section.current?.focus({ preventScroll: true });
  };
  return (
    <section
      class="played"
      ref={section}
      tabIndex={-1}
      aria-label={t("web.study.games")}
      aria-busy={!now}
    >
      <Where collections={collections} id={where?.id ?? ""} />
      {where && <Filter rated={where.id === "" && haveRatings(read.value!.games)} />}
      <p role="status">
        {now?.known && t("web.study.played", { n: now.known.games })}
        {!now && where?.id && t("web.study.file.reading")}
      </p>
      <Problem>{now?.wrong}</Problem>
      {known && <Found known={known} list={where?.id ?? ""} {...{ play, show, tell, failed }} />}
    </section>
  );
}

interface FoundProps extends Pick<Looking, "tell" | "failed"> {
  readonly known: Known;
  /** The collection that it is known by. */
  readonly list: string;
  readonly play: (hub: string) => void;
  readonly show: (game: Reaching) => void;
}

function Found({ known, list, play, show, tell, failed }: FoundProps): JSX.Element {
  const { moves, reaching, further } = known;
  const picking = usePicking(list);
  return (
    <>
      {moves.length > 0 && <Moves moves={moves} play={play} />}
      {reaching.length > 0 && <PickBar picking={picking} failed={failed} />}
      <ul class="list">
        {reaching.map((game) => (
          <li key={game.key}>
            <PickBox
              picking={picking}
              game={{ key: game.key, label: game.players, text: game.text }}
            />
            <button type="button" class="listed" onClick={() => show(game)}>
              <span>{game.players}</span>
              <b>{game.result}</b>
              {game.about && <small>{game.about}</small>}
            </button>
          </li>
        ))}
      </ul>
      {further && (
        <button type="button" onClick={() => void further().then(tell, failed)}>
          {t("web.study.more")}
        </button>
      )}
    </>
  );
}

interface WhereProps {
  readonly collections: readonly Collection[];
  readonly id: string;
}

/** The collection that is looked in, to be chosen where there are several. */
function Where({ collections, id }: WhereProps): JSX.Element | null {
  const nameOf = ({ id, name }: Collection): string =>
    name || t(id ? "web.study.own.played" : "web.study.played.file");
  const [only] = collections;
  if (collections.length < 2) return only?.id ? <h2>{nameOf(only)}</h2> : null;
  return (
    <label class="where">
      <span>{t("web.study.played.where")}</span>
      <select value={id} onChange={(event) => (chosen.value = event.currentTarget.value)}>
        {collections.map((each) => (
          <option key={each.id} value={each.id}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface MovesProps {
  readonly moves: readonly PlayedMove[];
  readonly play: (hub: string) => void;
}

function Moves({ moves, play }: MovesProps): JSX.Element {
  const judged = moves.some(({ loss }) => loss !== null);
  return (
    <table>
      <thead>
        <tr>
          <th>{t("web.study.played.move")}</th>
          <th>{t("web.study.played.n")}</th>
          {judged && <th title={t("web.study.played.loss.text")}>{t("web.study.played.loss")}</th>}
          <th>{t("web.study.played.result")}</th>
        </tr>
      </thead>
      <tbody>
        {moves.map((move) => (
          <tr key={move.hub}>
            <td>
              {move.hub ? (
                <button type="button" class="move" onClick={() => play(move.hub)}>
                  {move.text}
                </button>
              ) : (
                t("web.study.played.end")
              )}
            </td>
            <td>{move.games}</td>
            {judged && <td>{lossText(move.loss)}</td>}
            <td>
              <Results {...move} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A loss in men, as scores are. */
function lossText(loss: number | null): string {
  return loss === null ? "" : decimal(loss / 100, language.value, 2);
}

function Results({ white, draws, black }: PlayedMove): JSX.Element | null {
  const all = white + draws + black;
  if (all === 0) return null;
  const share = (n: number): number => Math.round((100 * n) / all);
  const said = { white: share(white), draws: share(draws), black: share(black) };
  const label = t("web.study.played.results", said);
  return (
    <span class="results" role="img" aria-label={label} title={label}>
      <i class="of-white" style={{ width: `${said.white}%` }} />
      <i class="of-draw" style={{ width: `${said.draws}%` }} />
      <i class="of-black" style={{ width: `${said.black}%` }} />
    </span>
  );
}
