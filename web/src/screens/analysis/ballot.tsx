/** What the book of ballots says of a card: where it leads to the board's position, or was drawn. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { worthOf, worthOfCard, type Verdict, type Worth } from "../../study/ballotbook";
import type { Study } from "../../study/study";
import { decimal } from "../../text/decimal";
import { language, t } from "../../text/language";

export function Ballot({ study }: { readonly study: Study }): JSX.Element | null {
  const { fen } = study.at.value.position;
  const { key } = study.game;
  return <Shown worth={useWorth(`${key} ${fen}`, () => worthOf(key, fen))} />;
}

interface DrawnProps {
  readonly game: string;
  readonly deck: string;
  readonly code: string;
}

export function DrawnBallot({ game, deck, code }: DrawnProps): JSX.Element | null {
  const ask = (): Promise<Worth | null> => worthOfCard(game, deck, code);
  return <Shown worth={useWorth(`${game} ${deck} ${code}`, ask)} />;
}

/** What is known of something; null as long as nothing is. */
function useWorth(of: string, ask: () => Promise<Worth | null>): Worth | null {
  const [found, setFound] = useState<{ readonly of: string; readonly worth: Worth | null }>();
  useEffect(() => {
    ask().then(
      (worth) => setFound({ of, worth }),
      () => setFound({ of, worth: null }), // without the book there is nothing to say
    );
  }, [of]);
  return found?.of === of ? found.worth : null;
}

function Shown({ worth }: { readonly worth: Worth | null }): JSX.Element | null {
  if (!worth) return null;
  return (
    <section class="ballot" aria-label={t("web.ballotbook")}>
      <p>
        <strong>{`${t("web.ceremony.card", { n: worth.card })}: ${verdictSaid(worth.verdict)}`}</strong>
      </p>
      <p class="quiet">{groundSaid(worth)}</p>
      {worth.line.length > 0 && <p class="quiet">{worth.line.join(" ")}</p>}
    </section>
  );
}

export function verdictSaid(verdict: Verdict): string {
  const [side, what] = verdict.split(" ");
  if (side !== "white" && side !== "black") return t(`web.ballotbook.${verdict as "level"}`);
  return t(`web.ballotbook.${what as "better"}`, { side: t(`color.${side}`) });
}

/** On what ground it is known, in sentences. */
export function groundSaid({ search, status, ends, provedFrom }: Worth): string {
  const said: string[] = [];
  if (status === "proved") said.push(t("web.ballotbook.proved"));
  if (search) {
    said.push(
      t("web.ballotbook.searched", {
        score: `${search.score > 0 ? "+" : ""}${decimal(search.score / 100, language.value, 2)}`,
        depth: search.depth,
        n: Math.max(1, Math.round(search.nodes / 1_000_000)),
      }),
    );
  }
  if (ends) said.push(t("web.ballotbook.line", { verdict: verdictSaid(ends) }));
  if (ends && provedFrom) said.push(t("web.ballotbook.proved_from", { n: provedFrom }));
  return said.join(" ");
}
