/** What the book of ballots says of a card: where it leads to the board's position, or was drawn. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { showOpened } from "../../parts/opened";
import { worthOf, worthOfCard, type Verdict, type Worth } from "../../study/ballotbook";
import type { Study } from "../../study/study";
import { decimal } from "../../text/decimal";
import { language, t } from "../../text/language";

/** Where the ground and the line of a verdict have room beside the moves. */
const ROOMY = "(min-width: 56.25em) and (min-height: 43.75em)";

export function Ballot({ study }: { readonly study: Study }): JSX.Element | null {
  const { fen } = study.at.value.position;
  const { key } = study.game;
  const worth = useWorth(`${key} ${fen}`, () => worthOf(key, fen));
  return <Shown worth={worth} open={matchMedia(ROOMY).matches} />;
}

interface DrawnProps {
  readonly deck: string;
  readonly code: string;
}

export function DrawnBallot({ deck, code }: DrawnProps): JSX.Element | null {
  const ask = (): Promise<Worth | null> => worthOfCard(deck, code);
  return <Shown worth={useWorth(`${deck} ${code}`, ask)} open />;
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

interface ShownProps {
  readonly worth: Worth | null;
  readonly open: boolean;
}

function Shown({ worth, open }: ShownProps): JSX.Element | null {
  if (!worth) return null;
  const card = t("web.ceremony.card", { n: worth.card });
  return (
    <section class="ballot" aria-label={t("web.ballotbook")}>
      <details open={open} onToggle={open ? undefined : showOpened}>
        <summary>{`${card}: ${verdictSaid(worth.verdict)}`}</summary>
        <p class="quiet">{worth.deck[language.value] ?? worth.deck["en"]}</p>
        <p class="quiet">{groundSaid(worth)}</p>
        {worth.line.length > 0 && <p class="quiet">{worth.line.join(" ")}</p>}
      </details>
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
