/** What the forms of an account do alike: one thing at a time, and a sentence where it fails. */

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { NotConfirmed } from "../../net/account";
import { holdFocus } from "../../parts/focus";
import { Problem } from "../../parts/problem";
import { t } from "../../text/language";
import { sentenceOf } from "../home/begin";

export interface Doing {
  /** Something is on its way. */
  readonly busy: boolean;
  /** Why the last thing did not work. */
  readonly failed: string;
  /** Do something; what is thrown is told. */
  readonly run: (action: () => Promise<void>) => Promise<void>;
}

export function useDoing(): Doing {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState("");
  const run = async (action: () => Promise<void>): Promise<void> => {
    const restore = holdFocus();
    setBusy(true);
    setFailed("");
    try {
      await action();
    } catch (error) {
      setFailed(error instanceof NotConfirmed ? t("web.account.cancelled") : sentenceOf(error));
    } finally {
      setBusy(false);
      requestAnimationFrame(restore);
    }
  };
  return { busy, failed, run };
}

export function Failed({ doing }: { readonly doing: Doing }): JSX.Element | null {
  return <Problem>{doing.failed}</Problem>;
}

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly autocomplete: string;
  readonly value?: string;
  readonly note?: string;
}

/** A line that has to be filled in. */
export function Field({ label, name, autocomplete, value = "", note }: FieldProps): JSX.Element {
  const common = { name, autocomplete, defaultValue: value, spellcheck: false, required: true };
  return (
    <label class="field">
      {label}
      {name.endsWith("password") ? (
        <input type="password" maxLength={200} {...common} />
      ) : name === "email" ? (
        <input type="email" maxLength={254} autocapitalize="off" {...common} />
      ) : (
        <input type="text" maxLength={60} autocapitalize="off" {...common} />
      )}
      {note && <small class="quiet">{note}</small>}
    </label>
  );
}

interface FormProps {
  readonly doing: Doing;
  readonly submit: (read: (name: string) => string) => Promise<void>;
  readonly label?: string;
  readonly children: ComponentChildren;
}

export function Form({ doing, submit, label, children }: FormProps): JSX.Element {
  return (
    <form
      class="stack"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        void doing.run(() => submit((name) => String(data.get(name) ?? "")));
      }}
    >
      {children}
      <Failed doing={doing} />
    </form>
  );
}
