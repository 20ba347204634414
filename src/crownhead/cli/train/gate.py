"""`crownhead train gate`: whether weights play better than those they would replace."""

from __future__ import annotations

import json
from pathlib import Path

import click

from crownhead.arena.sprt import Sprt
from crownhead.cli.arena.report import elo
from crownhead.cli.arguments import OutputPath, VariantArgument, VariantCommand
from crownhead.cli.progress import progress
from crownhead.cli.train.evaluation import Evaluation, EvaluationArgument
from crownhead.cli.train.tables import tables_option
from crownhead.training.gate import GateScore, gate, open_pairs
from crownhead.training.settings import Selfplay
from crownhead.variants import Variant
from crownhead.workers import hire

ACCEPTED, UNDECIDED, REJECTED = 0, 3, 4


@click.command("gate", cls=VariantCommand)
@click.argument("variant", type=VariantArgument(files=False))
@click.argument("weights", type=EvaluationArgument(), metavar="WEIGHTS")
@click.option(
    "--against",
    type=EvaluationArgument(),
    default="hand",
    show_default=True,
    help="hand, or a file of weights.",
)
@click.option("--pairs", type=click.IntRange(1), default=500, show_default=True, help="At most.")
@click.option("--nodes", type=click.IntRange(1), default=2000, show_default=True, help="A move.")
@click.option("--seed", type=click.IntRange(0), default=7, show_default=True)
@click.option(
    "--results",
    type=OutputPath(),
    metavar="FILE",
    help="Keep the pairs in FILE, or go on where it ends.",
)
@click.option("--sprt", metavar="ELO0,ELO1[,ALPHA[,BETA]]", help="End by this test.")
@click.option(
    "--plot",
    type=OutputPath(),
    metavar="FILE.svg",
    help="Draw the score, and the LLR of the test, by pair.",
)
@tables_option
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def gate_weights(
    variant: Variant,
    weights: Evaluation,
    against: Evaluation,
    pairs: int,
    nodes: int,
    seed: int,
    results: Path | None,
    sprt: str | None,
    plot: Path | None,
    tables: int,
    threads: int,
    as_json: bool,
) -> int:
    """Play WEIGHTS against another evaluation at equal nodes, in pairs with colours swapped.

    The same settings give the same result, however many threads play and however often they were
    interrupted, where --results keeps the pairs.

    Exits with 0 when the test accepts H1, or without a test, with 4 when it accepts H0, with 3 when
    the pairs ended before the test did.
    """
    if plot is not None:
        from crownhead.cli.train.plots import draw_gate
    settings = Selfplay(variant=variant.key, seed=seed, nodes=nodes, tables=tables)
    test = Sprt.parse(sprt) if sprt else None
    kept = open_pairs(settings, weights.weights, against.weights, test, results)
    for one in (weights, against):
        one.say_whose(variant)
    before, course = 0, list[GateScore]()
    if kept is not None:
        before = kept.next
        kept.close()
    with hire(threads) as workers, progress(f"gate {variant.key}", pairs, before) as shown:

        def show_score(score: GateScore) -> None:
            if score.pairs.pairs:
                course.append(score)
            shown(score.pairs.pairs, elo(score.pairs, "+.0f"))

        score = gate(
            settings,
            weights.weights,
            against.weights,
            pairs=pairs,
            sprt=test,
            path=results,
            workers=workers,
            progress=show_score,
        )
    if plot is not None and course:
        draw_gate(course, test, plot)
    if as_json:
        known = score.pairs.elo
        result = {
            "variant": variant.key,
            "nodes": nodes,
            "seed": seed,
            "pairs": list(score.pairs.counts),
            "elo": [_finite(known.value), _finite(known.low), _finite(known.high)],
            "verdict": score.verdict,
        }
        click.echo(json.dumps(result))
    else:
        counts = " ".join(map(str, score.pairs.counts))
        click.echo(f"{variant.key}, {nodes} nodes: {elo(score.pairs, '+.0f')} Elo; pairs {counts}")
        if test is not None:
            click.echo(f"SPRT {test.elo0:g},{test.elo1:g}: {score.verdict or 'undecided'}")
    if test is None or score.verdict == "H1":
        return ACCEPTED
    return REJECTED if score.verdict == "H0" else UNDECIDED


def _finite(value: float) -> float | None:
    return round(value, 2) if abs(value) < 1e6 else None
