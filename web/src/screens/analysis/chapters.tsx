/** The head of the analysis where a chapter of a study is on the desk, and what can be done with it. */

import "./chapters.css";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { RequestFailed } from "../../net/failed";
import { studies, type Link } from "../../net/studies";
import { copy } from "../../parts/copy";
import { Dialog } from "../../parts/dialog";
import { Icon } from "../../parts/icon";
import { Problem } from "../../parts/problem";
import { useNow } from "../../parts/use-now";
import { go, href, replace } from "../../state/route";
import type { ChapterDesk } from "../../study/chapters";
import { written } from "../../study/pdn";
import type { Study } from "../../study/study";
import { Node } from "../../study/tree";
import { t } from "../../text/language";

export const LONGEST_TITLE = 80;

interface Props {
  readonly study: Study;
  readonly desk: ChapterDesk;
}

/** The chapter on the desk, those beside it, and what else there is. */
export function Chapters({ study, desk }: Props): JSX.Element {
  const [open, setOpen] = useState(false);
  const { title, chapters } = desk.shown.value;
  const { id } = desk.chapter.value;
  const notice = desk.notice.value;
  useNow(() => {
    // What was written at the same time as something else lies at an address of its own.
    const address = href("analysis", "study", desk.key, desk.chapter.value.id);
    if (location.hash !== address) history.replaceState(history.state, "", address);
  });
  return (
    <>
      <h1 class="hidden">{`${title}: ${desk.chapter.value.title}`}</h1>
      <Step desk={desk} to={desk.beside(-1)} back />
      <select
        class="which-chapter"
        aria-label={t("web.studies.chapter")}
        title={title}
        value={id}
        onChange={(event) => show(desk, event.currentTarget.value)}
      >
        {chapters.every((each) => each.id !== id) && (
          <option value={id}>{desk.chapter.value.title}</option>
        )}
        {chapters.map((each, index) => (
          <option key={each.id} value={each.id}>
            {`${index + 1}. ${each.title}`}
          </option>
        ))}
      </select>
      <Step desk={desk} to={desk.beside(1)} />
      <button
        type="button"
        class="plain round"
        aria-label={t("web.studies.one", { title })}
        title={t("web.studies.one", { title })}
        onClick={() => setOpen(true)}
      >
        <Icon name="settings" />
      </button>
      <span class={notice ? "study-notice bad" : "hidden"} role="status">
        {notice || (desk.mayWrite.value && desk.stored.value ? t("web.studies.stored") : "")}
      </span>
      {open && <Whole study={study} desk={desk} close={() => setOpen(false)} />}
    </>
  );
}

function show(desk: ChapterDesk, id: string): void {
  go("analysis", "study", desk.key, id);
}

interface StepProps {
  readonly desk: ChapterDesk;
  /** The chapter it leads to; null at the end. */
  readonly to: string | null;
  readonly back?: boolean;
}

function Step({ desk, to, back }: StepProps): JSX.Element {
  const label = t(back ? "web.studies.before" : "web.studies.next");
  return (
    <button
      type="button"
      class="plain round beside"
      aria-label={label}
      title={label}
      disabled={to === null}
      onClick={() => show(desk, to!)}
    >
      <Icon name={back ? "back" : "forward"} />
    </button>
  );
}

interface WholeProps extends Props {
  readonly close: () => void;
}

/** What the server is asked for, and why it did not do it. */
interface Doing {
  readonly wrong: string;
  readonly run: (action: () => Promise<void>) => void;
}

function useDoing(): Doing {
  const [wrong, setWrong] = useState("");
  const run = (action: () => Promise<void>): void => {
    setWrong("");
    action().catch((error: unknown) =>
      setWrong((error instanceof RequestFailed && error.sentence) || t("web.no_server")),
    );
  };
  return { wrong, run };
}

function Whole({ study, desk, close }: WholeProps): JSX.Element {
  const doing = useDoing();
  const { title, may, chapters } = desk.shown.value;
  const now = desk.chapter.value;
  return (
    <Dialog title={title} close={close}>
      {may === "read" && <p>{t("web.studies.reading")}</p>}
      <h3>{t("web.studies.chapters", { n: chapters.length })}</h3>
      <ol class="list chapters">
        {chapters.map((each) => (
          <li key={each.id}>
            <a
              href={href("analysis", "study", desk.key, each.id)}
              aria-current={each.id === now.id ? "true" : undefined}
              onClick={close}
            >
              {each.title}
            </a>
          </li>
        ))}
      </ol>
      {may !== "read" && <ThisChapter study={study} desk={desk} doing={doing} close={close} />}
      {may === "own" && <Sharing desk={desk} doing={doing} />}
      {may === "own" && (
        <Title
          label={t("web.studies.title")}
          title={title}
          rename={(next) => doing.run(async () => desk.take(await studies.rename(desk.key, next)))}
        />
      )}
      <p>
        <a class="button" href={studies.file(desk.key)} download="study.pdn">
          <Icon name="download" />
          {t("web.studies.file")}
        </a>
      </p>
      {may === "own" && <Deleting desk={desk} doing={doing} close={close} />}
      <Problem>{doing.wrong}</Problem>
    </Dialog>
  );
}

interface TitleProps {
  readonly label: string;
  readonly title: string;
  readonly rename: (title: string) => void;
}

