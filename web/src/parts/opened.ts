/** What is opened near the lower edge would lie below it. */

import type { TargetedEvent } from "preact";

/** Bring details into sight that were opened. */
export function showOpened({ currentTarget }: TargetedEvent<HTMLDetailsElement>): void {
  if (currentTarget.open) currentTarget.scrollIntoView({ block: "nearest" });
}
