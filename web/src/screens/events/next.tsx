/** What comes next in an event: when the round begins, and what it is for the reader. */

import type { JSX } from "preact";
import type { EventShown, NextRound } from "../../generated/messages";
import { Countdown } from "../../parts/countdown";
import { startSaid } from "./said";

/** When the next round begins, and what is left until then. */
export function NextStart({ next }: { readonly next: NextRound }): JSX.Element {
  return (
    <p class="next-start">
      {startSaid(next)}
      <Countdown until={next.starts} />
    </p>
  );
}

/** The announced round as a panel of its own, where there is one. */
export function NextPanel({ event }: { readonly event: EventShown }): JSX.Element | null {
  return event.next ? (
    <section class="panel">
      <NextStart next={event.next} />
    </section>
  ) : null;
}
