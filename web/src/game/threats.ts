/** What a move of the computer threatens: the capture it would make if it could move again. */

import type { Play, Threat } from "./play";
import type { View } from "./source";

/** The last move's threat; null where it has none, or where nobody can tell here. */
export async function threatOf(view: View): Promise<Threat | null> {
  const [{ coreOfPage }, { Ruleset }, { variantOf }] = await Promise.all([
    import("../study/engine"),
    import("../core/position"),
    import("../core/rules"),
  ]);
  const core = await coreOfPage();
  const ruleset = new Ruleset(core, variantOf(core, view.house ?? view.variant));
  const moves = ruleset.read(view.fen).turned().legal;
  const [best] = [...moves].sort((one, two) => two.captures.length - one.captures.length);
  return best && best.captures.length > 0 ? { text: best.short, route: best.route } : null;
}

/** Whether a rule or a crown explains the last move, so that no threat is looked for. */
export function isExplained({ last }: View, choices: number | undefined): boolean {
  return !last || last.faulty || last.captures.length > 0 || last.crowns || choices === 1;
}

/** Look for the threat of each move of the computer, while it is answered. */
export function followThreats(play: Play): void {
  const view = play.view.value;
  play.threat.value = null;
  if (!view || !play.mine.value || play.you.value.length !== 1) return;
  const mover = view.turn === "white" ? "black" : "white";
  if (view.players[mover]?.kind !== "engine" || view.must.length > 0) return;
  if (isExplained(view, play.before.value?.moves)) return;
  threatOf(view).then(
    (threat) => {
      if (play.view.peek() === view) play.threat.value = threat;
    },
    () => {
      // Without the core there is nothing to say about it.
    },
  );
}
