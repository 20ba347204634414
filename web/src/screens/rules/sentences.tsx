/** The rules of one game as a list of sentences. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import recordsAddress from "../../generated/records.json?url";
import type { Game, HouseRecord } from "../../game/variants";
import { file } from "../../state/files";
import { words } from "../../text/language";
import { summary } from "./summary";

interface Props {
  readonly game: Game;
  /** Whether huffing is agreed; as the rules have it where nothing is agreed. */
  readonly huffing?: boolean;
}

export function Sentences({ game, huffing }: Props): JSX.Element | null {
  const [records, setRecords] = useState<readonly HouseRecord[]>([]);
  useEffect(() => void file<readonly HouseRecord[]>(recordsAddress).then(setRecords), []);
  const record = game.record ?? records.find(({ key }) => key === game.key);
  if (!record) return null;
  return (
    <ul class="sentences">
      {summary(record.rules, words(game.key), huffing).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
