/** A sheet over the screen: at the bottom on phones, in the middle on desks. */

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../text/language";
import { focusHolder, refocus } from "./focus";
import { Icon } from "./icon";

/** What is used first: a control below the heading. */
const FIRST = ".sheet-head ~ * :is(input, textarea, select, button:enabled, a)";

interface Props {
  readonly title: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
  readonly wide?: boolean;
}

export function Dialog({ title, close, children, wide }: Props): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opener = focusHolder();
    element.current!.showModal();
    first(element.current!)?.focus({ preventScroll: true });
    // Only once the sheet is gone can anything beneath it have the focus.
    return () => queueMicrotask(() => refocus(opener));
  }, []);
  useEffect(() => {
    const dialog = element.current!;
    const outside = (event: MouseEvent): void => {
      if (event.target === dialog) close();
    };
    // Where what had the focus is gone, Escape is pressed beside the sheet.
    const escape = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && document.activeElement === document.body) close();
    };
    dialog.addEventListener("click", outside);
    addEventListener("keydown", escape);
    return () => {
      dialog.removeEventListener("click", outside);
      removeEventListener("keydown", escape);
    };
  }, [close]);
  return (
    <dialog
      ref={element}
      class={wide ? "sheet wide" : "sheet"}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={close}
    >
      <div class="sheet-body">
        <header class="sheet-head">
          <h2>{title}</h2>
          <button type="button" class="plain round" onClick={close} aria-label={t("web.close")}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** The first control of a sheet; of a choice the one that is made, where one is. */
function first(sheet: HTMLElement): HTMLElement | null {
  const control = sheet.querySelector<HTMLElement>(FIRST);
  if (!(control instanceof HTMLInputElement) || control.type !== "radio") return control;
  const group = control.closest("fieldset") ?? sheet;
  return group.querySelector<HTMLElement>("input[type=radio]:checked") ?? control;
}
