/** One's own studies on the server: opened, and made of what is on the desk. */

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { NewChapter, OwnStudies as Own, StudySummary } from "../../generated/messages";
import { gameName } from "../../game/game-name";
import { RequestFailed } from "../../net/failed";
import { studies } from "../../net/studies";
import { Dialog } from "../../parts/dialog";
import { Icon } from "../../parts/icon";
import { Problem } from "../../parts/problem";
import { go, href } from "../../state/route";
import { playersOf } from "../../study/naming";
import { written } from "../../study/pdn";
import type { Study } from "../../study/study";
import { language, t } from "../../text/language";

const LONGEST_TITLE = 80;

interface Props {
  readonly study: Study;
  readonly close: () => void;
}

/** What a chapter of the analysis is called at first; empty where nothing names it. */
function titleOf({ tags }: Study): string {
  return (tags["ChapterName"] || playersOf(tags)).slice(0, LONGEST_TITLE);
}

export function OwnStudies({ study, close }: Props): JSX.Element {
  const [known, setKnown] = useState<Own | null>(null);
  const [wrong, setWrong] = useState("");
  const failed = (error: unknown): void =>
    setWrong((error instanceof RequestFailed && error.sentence) || t("web.no_server"));
  useEffect(() => void studies.own().then(setKnown, failed), []);
  const named = titleOf(study);
  const chapter = (n: number): NewChapter => ({
    title: named || t("web.studies.chapter_n", { n }),
    pdn: written(study.root.peek(), study.tags),
  });
  /** Show what was made of the analysis, or why nothing was. */
  const open = (made: Promise<readonly string[]>): void => {
    setWrong("");
    made.then((parts) => {
      close();
      go("analysis", "study", ...parts);
    }, failed);
  };
  return (
    <Dialog title={t("web.studies")} close={close}>
      <p>{t("web.studies.about")}</p>
      <Making
        usual={named || gameName(study.game)}
        make={(title) => open(studies.make({ title, chapter: chapter(1) }).then(({ id }) => [id!]))}
      />
      <Problem>{wrong}</Problem>
      <ul class="list kept">
        {(known?.studies ?? []).map((each) => (
          <One
            key={each.id}
            summary={each}
            close={close}
            add={() =>
              open(studies.add(each.id, chapter(each.chapters + 1)).then(({ id }) => [each.id, id]))
            }
          />
        ))}
      </ul>
      {known && (
        <p class="quiet">
          {t("web.studies.room", {
            n: Math.ceil(known.bytes / 1000),
            most: Math.round(known.most_bytes / 1000),
          })}
        </p>
      )}
    </Dialog>
  );
}

interface MakingProps {
  /** What a study is called whose title is left empty. */
  readonly usual: string;
  readonly make: (title: string) => void;
}

function Making({ usual, make }: MakingProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  return (
    <form
      class="take-in"
      onSubmit={(event) => {
        event.preventDefault();
        make(field.current!.value.trim() || usual);
      }}
    >
      <label class="field">
        {t("web.studies.title")}
        <input ref={field} type="text" maxLength={LONGEST_TITLE} placeholder={usual} />
      </label>
      <button type="submit" class="main">
        {t("web.studies.make")}
      </button>
    </form>
  );
}

interface OneProps {
  readonly summary: StudySummary;
  readonly close: () => void;
  /** Add what is on the desk to it. */
  readonly add: () => void;
}

function One({ summary: { id, title, chapters, changed }, close, add }: OneProps): JSX.Element {
  const about = [
    t("web.studies.chapters", { n: chapters }),
    new Date(changed).toLocaleString(language.value),
  ];
  const label = t("web.studies.add_to", { title });
  return (
    <li>
      <a href={href("analysis", "study", id)} onClick={close}>
        <span>
          {title}
          <small>{about.join(" · ")}</small>
        </span>
      </a>
      <button type="button" class="plain round" aria-label={label} title={label} onClick={add}>
        <Icon name="plus" />
      </button>
    </li>
  );
}
