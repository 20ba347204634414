"""`crownhead train fit`: weights that learn from games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from crownhead.cli.interrupt import interruptible
from crownhead.cli.progress import progress
from crownhead.training.fit import Epoch, Fitting, fit
from crownhead.training.network import NetworkFitting
from crownhead.training.patterns import PatternFitting
from crownhead.training.start import Start

_KINDS: dict[str, type[Fitting]] = {
    fitting.kind: fitting for fitting in (NetworkFitting, PatternFitting)
}


@click.command("fit")
@click.argument(
    "games",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="GAMES...",
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The fitted weights, for `train export`.",
)
@click.option(
    "--kind",
    type=click.Choice(list(_KINDS)),
    default=NetworkFitting.kind,
    show_default=True,
    help="What learns; other options have the defaults of this kind.",
)
@click.option(
    "--start",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Network: the file of weights to go on from, with its recipe beside it.",
)
@click.option("--epochs", type=int)
@click.option("--rate", type=float, help="How far a step goes at first.")
@click.option(
    "--result-share",
    type=float,
    help="Of what is learnt, how much is the result; the rest is the score of the search.",
)
@click.option("--score-unit", type=float)
@click.option("--seed", type=int)
@click.option("--batch", type=int, help="Network: positions for each step.")
@click.option(
    "--prior",
    type=(float, float, float),
    metavar="TERMS PARTS PATTERNS",
    help="Patterns: 1 / variance of the weights, in log-odds.",
)
@click.option("--least", type=int, help="Patterns seen less often count as not seen.")
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Network: threads that work; what is learnt does not depend on them.",
)
def fit_weights(
    games: tuple[Path, ...],
    output: Path,
    kind: str,
    start: Path | None,
    threads: int,
    **given: Any,
) -> None:
    """Fit a network, or pattern weights, to the games of one or more files.

    One game in twenty is kept back; after each pass the losses on the games learnt from and on
    those kept back are printed.
    """
    chosen = {name: value for name, value in given.items() if value is not None}
    known = _KINDS[kind].__dataclass_fields__
    for name in chosen:
        if name not in known:
            raise click.UsageError(f"--{name} is not of kind {kind}")
    fitting = _KINDS[kind](**chosen)
    begun = None if start is None else Start.read(start)
    with progress("fit", fitting.epochs) as shown:

        def said(epoch: Epoch) -> None:
            click.echo(f"{epoch.number:3}  loss {epoch.loss:.5f}  held out {epoch.held_out:.5f}")
            shown(epoch.number, "")

        fitted = interruptible(
            lambda: fit(games, fitting, start=begun, threads=threads, progress=said)
        )
    fitted.write(output)
    recipe = fitted.recipe
    click.echo(
        f"{output}: {fitted.variant}, {recipe['positions']} positions,"
        f" {recipe['held_out_positions']} kept back"
    )
