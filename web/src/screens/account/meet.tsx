/** What an account can do with another: follow it, challenge it. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { gameOf } from "../../game/variants";
import type { Profile } from "../../generated/messages";
import { friends } from "../../net/friends";
import { Dialog } from "../../parts/dialog";
import { GameChip } from "../../parts/game-picker";
import { Problem } from "../../parts/problem";
import { RatedChoice } from "../../parts/rated-choice";
import { WishedTime } from "../../parts/time-choice";
import { preferences } from "../../state/preferences";
import { go } from "../../state/route";
import { t } from "../../text/language";
import { canBeRated, newGame, sentenceOf } from "../home/begin";
import { Failed, useDoing } from "./form";

export function Meet({ profile }: { readonly profile: Profile }): JSX.Element {
  const doing = useDoing();
  const [followed, setFollowed] = useState(profile.followed ?? false);
  const [asks, setAsks] = useState(false);
  const { name } = profile;
  const toggle = async (): Promise<void> => {
    await (followed ? friends.unfollow(name) : friends.follow(name));
    setFollowed(!followed);
  };
  return (
    <div class="stack">
      <div class="answers">
        {profile.challenges && (
          <button type="button" class="main" aria-haspopup="dialog" onClick={() => setAsks(true)}>
            {t("web.challenge")}
          </button>
        )}
        <button
          type="button"
          aria-pressed={followed}
          disabled={doing.busy}
          onClick={() => void doing.run(toggle)}
        >
          {t(followed ? "web.friends.unfollow" : "web.friends.follow")}
        </button>
      </div>
      {!profile.challenges && <small class="quiet">{t("web.challenge.closed")}</small>}
      <Failed doing={doing} />
      {asks && <Challenge name={name} close={() => setAsks(false)} />}
    </div>
  );
}

interface ChallengeProps {
  readonly name: string;
  readonly close: () => void;
}

/** What somebody is challenged to: as one wishes for games online. */
export function Challenge({ name, close }: ChallengeProps): JSX.Element {
  const [failed, setFailed] = useState("");
  const game = gameOf(preferences.game.value);
  const send = (): void => {
    friends.challenge({ ...newGame("online"), to: name }).then(
      (begun) => go("g", begun.game),
      (error: unknown) => setFailed(sentenceOf(error)),
    );
  };
  return (
    <Dialog title={t("web.challenge.to", { name })} close={close}>
      <div class="stack">
        <GameChip />
        <WishedTime rival="online" days />
        {canBeRated("online", game) && <RatedChoice rival="online" />}
        <Problem>{failed}</Problem>
        <button type="button" class="main" onClick={send}>
          {t("web.challenge")}
        </button>
      </div>
    </Dialog>
  );
}
