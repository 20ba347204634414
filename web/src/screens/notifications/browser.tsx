/** Messages that this browser shows though the page is closed. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Notifications, SubscribedDevice } from "../../generated/messages";
import { request } from "../../net/server";
import { Problem } from "../../parts/problem";
import { t } from "../../text/language";
import { date } from "../account/date";
import { Failed, useDoing } from "../account/form";
import type { Change } from "./kinds";

const DEVICES = "/api/account/notifications/devices";

export function Browser({ shown, change }: Change): JSX.Element {
  const doing = useDoing();
  const [problem, setProblem] = useState("");
  const here = shown.devices.find((each) => each.this);
  const others = shown.devices.filter((each) => !each.this);
  const remove = (device: SubscribedDevice): void =>
    void doing.run(async () => change(await request("DELETE", `${DEVICES}/${device.id}`)));
  const add = (): void =>
    void doing.run(async () => {
      setProblem("");
      const found = await subscription(shown.key ?? "");
      if (typeof found === "string") setProblem(t(`web.notices.${found}`));
      else change(await request<Notifications>("POST", DEVICES, found));
    });
  return (
    <>
      <h3>{t("web.notices.push")}</h3>
      <p>{t("web.notices.browser")}</p>
      {here ? (
        <div class="row">
          <span role="status">{t("web.notices.is_on")}</span>
          <button
            type="button"
            disabled={doing.busy}
            onClick={() => {
              void unsubscribe();
              remove(here);
            }}
          >
            {t("web.notices.off")}
          </button>
        </div>
      ) : (
        <button type="button" disabled={doing.busy} onClick={add}>
          {t("web.notices.on")}
        </button>
      )}
      <Problem>{problem}</Problem>
      <Others devices={others} busy={doing.busy} remove={remove} />
      <Failed doing={doing} />
    </>
  );
}

interface OthersProps {
  readonly devices: readonly SubscribedDevice[];
  readonly busy: boolean;
  readonly remove: (device: SubscribedDevice) => void;
}

function Others({ devices, busy, remove }: OthersProps): JSX.Element {
  return (
    <ul class="kept">
      {devices.map((each) => {
        const device = each.device === "?" ? t("web.account.device.unknown") : each.device;
        return (
          <li key={each.id}>
            <span>
              {device}
              <small class="quiet">{t("web.account.made", { date: date(each.created) })}</small>
            </span>
            <button
              type="button"
              class="plain"
              disabled={busy}
              aria-label={t("web.notices.device.off", { device })}
              onClick={() => remove(each)}
            >
              {t("web.account.remove")}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** What the server needs to send messages to this browser, or why there is nothing. */
async function subscription(
  key: string,
): Promise<PushSubscriptionJSON | "unable" | "denied" | "failed"> {
  if (!("PushManager" in globalThis && "serviceWorker" in navigator)) return "unable";
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return "unable";
  if ((await Notification.requestPermission()) === "denied") return "denied";
  try {
    const known = await registration.pushManager.getSubscription();
    await known?.unsubscribe(); // it may be for a key of before
    const wish = { userVisibleOnly: true, applicationServerKey: key };
    const { endpoint, keys } = (await registration.pushManager.subscribe(wish)).toJSON();
    return { ...(endpoint && { endpoint }), ...(keys && { keys }) };
  } catch {
    return "failed";
  }
}

async function unsubscribe(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // The server sends nothing more all the same.
  }
}
