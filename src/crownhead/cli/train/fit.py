"""`crownhead train fit`: the weights under which the games are likeliest."""

from __future__ import annotations

from pathlib import Path

import click

from crownhead.cli.interrupt import interruptible
from crownhead.cli.progress import progress
from crownhead.training.fit import Epoch, Fitting, fit

_DEFAULT = Fitting()


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
@click.option("--epochs", type=int, default=_DEFAULT.epochs, show_default=True)
@click.option("--rate", type=float, default=_DEFAULT.rate, show_default=True)
@click.option(
    "--result-share",
    type=float,
    default=_DEFAULT.result_share,
    show_default=True,
    help="Of what is learnt, how much is the result; the rest is the score of the search.",
)
@click.option("--score-unit", type=float, default=_DEFAULT.score_unit, show_default=True)
@click.option(
    "--prior",
    type=(float, float, float),
    default=_DEFAULT.prior,
    show_default=True,
    metavar="TERMS PARTS PATTERNS",
    help="1 / variance of the weights, in log-odds.",
)
@click.option(
    "--least",
    type=int,
    default=_DEFAULT.least,
    show_default=True,
    help="Patterns seen less often count as not seen.",
)
@click.option("--seed", type=int, default=_DEFAULT.seed, show_default=True)
def fit_weights(
    games: tuple[Path, ...],
    output: Path,
    epochs: int,
    rate: float,
    result_share: float,
    score_unit: float,
    prior: tuple[float, float, float],
    least: int,
    seed: int,
) -> None:
    """Fit the pattern evaluation to the games of one or more files.

    One game in twenty is kept back; after each pass the losses on the games learnt from and on
    those kept back are printed.
    """
    fitting = Fitting(
        epochs=epochs,
        rate=rate,
        result_share=result_share,
        score_unit=score_unit,
        prior=prior,
        least=least,
        seed=seed,
    )
    with progress("fit", epochs) as shown:

        def said(epoch: Epoch) -> None:
            click.echo(f"{epoch.number:3}  loss {epoch.loss:.5f}  held out {epoch.held_out:.5f}")
            shown(epoch.number, "")

        fitted = interruptible(lambda: fit(games, fitting, progress=said))
    fitted.write(output)
    recipe = fitted.recipe
    click.echo(
        f"{output}: {fitted.variant}, {recipe['positions']} positions,"
        f" {recipe['held_out_positions']} kept back"
    )
