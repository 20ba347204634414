/** The collections of one's own: files that were handed in to the server, and what one has played. */

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { DatabaseSummary, Imported } from "../../generated/messages";
import { RequestFailed } from "../../net/failed";
import { Dialog } from "../../parts/dialog";
import { Icon } from "../../parts/icon";
import { Problem } from "../../parts/problem";
import { askForBases, bases, deleteCollection, handIn } from "../../study/collections";
import { t } from "../../text/language";

/** The server takes no larger files. */
const MOST_BYTES = 16_000_000;

/** What is said of the files that were handed in last. */
interface Intake {
  /** The share of the file that is imported now; null: none is. */
  readonly share: number | null;
  readonly done: readonly Imported[];
  readonly wrong: string;
}

interface Intaking {
  readonly intake: Intake;
  readonly take: (files: readonly File[]) => Promise<void>;
  readonly forget: (card: DatabaseSummary) => Promise<void>;
}

const NOTHING: Intake = { share: null, done: [], wrong: "" };

function sentenceOf(error: unknown): string {
  return (error instanceof RequestFailed && error.sentence) || t("web.no_server");
}

/** Hand files in one after the other, up to the first that is refused; it ends with the dialog. */
function useIntake(): Intaking {
  const [intake, setIntake] = useState(NOTHING);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    void askForBases();
    return () => leaving.current.abort();
  }, []);
  const take = async (files: readonly File[]): Promise<void> => {
    const { signal } = leaving.current;
    const done: Imported[] = [];
    let wrong = "";
    for (const file of files) {
      const told = (share: number): void => setIntake({ share, done, wrong: "" });
      told(0);
      try {
        if (file.size > MOST_BYTES) {
          throw new RequestFailed(413, t("web.study.own.large", { name: file.name }));
        }
        done.push(await handIn(file, told, signal));
      } catch (error) {
        wrong = sentenceOf(error);
        break;
      }
    }
    if (signal.aborted) return;
    setIntake({ share: null, done, wrong });
    await askForBases();
  };
  const forget = async ({ id }: DatabaseSummary): Promise<void> => {
    const wrong = await deleteCollection(id).then(() => "", sentenceOf);
    setIntake({ ...NOTHING, wrong });
    await askForBases();
  };
  return { intake, take, forget };
}

export function OwnCollections({ close }: { readonly close: () => void }): JSX.Element {
  const { intake, take, forget } = useIntake();
  const { share, done, wrong } = intake;
  const known = bases.value;
  const off = share !== null || !known;
  return (
    <Dialog title={t("web.study.own")} close={close}>
      <p>{t(known ? "web.study.own.text" : "web.no_server")}</p>
      <div class="take-in">
        <Choose off={off} take={(files) => void take(files)} />
        {share !== null && <progress aria-label={t("web.study.file.reading")} value={share} />}
        <div role="status">
          {done.map((imported) => (
            <Done key={imported.id} imported={imported} />
          ))}
        </div>
        <Problem>{wrong}</Problem>
      </div>
      <ul class="list kept">
        {(known ?? [])
          .filter(({ whose }) => whose !== "all")
          .map((card) => (
            <OneCollection key={card.id} card={card} forget={() => void forget(card)} />
          ))}
      </ul>
    </Dialog>
  );
}

interface ChooseProps {
  readonly off: boolean;
  readonly take: (files: readonly File[]) => void;
}

function Choose({ off, take }: ChooseProps): JSX.Element {
  return (
    <label class="button" aria-disabled={off}>
      {t("web.study.own.add")}
      <input
        class="hidden"
        type="file"
        multiple
        accept=".pdn,.txt,text/plain"
        disabled={off}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          if (chosen.length > 0) take(chosen);
        }}
      />
    </label>
  );
}

/** What became of one file, with all that could not be read. */
function Done({ imported }: { readonly imported: Imported }): JSX.Element {
  const { name, added, duplicates, faulty, faults } = imported;
  return (
    <>
      <p>
        {name}: {t("web.study.own.added", { n: added })}
        {duplicates > 0 && ` ${t("web.study.own.duplicates", { n: duplicates })}`}
      </p>
      {faulty > 0 && (
        <details>
          <summary>{t("web.study.own.faulty", { n: faulty })}</summary>
          <ul class="faults">
            {faults.map(({ line, text }, index) => (
              <li key={index} lang="en">
                {t("web.study.fault", { line, text })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface OneProps {
  readonly card: DatabaseSummary;
  readonly forget: () => void;
}

function OneCollection({ card, forget }: OneProps): JSX.Element {
  const name = card.name || t("web.study.own.played");
  return (
    <li>
      <span class="listed">
        {name}
        <small>{t("web.study.own.games", { n: card.games })}</small>
      </span>
      {card.whose === "own" && (
        <button
          type="button"
          class="plain round"
          aria-label={t("web.study.forget", { name })}
          onClick={forget}
        >
          <Icon name="trash" />
        </button>
      )}
    </li>
  );
}
