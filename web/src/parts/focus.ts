/** Where the keyboard goes on after what had the focus was disabled for a while, or is gone. */

const HEADING = "h1, h2, h3";

/** What had the focus last: a button that is disabled while something is on its way loses it. */
let last: Element | null = null;

globalThis.addEventListener?.("focusin", ({ target }) => {
  last = target instanceof Element ? target : null;
});

/** What has the focus, or had it until it was disabled. */
export function focusHolder(): Element | null {
  const { activeElement } = document;
  return activeElement === document.body ? last : activeElement;
}

/** Give the focus to an element, unless something else has it by now. */
export function refocus(element: Element | null): void {
  const free = document.activeElement === document.body;
  if (free && element instanceof HTMLElement) element.focus({ preventScroll: true });
}

/** As a row's `ref`: a button that its own use does away with leaves the focus to what is there. */
export function handOn(row: HTMLElement | null): void {
  row?.addEventListener("click", () =>
    requestAnimationFrame(() =>
      refocus((row.isConnected ? row : document).querySelector("button, h1")),
    ),
  );
}

/**
 * Remember what has the focus, and return what gives it back once an action is done.
 *
 * Where it is gone by then, the nearest heading of what stood around it gets the focus.
 */
export function holdFocus(): () => void {
  const held = focusHolder();
  const around: Element[] = [];
  for (let each = held?.parentElement; each; each = each.parentElement) around.push(each);
  return () => {
    refocus(held);
    const left = around.find((each) => each.isConnected && each.querySelector(HEADING));
    const heading = left?.querySelector<HTMLElement>(HEADING) ?? null;
    if (document.activeElement !== document.body || !heading) return;
    heading.tabIndex = -1;
    refocus(heading);
  };
}
