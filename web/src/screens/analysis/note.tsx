/** What is said of a move: its comment and its glyph. */

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Dialog } from "../../parts/dialog";
import { LONGEST_COMMENT, type Study } from "../../study/study";
import { t } from "../../text/language";
import { commandsIn, plain } from "../../study/annotations";
import { GLYPHS } from "./moves";

const OF_MOVE = [1, 2, 3, 4, 5, 6, 7];
const OF_POSITION = [10, 13, 14, 15, 16, 17, 18, 19];

export function Note({
  study,
  close,
}: {
  readonly study: Study;
  readonly close: () => void;
}): JSX.Element {
  const node = study.at.value;
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current!.focus(), []);
  void study.changes.value;
  const commands = commandsIn(node.comment).join(" ");
  const say = (text: string): void =>
    study.comment(`${commands} ${text.replaceAll("[%", "(")}`, node);
  const glyphs = (label: string, nags: readonly number[]): JSX.Element => (
    <fieldset class="glyphs">
      <legend>{label}</legend>
      {nags.map((nag) => (
        <button
          type="button"
          key={nag}
          aria-pressed={node.nags.includes(nag)}
          aria-label={t(`web.study.nag.${nag}` as "web.study.nag.1")}
          title={t(`web.study.nag.${nag}` as "web.study.nag.1")}
          onClick={() => study.glyph(nag, node)}
        >
          {GLYPHS[nag]}
        </button>
      ))}
    </fieldset>
  );
  return (
    <Dialog
      title={node.parent ? t("web.study.note.of", { move: node.text }) : t("web.study.note")}
      close={close}
    >
      <label class="field">
        {t("web.study.comment")}
        <textarea
          ref={field}
          rows={4}
          maxLength={Math.max(LONGEST_COMMENT, node.comment.length)}
          defaultValue={plain(node.comment)}
          onChange={(event) => say(event.currentTarget.value)}
        />
      </label>
      {node.parent && (
        <>
          {glyphs(t("web.study.glyph.move"), OF_MOVE)}
          {glyphs(t("web.study.glyph.position"), OF_POSITION)}
        </>
      )}
      <div class="answers">
        <button type="button" class="main" onClick={close}>
          {t("web.study.done")}
        </button>
      </div>
    </Dialog>
  );
}
