/** Which screen is shown. What is needed rarely comes when it is needed. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { GameScreen } from "./screens/game/screen";
import { HomeScreen } from "./screens/home/screen";
import { route, type Route } from "./state/route";
import { catalogue } from "./text/language";
import { useNow } from "./parts/use-now";

type Loaded = (props: { readonly route: Route }) => JSX.Element;

/** Screens beside the game and the first one, each in a file of its own. */
const LATER: Readonly<Partial<Record<Route["screen"], () => Promise<Loaded>>>> = {
  join: () => import("./screens/join").then((file) => file.JoinScreen),
  lobby: () => import("./screens/lobby").then((file) => file.LobbyScreen),
  rules: () => import("./screens/rules/screen").then((file) => file.RulesScreen),
  editor: () => import("./screens/editor").then((file) => file.EditorScreen),
  house: () => import("./screens/house/screen").then((file) => file.HouseScreen),
  settings: () => import("./screens/settings").then((file) => file.SettingsScreen),
};

export function App(): JSX.Element | null {
  const now = route.value;
  if (now.screen === "game") return <GameScreen id={now.id} key={now.id} />;
  const later = LATER[now.screen];
  if (!later) return <HomeScreen />;
  return catalogue.value ? <Later key={now.screen} load={later} /> : null;
}

function Later({ load }: { readonly load: () => Promise<Loaded> }): JSX.Element | null {
  const [screen, setScreen] = useState<{ readonly Screen: Loaded } | null>(null);
  useNow(() => {
    void load().then((Screen) => setScreen({ Screen }));
  });
  if (!screen) return null;
  return <screen.Screen route={route.value} />;
}
