/** Games of a list that are picked one by one, to be saved together. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { download } from "../../parts/download";
import { t } from "../../text/language";

/** A game that can be saved. */
export interface Pickable {
  readonly key: number;
  /** By which it is told from others, for a screen reader. */
  readonly label: string;
  /** The game as PDN; rejects where it cannot be had. */
  readonly text: () => Promise<string>;
}

/** What is picked of a list. */
export interface Picking {
  /** Null as long as nobody picks. */
  readonly picked: ReadonlyMap<number, Pickable> | null;
  readonly start: () => void;
  readonly end: () => void;
  readonly toggle: (game: Pickable) => void;
}

/** Pick among the games of a list, as long as it is the one of this name. */
export function usePicking(list: string): Picking {
  const [now, setNow] = useState<{ list: string; picked: ReadonlyMap<number, Pickable> } | null>(
    null,
  );
  const picked = now?.list === list ? now.picked : null;
  return {
    picked,
    start: () => setNow({ list, picked: new Map() }),
    end: () => setNow(null),
    toggle: (game) => {
      const next = new Map(picked);
      if (!next.delete(game.key)) next.set(game.key, game);
      setNow({ list, picked: next });
    },
  };
}

interface BoxProps {
  readonly picking: Picking;
  readonly game: Pickable;
}

/** The box of one game, while games are picked. */
export function PickBox({ picking: { picked, toggle }, game }: BoxProps): JSX.Element | null {
  if (!picked) return null;
  return (
    <label class="pick">
      <input
        type="checkbox"
        aria-label={t("web.study.pick.one", { game: game.label })}
        checked={picked.has(game.key)}
        onChange={() => toggle(game)}
      />
    </label>
  );
}

interface BarProps {
  readonly picking: Picking;
  readonly failed: (error: unknown) => void;
}

/** Begin to pick, save what was picked, or leave it. */
export function PickBar({ picking, failed }: BarProps): JSX.Element {
  const [busy, setBusy] = useState(false);
  const { picked, start, end } = picking;
  if (!picked) {
    return (
      <button type="button" class="plain" onClick={start}>
        {t("web.study.pick")}
      </button>
    );
  }
  const save = (): void => {
    if (busy) return;
    setBusy(true);
    void textOf([...picked.values()])
      .then((text) => {
        download(new File([text], "games.pdn", { type: "text/plain" }));
        end();
      }, failed)
      .finally(() => setBusy(false));
  };
  return (
    <p class="row pick-bar">
      {picked.size > 0 && (
        <button type="button" class="main" aria-disabled={busy} onClick={save}>
          {t("web.study.save_found", { n: picked.size })}
        </button>
      )}
      <button type="button" onClick={end}>
        {t("web.cancel")}
      </button>
    </p>
  );
}

/** Games one below the other, in the order of the list; asked for one by one. */
async function textOf(games: readonly Pickable[]): Promise<string> {
  let text = "";
  for (const game of [...games].sort((one, two) => one.key - two.key)) {
    text += `${(await game.text()).trim()}\n\n`;
  }
  return text;
}
