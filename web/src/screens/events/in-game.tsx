/** What a game of an event has in its menu beside that of other games. */

import type { JSX } from "preact";
import type { EventPlace } from "../../generated/messages";
import { Icon } from "../../parts/icon";
import { href } from "../../state/route";
import { t } from "../../text/language";

interface Props {
  readonly place: EventPlace;
}

export function InGame({ place }: Props): JSX.Element {
  return (
    <a class="button" href={href("events", place.event)}>
      <Icon name="friend" />
      {t("web.event.of_game", { name: place.name })}
    </a>
  );
}
