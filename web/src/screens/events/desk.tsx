/** The desk: what organiser, arbiters and helpers do in an event. */

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { BoardShown, Draft, EventShown } from "../../generated/messages";
import { events, type EventAct } from "../../net/events";
import { RequestFailed } from "../../net/failed";
import { Dialog } from "../../parts/dialog";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { Failed, useDoing, type Doing } from "../account/form";
import { Announce } from "./announce";
import { AllBoards } from "./at-table";
import { Calls } from "./calls";
import { Duties } from "./duties";
import { Admission, Officers, Rest } from "./directing";
import { Entry } from "./entry";
import type { DeskProps, Followed } from "./following";
import { People } from "./people";
import { BoardLine } from "./rounds";
import { isOver } from "./over";
import { cautionSaid, lastRound } from "./said";
import { Reason } from "./reason";

export function Desk({ event, followed }: DeskProps): JSX.Element {
  return (
    <>
      <Calls event={event} followed={followed} />
      <Duties event={event} followed={followed} />
      <Step event={event} followed={followed} />
      {event.round > 0 && <Entry event={event} followed={followed} />}
      <People event={event} followed={followed} />
      {event.phase !== "ended" && <Admission event={event} followed={followed} />}
      {event.you.acts.includes("officer") && <Officers event={event} followed={followed} />}
      <Rest event={event} followed={followed} />
    </>
  );
}

/** Lines left in the trail of an event at which the desk is told. */
const FEW_LINES = 4000;

/** Whether boards are paired one by one, without rounds. */
function isArena({ settings }: EventShown): boolean {
  return settings.format === "arena";
}

/** A draft, and what had happened when it was made. */
interface Seen {
  readonly draft: Draft;
  readonly seq: number;
}

/** Whether two drafts are of the same boards. */
function isEqual(one: Draft, two: Draft): boolean {
  return JSON.stringify(one.boards) === JSON.stringify(two.boards);
}

/** The draft of the next round, and how it is published: as it was seen, or seen anew. */
function useDraft(event: EventShown, followed: Followed) {
  const [seen, setSeen] = useState<Seen | null>(null);
  const read = async (): Promise<Seen> => {
    const { seq } = await events.show(event.event);
    const found = { draft: await events.draft(event.event), seq };
    setSeen(found);
    return found;
  };
  const publish = async (act: EventAct, { draft, seq }: Seen): Promise<void> => {
    try {
      await followed.act(act, seq);
      setSeen(null);
    } catch (error) {
      if (!(error instanceof RequestFailed) || error.status !== 409) throw error;
      const now = await read();
      // Who has come in meanwhile, or added a line to the lots, has changed no board.
      if (now.seq === seq || !isEqual(now.draft, draft)) throw error;
      await publish(act, now);
    }
  };
  const look = async (): Promise<void> => void (await read());
  return { seen, look, publish, close: () => setSeen(null) };
}

/** What comes next: a draft to be published, boards to be started, results that are missing. */
function Step({ event, followed }: DeskProps): JSX.Element {
  const doing = useDoing();
  const { seen, look, publish, close } = useDraft(event, followed);
  const { acts } = event.you;
  const round = lastRound(event);
  const games = event.settings.games ?? 1;
  const title = t(isArena(event) ? "web.event.begin.arena" : "web.event.draft", {
    round: event.round + 1,
  });
  const missing = round?.boards.filter((each) => !isOver(each, games)).length ?? 0;
  return (
    <section class="panel step">
      <h2>{t("web.event.step")}</h2>
      <Said event={event} missing={missing} />
      {acts.includes("start") && (
        <Now doing={doing} run={() => followed.act({ kind: "start" })}>
          {t(event.settings.boards === "real" ? "web.event.start.real" : "web.event.start")}
        </Now>
      )}
      {acts.includes("pair") && event.entrants.length > 1 && (
        <button
          type="button"
          class={missing === 0 ? "main big" : ""}
          aria-haspopup="dialog"
          disabled={doing.busy}
          onClick={() => void doing.run(look)}
        >
          {title}
        </button>
      )}
      <Announce event={event} followed={followed} />
      <AllBoards event={event} followed={followed} />
      {acts.includes("finish") && event.over && (
        <Now doing={doing} run={() => followed.act({ kind: "finish" })}>
          {t("web.event.finish")}
        </Now>
      )}
      <Failed doing={doing} />
      {seen && (
        <Dialog title={title} close={close} wide>
          <Pairing
            event={event}
            draft={seen.draft}
            doing={doing}
            publish={(swaps, reason) =>
              publish({ kind: "pair", ...(swaps.length > 0 ? { swaps, reason } : {}) }, seen)
            }
          />
        </Dialog>
      )}
    </section>
  );
}

interface NowProps {
  readonly doing: Doing;
  readonly run: () => Promise<void>;
  readonly children: ComponentChildren;
}