function Title({ label, title, rename }: TitleProps): JSX.Element {
  return (
    <label class="field">
      {label}
      <input
        type="text"
        maxLength={LONGEST_TITLE}
        value={title}
        onChange={({ currentTarget }) => {
          const next = currentTarget.value.trim();
          if (next && next !== title) rename(next);
          else currentTarget.value = title;
        }}
      />
    </label>
  );
}

interface PartProps {
  readonly desk: ChapterDesk;
  readonly doing: Doing;
}

/** What can be done with the chapter on the desk, and one more. */
function ThisChapter({ study, desk, doing, close }: WholeProps & PartProps): JSX.Element {
  const { chapters } = desk.shown.value;
  const { id, title } = desk.chapter.value;
  const ids = chapters.map((each) => each.id);
  const place = ids.indexOf(id);
  const move = (step: number): void =>
    doing.run(async () => {
      const order = ids.filter((each) => each !== id);
      order.splice(place + step, 0, id);
      desk.take(await studies.sort(desk.key, order));
    });
  const rename = (next: string): void =>
    doing.run(async () => {
      await studies.renameChapter(desk.key, id, next);
      desk.take(await studies.shown(desk.key));
    });
  const remove = (): void =>
    doing.run(async () => {
      await desk.store();
      await studies.removeChapter(desk.key, id, desk.chapter.peek().revision);
      close();
      replace("analysis", "study", desk.key, ids[place + 1] ?? ids[place - 1] ?? "");
    });
  return (
    <>
      <Title label={t("web.studies.chapter_title")} title={title} rename={rename} />
      <div class="answers stretch">
        <button type="button" disabled={place <= 0} onClick={() => move(-1)}>
          {t("web.studies.up")}
        </button>
        <button
          type="button"
          disabled={place < 0 || place > ids.length - 2}
          onClick={() => move(1)}
        >
          {t("web.studies.down")}
        </button>
        <Sure
          label={t("web.studies.remove_chapter")}
          sure={t("web.studies.sure")}
          off={ids.length < 2 || place < 0}
          act={remove}
        />
        <Adding study={study} desk={desk} doing={doing} close={close} />
      </div>
    </>
  );
}

/** Add a chapter behind the one on the desk, with nothing but the start of the same game. */
function Adding({ study, desk, doing, close }: WholeProps & PartProps): JSX.Element {
  const add = async (): Promise<void> => {
    const { chapters } = desk.shown.peek();
    const { id } = desk.chapter.peek();
    const root = new Node(null, "root", study.ruleset.initial());
    const made = await studies.add(desk.key, {
      title: t("web.studies.chapter_n", { n: chapters.length + 1 }),
      pdn: written(root, {}),
      after: chapters.some((each) => each.id === id) ? id : null,
    });
    close();
    show(desk, made.id);
  };
  return (
    <button type="button" onClick={() => doing.run(add)}>
      {t("web.studies.add")}
    </button>
  );
}

interface SureProps {
  readonly label: string;
  readonly sure: string;
  readonly act: () => void;
  readonly off?: boolean;
}

/** A button for what cannot be undone: the second press does it. */
function Sure({ label, sure, act, off }: SureProps): JSX.Element {
  const [asked, setAsked] = useState(false);
  return (
    <button
      type="button"
      class={asked ? "danger" : ""}
      disabled={off}
      onBlur={() => setAsked(false)}
      onClick={() => {
        if (asked) act();
        setAsked(!asked);
      }}
    >
      {asked ? sure : label}
    </button>
  );
}

const LINKS = [
  ["read", "web.studies.link.read"],
  ["write", "web.studies.link.write"],
] as const;

/** The links by which others come in: made, copied and withdrawn. */
function Sharing({ desk, doing }: PartProps): JSX.Element {
  const [said, setSaid] = useState("");
  const { links } = desk.shown.value;
  const copied = async (address: string): Promise<void> =>
    setSaid(t((await copy(address)) ? "web.study.copied" : "web.study.not_copied"));
  const change = (link: Link, there: boolean): void =>
    doing.run(async () =>
      desk.take(await (there ? studies.withdraw(desk.key, link) : studies.share(desk.key, link))),
    );
  return (
    <section aria-label={t("web.studies.share")}>
      <h3>{t("web.studies.share")}</h3>
      {LINKS.map(([link, label]) => {
        const code = links?.[link] ?? null;
        const address = code && new URL(href("analysis", "study", code), location.href).href;
        return (
          <div class="study-link" key={link}>
            <label class="field">
              {t(label)}
              <input
                type="text"
                readOnly
                value={address ?? ""}
                placeholder={t("web.studies.link.none")}
                onFocus={({ currentTarget }) => currentTarget.select()}
              />
            </label>
            <div class="answers">
              {address && (
                <button type="button" onClick={() => void copied(address)}>
                  {t("web.study.link")}
                </button>
              )}
              <button type="button" onClick={() => change(link, code !== null)}>
                {t(code ? "web.studies.link.withdraw" : "web.studies.link.make")}
              </button>
            </div>
          </div>
        );
      })}
      <p role="status">{said}</p>
    </section>
  );
}

function Deleting({ desk, doing, close }: PartProps & { readonly close: () => void }): JSX.Element {
  const remove = (): void =>
    doing.run(async () => {
      await studies.remove(desk.key);
      close();
      replace("analysis", "new");
    });
  return (
    <p>
      <Sure label={t("web.studies.delete")} sure={t("web.studies.sure")} act={remove} />
    </p>
  );
}
