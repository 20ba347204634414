/** With what the page was used last. */

let last = "";

if (typeof addEventListener === "function") {
  addEventListener("pointerdown", ({ pointerType }) => (last = pointerType), { capture: true });
  addEventListener("keydown", () => (last = "key"), { capture: true });
}

/** Whether a finger was the last to do something here. */
export function hasTouch(): boolean {
  return last === "touch";
}
