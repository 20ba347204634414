/** What somebody is told who waits for an opponent: whom he may meet, and what would help. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { seeking } from "../state/seeking";
import { t } from "../text/language";
import { beginAtOnce } from "../screens/home/begin";
import { Problem } from "./problem";

export function WhileWaiting({ game }: { readonly game: string }): JSX.Element {
  const [failed, setFailed] = useState("");
  useEffect(() => {
    // An offer that others have to take is waited for, too.
    if (seeking.peek()?.game !== game) seeking.value = { game, wish: null, reach: null };
  }, [game]);
  const now = seeking.value?.game === game ? seeking.value : null;
  return (
    <>
      {now?.reach && <ReachLine key={now.reach.wider} seeks={now.reach} rated={now.wish?.rated} />}
      <p class="quiet">{t("web.seeking.help")}</p>
      <div class="answers">
        <button type="button" onClick={() => void beginAtOnce().then(setFailed)}>
          {t("web.seeking.computer")}
        </button>
        <Tell />
      </div>
      <Problem>{failed}</Problem>
    </>
  );
}

interface ReachProps {
  readonly seeks: { points: number | null; times: boolean; wider: number | null };
  readonly rated: boolean | undefined;
}

/** How far the search reaches, and when it reaches further. */
function ReachLine({ seeks: { points, times, wider }, rated }: ReachProps): JSX.Element {
  const [left, setLeft] = useState(wider ?? 0);
  useEffect(() => {
    const end = performance.now() + (wider ?? 0);
    const timer = setInterval(() => setLeft(Math.max(0, end - performance.now())), 1000);
    return () => clearInterval(timer);
  }, [wider]);
  const seconds = Math.ceil(left / 1000);
  const who =
    !rated || points === null ? t("web.seeking.any") : t("web.seeking.points", { points });
  return (
    <p>
      {who} {t(times ? "web.seeking.times" : "web.seeking.time")}{" "}
      {wider !== null && seconds > 0 && (
        <small class="quiet">{t("web.seeking.wider", { n: seconds })}</small>
      )}
    </p>
  );
}

/** Ask to be called beside the page, too, where the browser can. */
function Tell(): JSX.Element | null {
  const able = "Notification" in globalThis;
  const [asked, setAsked] = useState(able && Notification.permission !== "default");
  if (!able || asked) return null;
  return (
    <button
      type="button"
      onClick={() => void Notification.requestPermission().then(() => setAsked(true))}
    >
      {t("web.seeking.tell")}
    </button>
  );
}
