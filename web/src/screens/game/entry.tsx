/** The field for typed moves. */

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Session } from "../../game/session";
import { t } from "../../text/language";
import { useNow } from "../../parts/use-now";

export function Entry({ session }: { readonly session: Session }): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  useNow(() => {
    const typed = session.typing.value;
    const input = field.current;
    if (!typed || !input) return;
    session.typing.value = "";
    input.value += typed.trimEnd();
    if (typed.endsWith("\n")) {
      if (input.value) input.form!.requestSubmit();
      return;
    }
    session.keyboard.value = true;
    input.focus();
    // Where there is little room the field has to appear first.
    if (input.offsetParent === null) requestAnimationFrame(() => input.focus());
  });
  const example = session.game.value?.notation === "algebraic" ? "c3xe5" : "22x15";
  return (
    <form
      class="entry"
      onSubmit={(event) => {
        event.preventDefault();
        const text = field.current!.value.trim();
        field.current!.value = "";
        if (text) session.type(text);
      }}
    >
      <input
        ref={field}
        type="text"
        aria-label={t("web.entry")}
        placeholder={t("web.entry.example", { example })}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        maxLength={200}
        enterkeyhint="go"
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          field.current!.value = "";
          session.handle({ type: "cancel" });
        }}
      />
    </form>
  );
}
