"""`crownhead train fit`: a network that learns from games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from crownhead.cli.arguments import OutputPath, json_option
from crownhead.cli.interrupt import interruptible
from crownhead.cli.progress import progress
from crownhead.training.fit import Epoch, fit
from crownhead.training.fitting import Fitting
from crownhead.training.initial_weights import InitialWeights


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
    type=OutputPath(),
    help="The fitted weights, for `train export`.",
)
@click.option(
    "--start",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The file of weights to go on from, with its recipe beside it.",
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
@click.option("--batch", type=int, help="Positions for each step.")
@click.option(
    "--plot", type=OutputPath(), metavar="FILE.svg", help="Draw the losses of the passes."
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="What is learnt does not depend on them.",
)
@json_option
def fit_weights(
    games: tuple[Path, ...],
    output: Path,
    start: Path | None,
    plot: Path | None,
    threads: int,
    as_json: bool,
    **given: Any,
) -> None:
    """Fit a network to the games of one or more files.

    One game in twenty is kept back; after each pass the losses on the games learnt from and on
    those kept back are printed, and what was learnt is kept in OUTPUT.part: the same command goes
    on from there after an interruption, and ends with the same weights.
    """
    if plot is not None:
        from crownhead.cli.train.plots import draw_losses
    chosen = {name: value for name, value in given.items() if value is not None}
    fitting = Fitting(**chosen)
    begun = None if start is None else InitialWeights.read(start)
    checkpoint = output.with_name(output.name + ".part")
    with progress("fit", fitting.epochs) as shown:

        def show_epoch(epoch: Epoch) -> None:
            if not as_json:
                click.echo(
                    f"{epoch.number:3}  loss {epoch.loss:.5f}  held out {epoch.held_out:.5f}"
                )
            shown(epoch.number, "")

        fitted = interruptible(
            lambda: fit(
                games,
                fitting,
                start=begun,
                threads=threads,
                checkpoint=checkpoint,
                progress=show_epoch,
            )
        )
    fitted.write(output)
    checkpoint.unlink(missing_ok=True)
    recipe = fitted.recipe
    if plot is not None:
        draw_losses(recipe["losses"], plot)
    if as_json:
        told = {
            "output": str(output),
            "variant": fitted.variant,
            "positions": recipe["positions"],
            "held_out_positions": recipe["held_out_positions"],
            "losses": [
                {"pass": number, "loss": loss, "held_out": held_out}
                for number, (loss, held_out) in enumerate(recipe["losses"], 1)
            ],
        }
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    click.echo(
        f"{output}: {fitted.variant}, {recipe['positions']} positions,"
        f" {recipe['held_out_positions']} kept back"
    )
