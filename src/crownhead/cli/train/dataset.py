"""`crownhead train dataset`: the positions of a file of games as Parquet."""

from __future__ import annotations

from pathlib import Path

import click

from crownhead.digits import number_of


@click.command("dataset")
@click.argument(
    "games", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="GAMES"
)
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@click.option(
    "--absolute",
    is_flag=True,
    help="Boards and actions as White sees them; without it, as the side to move does.",
)
def write_dataset(games: Path, path: Path, absolute: bool) -> None:
    """Write the positions of GAMES, which selfplay wrote, into FILE as Parquet."""
    from crownhead.training.parquet import export

    rows = export(games, path, relative=not absolute)
    click.echo(f"{path}: {number_of(rows, 'position')}")
