/** Which screen is shown. What is needed rarely comes when it is needed. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { HomeScreen } from "./screens/home/screen";
import { route, type Route } from "./state/route";
import { catalogue, t } from "./text/language";
import { useNow } from "./parts/use-now";

type Loaded = (props: { readonly route: Route }) => JSX.Element | null;

/** Screens beside the game and the first one, each in a file of its own. */
const LATER: Readonly<Partial<Record<Route["screen"], () => Promise<Loaded>>>> = {
  join: () => import("./screens/join").then((file) => file.JoinScreen),
  lobby: () => import("./screens/lobby").then((file) => file.LobbyScreen),
  game: () => import("./screens/game/screen").then((file) => file.GameScreen),
  rules: () => import("./screens/rules/screen").then((file) => file.RulesScreen),
  editor: () => import("./screens/editor").then((file) => file.EditorScreen),
  house: () => import("./screens/house/screen").then((file) => file.HouseScreen),
  settings: () => import("./screens/settings").then((file) => file.SettingsScreen),
};

export function App(): JSX.Element | null {
  const now = route.value;
  const later = LATER[now.screen];
  if (!later) return <HomeScreen />;
  if (now.screen !== "game" && !catalogue.value) return null;
  return <Later key={now.screen} load={later} />;
}

/** Fetch the screen of a game before it is needed, once the first one is drawn. */
export function foresee(): void {
  const soon = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500));
  soon(() => void LATER.game?.());
}

function Later({ load }: { readonly load: () => Promise<Loaded> }): JSX.Element | null {
  const [failed, setFailed] = useState(false);
  const [screen, setScreen] = useState<{ readonly Screen: Loaded } | null>(null);
  useNow(() => {
    load().then(
      (Screen) => setScreen({ Screen }),
      () => setFailed(true),
    );
  });
  if (failed) return <main class="message">{t("web.no_server")}</main>;
  if (!screen) return null;
  return <screen.Screen route={route.value} />;
}
