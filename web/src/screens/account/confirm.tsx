/** A last question before something that cannot be taken back. */

import type { ComponentChildren, JSX } from "preact";
import { Dialog } from "../../parts/dialog";

interface Props {
  readonly title: string;
  /** What the button says by which it is done. */
  readonly sure: string;
  readonly disabled?: boolean;
  readonly close: () => void;
  readonly confirm: () => void;
  readonly children: ComponentChildren;
}

export function Confirm({ title, sure, disabled, close, confirm, children }: Props): JSX.Element {
  return (
    <Dialog title={title} close={close}>
      {children}
      <button
        type="button"
        class="main danger"
        disabled={disabled}
        onClick={() => {
          close();
          confirm();
        }}
      >
        {sure}
      </button>
    </Dialog>
  );
}
