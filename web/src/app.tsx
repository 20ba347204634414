/** Which screen is shown. What is needed rarely comes when it is needed. */

import type { JSX } from "preact";
import { HomeScreen } from "./screens/home/screen";
import { preferences } from "./state/preferences";
import { route, type Route } from "./state/route";
import { begun, seeking } from "./state/seeking";
import { startEarly } from "./study/warmup";
import { catalogue } from "./text/language";
import { Later, type Part } from "./parts/later";

type Loaded = Part<{ readonly route: Route }>;

/** Screens beside the game and the first one, each in a file of its own. */
const LATER: Readonly<Partial<Record<Route["screen"], () => Promise<Loaded>>>> = {
  join: () => import("./screens/join").then((file) => file.JoinScreen),
  learn: () => import("./screens/learn/screen").then((file) => file.LearnScreen),
  lobby: () => import("./screens/lobby").then((file) => file.LobbyScreen),
  watch: () => import("./screens/watch").then((file) => file.WatchScreen),
  game: () => import("./screens/game/screen").then((file) => file.GameScreen),
  rules: () => import("./screens/rules/screen").then((file) => file.RulesScreen),
  editor: () => import("./screens/editor").then((file) => file.EditorScreen),
  analysis: () => import("./screens/analysis/screen").then((file) => file.AnalysisScreen),
  house: () => import("./screens/house/screen").then((file) => file.HouseScreen),
  courses: () => import("./screens/courses/screen").then((file) => file.CoursesScreen),
  puzzles: () => import("./screens/puzzles/screen").then((file) => file.PuzzlesScreen),
  account: () => import("./screens/account/screen").then((file) => file.AccountScreen),
  player: () => import("./screens/account/player").then((file) => file.PlayerScreen),
  ratings: () => import("./screens/account/ratings").then((file) => file.RatingsScreen),
  events: () => import("./screens/events/screen").then((file) => file.EventsScreen),
  friends: () => import("./screens/friends").then((file) => file.FriendsScreen),
  moderation: () => import("./screens/moderation/screen").then((file) => file.ModerationScreen),
  settings: () => import("./screens/settings").then((file) => file.SettingsScreen),
};

const calls = () => import("./parts/calls").then((file) => file.Calls);

export function App(): JSX.Element {
  const called = preferences.account.value || seeking.value || begun.value;
  return (
    <>
      <Screen />
      {called && catalogue.value && <Later load={calls} props={{}} />}
    </>
  );
}

function Screen(): JSX.Element | null {
  const now = route.value;
  const later = LATER[now.screen];
  if (!later) return <HomeScreen />;
  if (now.screen !== "game" && !catalogue.value) return null;
  const failed = (sentence: string): JSX.Element => <main class="message">{sentence}</main>;
  return <Later key={now.screen} load={later} props={{ route: now }} failed={failed} />;
}

/** Fetch what the address asks for while its words are on their way. */
export function begin(): void {
  const asked = route.peek();
  const forgive = (): void => {
    // Whoever shows it asks again, and tells.
  };
  LATER[asked.screen]?.().catch(forgive);
  if (asked.screen !== "analysis") return;
  const [kind, named = ""] = asked.parts;
  const game = kind === "at" ? named : "";
  startEarly(game);
  import("./study/engine").then((engine) => engine.begin(game), forgive);
}

/** Fetch the screen of a game before it is needed, once the first one is drawn. */
export function foresee(): void {
  const soon = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500));
  soon(() => {
    LATER.game?.().catch(() => {
      // It is asked for again once it is needed.
    });
  });
}
