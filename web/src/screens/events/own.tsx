/** What the event is for who takes part, or could: enter, be there, play, leave. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { BoardShown, EventShown, YourNext } from "../../generated/messages";
import { settleName } from "../../net/server";
import { Choices } from "../../parts/choices";
import { Dialog } from "../../parts/dialog";
import { NameField } from "../../parts/name-field";
import { rememberScreen } from "../../state/afterwards";
import { preferences } from "../../state/preferences";
import { href } from "../../state/route";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { Failed, Form, useDoing, type Doing } from "../account/form";
import type { Followed } from "./following";
import { Results } from "./results";
import { isOver } from "./over";
import {
  aloneSaid,
  boardsOf,
  isOfficer,
  lastRound,
  sayMoney,
  resultsSaid,
  roundName,
  yoursSaid,
} from "./said";

interface Props {
  readonly event: EventShown;
  readonly followed: Followed;
  readonly code?: string;
}

export function Own({ event, followed, code = "" }: Props): JSX.Element | null {
  const { acts, name } = event.you;
  if (name === null) {
    return acts.includes("enter") ? <Enter event={event} followed={followed} code={code} /> : null;
  }
  return <Taking event={event} followed={followed} name={name} />;
}

const IN_TEAMS: readonly string[] = ["teams", "scheveningen"];

/** The way in: one tap, where no code and no team is asked for. */
function Enter({ event, followed, code = "" }: Props): JSX.Element {
  const doing = useDoing();
  const { admission, format, rated, unrated, rating_from: low, rating_to: high } = event.settings;
  const teams = IN_TEAMS.includes(format ?? "");
  const enter = async (read: (name: string) => string): Promise<void> => {
    await settleName();
    await followed.act({
      kind: "enter",
      ...(admission === "code" ? { code: read("code").trim() } : {}),
      ...(teams ? { team: read("team").trim() } : {}),
    });
  };
  return (
    <section class="panel">
      <h2>{t("web.event.enter.title")}</h2>
      {(low !== null && low !== undefined) || (high !== null && high !== undefined) ? (
        <p class="quiet">
          {t(`web.event.enter.rating${unrated ? ".unrated" : ""}`, {
            low: low ?? 0,
            high: high ?? 4000,
          })}
        </p>
      ) : null}
      {admission === "invited" && <p class="quiet">{t("web.event.enter.invited")}</p>}
      {rated && !preferences.account.value ? (
        <p>
          {t("web.event.enter.account")}{" "}
          <a href={href("account")} onClick={rememberScreen}>
            {t("web.account")}
          </a>
        </p>
      ) : (
        <>
          <NameField />
          <Form doing={doing} submit={enter} label={t("web.event.enter.title")}>
            {admission === "code" && (
              <Line label={t("web.event.enter.code")} name="code" value={code} />
            )}
            {teams && <Line label={t("web.event.team")} name="team" />}
            <button type="submit" class={isOfficer(event) ? "" : "main big"} disabled={doing.busy}>
              {t("web.event.enter")}
            </button>
          </Form>
        </>
      )}
    </section>
  );
}

interface LineProps {
  readonly label: string;
  readonly name: string;
  readonly value?: string;
}

function Line({ label, name, value = "" }: LineProps): JSX.Element {
  return (
    <label class="field">
      {label}
      <input
        type="text"
        name={name}
        defaultValue={value}
        maxLength={40}
        autocomplete="off"
        required
      />
    </label>
  );
}

interface TakingProps {
  readonly event: EventShown;
  readonly followed: Followed;
  readonly name: string;
}

