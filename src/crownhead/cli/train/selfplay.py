"""`crownhead train selfplay`: a file of games of the engine against itself."""

from __future__ import annotations

from pathlib import Path

import click

from crownhead.cli.arguments import VariantArgument, VariantCommand
from crownhead.cli.progress import progress
from crownhead.cli.train.evaluation import Evaluation, EvaluationArgument
from crownhead.cli.train.tables import tables_option
from crownhead.training.selfplay import BATCH, open_games, play
from crownhead.training.settings import MOST_GAMES, Selfplay
from crownhead.variants import Variant
from crownhead.workers import hire


@click.command("selfplay", cls=VariantCommand)
@click.argument("variant", type=VariantArgument(files=False))
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@click.option(
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    default=20_000,
    show_default=True,
    help=f"Played in batches of {BATCH}: so many, rounded up.",
)
@click.option("--nodes", type=click.IntRange(1), default=500, show_default=True, help="A move.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option(
    "--opening",
    type=(int, int),
    default=(6, 8),
    show_default=True,
    metavar="LOW HIGH",
    help="Plies played at random, at least and at most.",
)
@click.option("--max-plies", type=click.IntRange(1), default=400, show_default=True)
@click.option(
    "--weights",
    type=EvaluationArgument(),
    default="hand",
    show_default=True,
    help="hand, or a file of weights: for a next generation those of the one before.",
)
@tables_option
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
def selfplay(
    variant: Variant,
    path: Path,
    games: int,
    nodes: int,
    seed: int,
    opening: tuple[int, int],
    max_plies: int,
    weights: Evaluation,
    tables: int,
    threads: int,
) -> None:
    """Play games of VARIANT into FILE, or go on where FILE ends.

    The same settings give the same file, however many threads play and however often they were
    interrupted.
    """
    settings = Selfplay(
        variant=variant.key,
        seed=seed,
        nodes=nodes,
        opening=opening,
        most_plies=max_plies,
        weights=weights.id,
        tables=tables,
    )
    store = open_games(settings, path, weights.weights)
    weights.say_whose(variant)
    before = store.next
    store.close()
    total = -(-games // BATCH) * BATCH
    with (
        hire(threads) as workers,
        progress(f"selfplay {variant.key}", total, before) as shown,
    ):
        played = play(
            settings,
            games,
            path,
            workers=workers,
            weights=weights.weights,
            progress=lambda done: shown(done, ""),
        )
    click.echo(f"{path}: {max(total, before)} games, {played} of them new")