/** What is done by one press. */
function Now({ doing, run, children }: NowProps): JSX.Element {
  return (
    <button
      type="button"
      class="main big"
      disabled={doing.busy}
      onClick={() => void doing.run(run)}
    >
      {children}
    </button>
  );
}

interface SaidProps {
  readonly event: EventShown;
  /** How many boards of the last round have not all results. */
  readonly missing: number;
}

/** Where the event stands. */
function Said({ event, missing }: SaidProps): JSX.Element {
  const round = lastRound(event);
  return (
    <>
      {event.phase === "ended" && <p>{t("web.event.step.ended")}</p>}
      {event.phase === "running" && event.room < FEW_LINES && (
        <p class="bad" role="status">
          {t(isArena(event) ? "web.event.room.arena" : "web.event.room", { n: event.room })}
        </p>
      )}
      {event.phase !== "ended" && event.over && <p>{t("web.event.step.over")}</p>}
      {round && !round.started && <p>{t("web.event.step.published", { round: round.number })}</p>}
      {round?.started && missing > 0 && (
        <p role="status">
          {t(isArena(event) ? "web.event.step.playing" : "web.event.step.missing", {
            n: missing,
            round: round.number,
          })}
        </p>
      )}
      {event.round === 0 && event.entrants.length < 2 && <p>{t("web.event.step.enter")}</p>}
    </>
  );
}

type Swap = readonly [string, string];

interface PairingProps {
  readonly event: EventShown;
  readonly draft: Draft;
  readonly doing: Doing;
  readonly publish: (swaps: Swap[], reason: string) => Promise<void>;
}

/** The draft of a round: as the program pairs it, or with two who change places, for a reason. */
function Pairing({ event, draft, doing, publish }: PairingProps): JSX.Element {
  const [swaps, setSwaps] = useState<readonly Swap[]>([]);
  const [reason, setReason] = useState("");
  const names = draft.boards.flatMap((each) => [
    each.one,
    ...(each.two === null ? [] : [each.two]),
  ]);
  const changed = swaps.reduce(swapped, draft.boards);
  return (
    <>
      <ol class="rows boards">
        {changed.map((board) => (
          <li key={board.board}>
            <BoardLine board={board} event={event} />
          </li>
        ))}
      </ol>
      <Cautions cautions={draft.cautions} />
      <Swaps names={names} swaps={swaps} change={setSwaps} reason={reason} explain={setReason} />
      <Failed doing={doing} />
      <button
        type="button"
        class="main big"
        disabled={doing.busy || (swaps.length > 0 && !reason.trim())}
        onClick={() => void doing.run(() => publish([...swaps], reason.trim()))}
      >
        {t(isArena(event) ? "web.event.begin.arena" : "web.event.publish", {
          round: draft.number,
        })}
      </button>
    </>
  );
}

/** What is allowed in a draft, and should be known before it is published. */
function Cautions({ cautions }: Pick<Draft, "cautions">): JSX.Element | null {
  if (cautions.length === 0) return null;
  return (
    <div role="status">
      <ul class="cautions">
        {cautions.map((each) => (
          <li key={`${each.kind} ${each.board} ${each.name}`}>{cautionSaid(each)}</li>
        ))}
      </ul>
    </div>
  );
}

interface SwapsProps {
  readonly names: readonly string[];
  readonly swaps: readonly Swap[];
  readonly change: (swaps: readonly Swap[]) => void;
  readonly reason: string;
  readonly explain: (reason: string) => void;
}

/** Two who change places, and why. */
function Swaps({ names, swaps, change, reason, explain }: SwapsProps): JSX.Element {
  const [one, setOne] = useState("");
  const [two, setTwo] = useState("");
  return (
    <details class="more-terms">
      <summary>{t("web.event.swap")}</summary>
      <div class="panel-body">
        <div class="row">
          <Name label={t("web.event.swap.one")} names={names} value={one} set={setOne} />
          <Name label={t("web.event.swap.two")} names={names} value={two} set={setTwo} />
          <button
            type="button"
            disabled={!one || !two || one === two}
            onClick={() => {
              change([...swaps, [one, two]]);
              setOne("");
              setTwo("");
            }}
          >
            {t("web.event.swap.do")}
          </button>
        </div>
        {swaps.length > 0 && (
          <>
            <Reason value={reason} set={explain} />
            <button type="button" class="plain" onClick={() => change([])}>
              {t("web.event.swap.undo")}
            </button>
          </>
        )}
      </div>
    </details>
  );
}

interface NameProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string;
  readonly set: (name: string) => void;
}

function Name({ label, names, value, set }: NameProps): JSX.Element {
  return (
    <label class="field">
      {label}
      <select value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
        <option value="">–</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {playerName(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Boards on which two have changed places. */
function swapped(boards: readonly BoardShown[], [one, two]: Swap): readonly BoardShown[] {
  const changed = (name: string): string => (name === one ? two : name === two ? one : name);
  return boards.map((each) => ({
    ...each,
    one: changed(each.one),
    two: each.two === null ? null : changed(each.two),
  }));
}