function Taking({ event, followed, name }: TakingProps): JSX.Element {
  const doing = useDoing();
  const { acts, fee, game, next } = event.you;
  const [asked, ask] = useState<"leave" | "claim" | null>(null);
  const round = lastRound(event);
  const boards = boardsOf(round?.boards ?? [], name);
  const board = boards[0];
  const over = board === undefined || isOver(board, event.settings.games ?? 1);
  const place = event.standing.find((each) => each.name === name);
  return (
    <section class="panel own">
      <h2>{playerName(name)}</h2>
      {boards.length > 1 && <Several boards={boards} name={name} />}
      {game && boards.length < 2 && (
        <a class="button main big" href={href("g", game)}>
          {t("web.event.to_board")}
        </a>
      )}
      {round && board && boards.length < 2 && <Mine event={event} board={board} name={name} />}
      {next && !isShown(next, board) && <p>{yoursSaid(next, event.settings)}</p>}
      {place && event.standing.some(({ numbers }) => numbers[0] !== "0") && (
        <p>{t("web.event.place", { place: place.place ?? "–", points: place.numbers[0] ?? "" })}</p>
      )}
      {fee && <p>{paymentSaid(fee)}</p>}
      {board && acts.includes("claim") && !over && (
        <button type="button" class="main" aria-haspopup="dialog" onClick={() => ask("claim")}>
          {t("web.event.claim")}
        </button>
      )}
      {acts.includes("check_in") && event.phase !== "ended" && !event.over && (
        <Here event={event} followed={followed} name={name} doing={doing} />
      )}
      {acts.includes("contribute") && <Contribute event={event} followed={followed} name={name} />}
      <Failed doing={doing} />
      {acts.includes("leave") && event.phase !== "ended" && (
        <button type="button" class="plain" aria-haspopup="dialog" onClick={() => ask("leave")}>
          {t("web.event.leave")}
        </button>
      )}
      {asked === "leave" && <Leave followed={followed} close={() => ask(null)} />}
      {asked === "claim" && board && (
        <Dialog title={t("web.event.claim")} close={() => ask(null)}>
          <p>{t("web.event.claim.note")}</p>
          <Results
            event={event}
            board={board}
            submit={(games) =>
              followed
                .act({ kind: "claim", round: board.round, board: board.board, games })
                .then(() => ask(null))
            }
          />
        </Dialog>
      )}
    </section>
  );
}

/** What somebody has paid himself, of what he owes. */
function paymentSaid(fee: NonNullable<EventShown["you"]["fee"]>): string {
  const { paid, due } = fee;
  return t("web.event.fee.own", { paid: sayMoney(fee, paid), due: sayMoney(fee, due) });
}

interface SeveralProps {
  readonly boards: readonly BoardShown[];
  readonly name: string;
}

