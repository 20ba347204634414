/** What was played at the position in the games of the file that is open. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Branch, Explored } from "../../study/explorer";
import { nameOf } from "../../study/files";
import { fromFile } from "../../study/opening";
import type { Study } from "../../study/study";
import { played, type Node } from "../../study/tree";
import { t } from "../../text/language";
import { read } from "./files";

interface Props {
  readonly study: Study;
  readonly open: (study: Study) => void;
}

export function Played({ study, open }: Props): JSX.Element {
  const node = study.at.value;
  const file = read.value;
  const [found, setFound] = useState<Explored | null>(null);
  useEffect(() => {
    let wanted = true;
    void file?.file
      .explore(nameOf(study.ruleset.variant), node.position.key)
      .then((explored) => wanted && setFound(explored));
    return () => {
      wanted = false;
    };
  }, [file, node]);
  const moves = found ? movesOf(node, found.branches) : [];
  const show = async (place: number): Promise<void> => {
    const opened = await file?.file.open(place);
    if (opened) open(await fromFile(opened));
  };
  return (
    <section class="played" aria-label={t("web.study.games")}>
      {found && <p role="status">{t("web.study.played", { n: found.games })}</p>}
      {moves.length > 0 && <Moves study={study} moves={moves} />}
      <ul class="list">
        {(found?.places ?? []).map((place) => {
          const { tags, result } = file!.games[place]!;
          return (
            <li key={place}>
              <button type="button" class="listed" onClick={() => void show(place)}>
                <span>
                  {tags["White"] ?? "?"} – {tags["Black"] ?? "?"}
                </span>
                <b>{result}</b>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface MovesProps {
  readonly study: Study;
  readonly moves: readonly PlayedMove[];
}

function Moves({ study, moves }: MovesProps): JSX.Element {
  return (
    <table>
      <thead>
        <tr>
          <th>{t("web.study.played.move")}</th>
          <th>{t("web.study.played.n")}</th>
          <th>{t("web.study.played.result")}</th>
        </tr>
      </thead>
      <tbody>
        {moves.map(({ branch, hub, text }) => (
          <tr key={branch.to}>
            <td>
              {hub ? (
                <button type="button" class="move" onClick={() => study.play(hub)}>
                  {text}
                </button>
              ) : (
                t("web.study.played.end")
              )}
            </td>
            <td>{branch.games}</td>
            <td>
              <Results branch={branch} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Results({ branch }: { readonly branch: Branch }): JSX.Element | null {
  const { white, draws, black } = branch;
  const all = white + draws + black;
  if (all === 0) return null;
  const share = (n: number): number => Math.round((100 * n) / all);
  const said = { white: share(white), draws: share(draws), black: share(black) };
  const label = t("web.study.played.results", said);
  return (
    <span class="results" role="img" aria-label={label} title={label}>
      <i class="of-white" style={{ width: `${said.white}%` }} />
      <i class="of-draw" style={{ width: `${said.draws}%` }} />
      <i class="of-black" style={{ width: `${said.black}%` }} />
    </span>
  );
}

interface PlayedMove {
  readonly branch: Branch;
  /** Empty where the games end here. */
  readonly hub: string;
  readonly text: string;
}

/** The legal moves that lead where the games went on. */
function movesOf({ position }: Node, branches: readonly Branch[]): PlayedMove[] {
  const known = new Map<string, { readonly hub: string; readonly text: string }>();
  try {
    for (const { hub, short } of position.moves("legal")) {
      known.set(played(position, hub, "move")!.position.key, { hub, text: short });
    }
  } catch {
    // There are more captures than can be listed.
  }
  return branches.flatMap((branch) => {
    const move = branch.to ? known.get(branch.to) : { hub: "", text: "" };
    return move ? [{ branch, ...move }] : [];
  });
}
