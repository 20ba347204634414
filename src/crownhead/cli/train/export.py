"""`crownhead train export`: the file of weights that the package carries."""

from __future__ import annotations

from pathlib import Path

import click

from crownhead.training.export import export
from crownhead.training.fit import Fitted


@click.command("export")
@click.argument(
    "fitted", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FITTED"
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER")
def export_weights(fitted: Path, folder: Path) -> None:
    """Write FOLDER/GAME.weights, and the recipe that made it beside it as JSON."""
    written = export(Fitted.read(fitted), folder)
    click.echo(f"{written.path}: {written.size} bytes, id {written.id:016x}")