/** The boards of who gives an exhibition, those on which is played first. */
function Several({ boards, name }: SeveralProps): JSX.Element {
  const order = [...boards].sort((a, b) => a.games.length - b.games.length);
  return (
    <ol class="list" aria-label={t("web.event.several")}>
      {order.map((board) => {
        const other = playerName((board.one === name ? board.two : board.one) ?? "–");
        const said = t("web.event.several.board", { board: board.board, name: other });
        const game = board.tables.at(-1);
        return (
          <li key={board.board}>
            {game ? (
              <a href={href("g", game)}>
                <span class="what">{said}</span> {resultsSaid(board)}
              </a>
            ) : (
              <span>
                {said} {resultsSaid(board)}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Whether what comes next is said already: by one's board of the round, or by the way back. */
function isShown({ kind, round, board }: YourNext, mine: BoardShown | undefined): boolean {
  if (kind === "waits") return false;
  return kind === "rests" || (mine?.round === round && mine.board === (board ?? mine.board));
}

interface LeaveProps {
  readonly followed: Followed;
  readonly close: () => void;
}

/** The question before somebody leaves. */
function Leave({ followed, close }: LeaveProps): JSX.Element {
  const doing = useDoing();
  return (
    <Dialog title={t("web.event.leave")} close={close}>
      <p>{t("web.event.leave.note")}</p>
      <Failed doing={doing} />
      <button
        type="button"
        class="main danger"
        disabled={doing.busy}
        onClick={() => void doing.run(() => followed.act({ kind: "leave" }).then(close))}
      >
        {t("web.event.leave")}
      </button>
    </Dialog>
  );
}

interface MineProps {
  readonly event: EventShown;
  readonly board: BoardShown;
  readonly name: string;
}

/** The own board of the round: who is met, who begins, the card, what both have entered. */
function Mine({ event, board, name }: MineProps): JSX.Element {
  const begins = board.one === name;
  const other = begins ? board.two : board.one;
  const claimed = board.claims.find((each) => each.name === name);
  const theirs = board.claims.find((each) => each.name !== name);
  return (
    <div class="own-board">
      <p>
        <strong>{roundName(board.round)}</strong>
        {other === null ? (
          <span>{aloneSaid(board)}</span>
        ) : (
          <span>
            {t(begins ? "web.event.begins" : "web.event.answers", {
              name: playerName(other),
              board: board.board,
            })}
          </span>
        )}
      </p>
      {board.card && (
        <p>{t("web.match.card", { card: `${board.card.code} ${board.card.moves.join(" ")}` })}</p>
      )}
      {board.games.length > 0 && <p>{resultsSaid(board)}</p>}
      {!isOver(board, event.settings.games ?? 1) && claimed && (
        <p role="status">
          {t(theirs ? "web.event.claimed.own" : "web.event.claimed", {
            games: claimed.games.join(", "),
          })}
        </p>
      )}
      {!isOver(board, event.settings.games ?? 1) && theirs && (
        <p role="status" class={claimed ? "bad" : ""}>
          {t("web.event.claimed.other", {
            name: playerName(theirs.name),
            games: theirs.games.join(", "),
          })}
        </p>
      )}
    </div>
  );
}

interface HereProps extends TakingProps {
  readonly doing: Doing;
}

/** Whether one will be there in the next round. */
function Here({ event, followed, name, doing }: HereProps): JSX.Element {
  const entrant = event.entrants.find((each) => each.name === name);
  const next = event.round + 1;
  const away = entrant?.away[String(next)] !== undefined;
  const value = away ? "away" : entrant?.here ? "here" : null;
  const asks = event.you.acts.includes("excuse");
  if (value === "away") {
    return <p role="status">{t("web.event.away", { round: next })}</p>;
  }
  if (event.settings.format === "arena" && entrant?.state === "withdrawn") {
    return (
      <>
        <p role="status">{t("web.event.rests")}</p>
        <button
          type="button"
          class="main big"
          disabled={doing.busy}
          onClick={() => void doing.run(() => followed.act({ kind: "check_in", here: true }))}
        >
          {t("web.event.back")}
        </button>
      </>
    );
  }
  const choose = (wish: "here" | "away"): void => {
    void doing.run(() =>
      followed.act(
        wish === "here" ? { kind: "check_in", here: true } : { kind: "excuse", why: "requested" },
      ),
    );
  };
  return (
    <Choices<"here" | "away">
      legend={t("web.event.next", { round: next })}
      value={value}
      options={[
        ["here", t("web.event.here")],
        ...(asks ? [["away", t("web.event.bye")] as const] : []),
      ]}
      change={choose}
    />
  );
}

/** A line of one's own, on which the next cards will depend. */
function Contribute({ event, followed, name }: TakingProps): JSX.Element {
  const doing = useDoing();
  if (event.contributions.includes(name)) {
    return <p class="quiet">{t("web.event.contributed")}</p>;
  }
  return (
    <details class="more-terms">
      <summary>{t("web.event.contribute")}</summary>
      <Form
        doing={doing}
        label={t("web.event.contribute")}
        submit={(read) => followed.act({ kind: "contribute", text: read("text").trim() })}
      >
        <p class="quiet">{t("web.event.contribute.note")}</p>
        <Line label={t("web.event.contribute.text")} name="text" />
        <button type="submit" disabled={doing.busy}>
          {t("web.event.contribute.send")}
        </button>
      </Form>
    </details>
  );
}
