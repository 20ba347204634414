/** Typing in the code of an invitation. */

import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { go } from "../state/route";
import { t } from "../text/language";

interface Props {
  /** A code that did not lead to a game. */
  readonly tried?: string;
}

export function CodeForm({ tried = "" }: Props): JSX.Element {
  const id = useId();
  return (
    <form
      class="row code-form"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get("code");
        const code = String(typed ?? "").replaceAll(/\s/g, "");
        if (code) go("j", code);
      }}
    >
      <label class="field" for={id}>
        {t("web.code")}
        <input
          id={id}
          name="code"
          type="text"
          defaultValue={tried}
          maxLength={40}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          enterkeyhint="go"
        />
      </label>
      <button type="submit">{t("web.code.join")}</button>
    </form>
  );
}
