/** What belongs to a game over days that runs: lines that are foreseen, and notes. */

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { RequestFailed } from "../../net/failed";
import { server } from "../../net/server";
import { linesFrom, putLines, type PlanLines } from "../../study/foreseen";
import type { Study } from "../../study/study";
import { lineFrom } from "../../study/tree";
import { t } from "../../text/language";

/** Milliseconds after the last key when a note is stored. */
const PAUSE = 800;
const LONGEST = 4000;

export function Letters({ study }: { readonly study: Study }): JSX.Element {
  return (
    <section class="letters" aria-label={t("web.plan")}>
      <Plan study={study} />
      <Notes game={study.origin!} />
    </section>
  );
}

/** The lines from where the game stands: played on the board, and stored as they are in the tree. */
function Plan({ study }: { readonly study: Study }): JSX.Element {
  const game = study.origin!;
  // Where the game stood when this was opened.
  const present = useMemo(() => lineFrom(study.root.peek()).at(-1)!, [study]);
  const [stored, setStored] = useState(0);
  const [said, setSaid] = useState("");
  const [bad, setBad] = useState(false);
  const mine = present.position.turn === study.side;
  const tell = (sentence: string, wrong = false): void => {
    setSaid(sentence);
    setBad(wrong);
  };
  const failed = (error: unknown): void => {
    const sentence = error instanceof RequestFailed ? error.sentence : "";
    tell(sentence || t("web.no_server"), true);
  };
  useEffect(() => {
    if (mine) return;
    server.plan(game).then(({ lines, past = 0 }) => {
      setStored(lines.length);
      if (lines.length === 0) return;
      putLines(present, lines, past);
      study.changes.value += 1;
      study.go(present);
    }, failed);
  }, [study]);
  const store = (lines: ReturnType<typeof linesFrom>): void => {
    server.foresee(game, lines).then(({ lines: kept }) => {
      setStored(kept.length);
      tell(t(kept.length > 0 ? "web.plan.stored" : "web.plan.cleared"));
    }, failed);
  };
  void study.changes.value;
  const lines = linesFrom(present, study.side!);
  return (
    <>
      <h2>{t("web.plan")}</h2>
      <details>
        <summary>{t(mine ? "web.plan.your_turn" : "web.plan.how")}</summary>
        <p class="quiet">{t(mine ? "web.plan.move_first" : "web.plan.about")}</p>
      </details>
      {!mine && <Compelled lines={lines} />}
      {!mine && (
        <Storing n={lines.length} stored={stored > 0} store={(all) => store(all ? lines : [])} />
      )}
      <p class={bad ? "bad" : "quiet"} role={bad ? "alert" : "status"}>
        {said}
      </p>
    </>
  );
}

/** The faults that are foreseen: what is done about them is the same each time. */
function Compelled({ lines }: { readonly lines: PlanLines }): JSX.Element {
  const faults = lines.flatMap((line) => {
    const [before, last] = line.slice(-2);
    return last?.kind === "compel" && before?.kind === "move" ? [before.text] : [];
  });
  return (
    <>
      {[...new Set(faults)].map((move) => (
        <p class="quiet" key={move}>
          {t("web.plan.compel", { move })}
        </p>
      ))}
    </>
  );
}

interface StoringProps {
  /** How many lines the tree holds. */
  readonly n: number;
  /** Whether some are stored. */
  readonly stored: boolean;
  /** Store all lines of the tree, or none. */
  readonly store: (all: boolean) => void;
}

function Storing({ n, stored, store }: StoringProps): JSX.Element {
  return (
    <div class="answers">
      <button type="button" class="main" disabled={n === 0} onClick={() => store(true)}>
        {t("web.plan.store", { n })}
      </button>
      {stored && (
        <button type="button" onClick={() => store(false)}>
          {t("web.plan.clear")}
        </button>
      )}
    </div>
  );
}

/** A note on the game that only its author sees; stored a moment after the last key. */
function Notes({ game }: { readonly game: string }): JSX.Element {
  const [text, setText] = useState<string | null>(null);
  const [saved, setSaved] = useState(true);
  useEffect(() => {
    server.note(game).then(
      ({ text }) => setText(text),
      () => setText(""),
    );
  }, [game]);
  useEffect(() => {
    if (saved || text === null) return undefined;
    const timer = setTimeout(() => {
      server.writeNote(game, text).then(
        () => setSaved(true),
        () => {
          // It is tried again with the next key.
        },
      );
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text, saved]);
  return (
    <details>
      <summary>{t("web.note")}</summary>
      <textarea
        rows={3}
        aria-label={t("web.note")}
        maxlength={LONGEST}
        disabled={text === null}
        value={text ?? ""}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setSaved(false);
        }}
      />
      <small role="status">{text && saved ? t("web.note.saved") : ""}</small>
    </details>
  );
}
