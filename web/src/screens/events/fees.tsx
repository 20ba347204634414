/** Entry fees at the desk: who has paid how much. Sums are whole numbers of the minor unit. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { EventShown } from "../../generated/messages";
import type { EventAct } from "../../net/events";
import { Select } from "../../parts/fields";
import { t } from "../../text/language";
import { sayMoney } from "./said";

type Fees = NonNullable<EventShown["fees"]>;
/** The sum that somebody has typed, in minor units; null for what is none. */
export function sumOf({ digits }: Pick<Fees, "digits">, typed: string): number | null {
  const read = /^\s*(\d{1,6})(?:[.,](\d{1,3}))?\s*$/.exec(typed);
  const [, whole = "", part = ""] = read ?? [];
  return read && part.length <= digits ? Number(whole + part.padEnd(digits, "0")) : null;
}

/** What an entrant has paid, or owes yet; empty where entering costs nothing. */
export function feeSaid(fees: Fees | null, name: string): string {
  const fee = fees?.entrants.find((each) => each.name === name);
  if (!fees || !fee) return "";
  const { paid, due } = fee;
  if (paid < due) return t("web.event.fee.open", { sum: sayMoney(fees, due - paid) });
  return t("web.event.fee.done", { sum: sayMoney(fees, paid) });
}

interface Props {
  readonly fees: Fees;
  readonly name: string;
  readonly busy: boolean;
  readonly act: (what: EventAct) => void;
}

/** How much somebody has paid, and of which kind his fee is. */
export function Fee({ fees, name, busy, act }: Props): JSX.Element | null {
  const fee = fees.entrants.find((each) => each.name === name);
  const [kind, setKind] = useState(fee?.kind ?? "");
  const [typed, setTyped] = useState("");
  const due = fees.kinds.find((each) => each.kind === kind)?.amount ?? 0;
  const paid = typed ? sumOf(fees, typed) : due;
  return (
    <div class="row">
      <Select
        label={t("sheet.head.fee")}
        value={kind}
        options={fees.kinds.map((each) => [
          each.kind,
          `${each.kind === "free" ? t("sheet.fee.free") : each.kind} ${sayMoney(fees, each.amount)}`,
        ])}
        set={setKind}
      />
      <label class="field narrow">
        {t("sheet.head.paid")}
        <input
          type="text"
          inputmode="decimal"
          placeholder={sayMoney(fees, due)}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      <button
        type="button"
        disabled={busy || paid === null}
        onClick={() => paid !== null && act({ kind: "fee", name, fee: kind, paid })}
      >
        {t("web.event.fee.note", { sum: sayMoney(fees, paid ?? 0) })}
      </button>
    </div>
  );
}
