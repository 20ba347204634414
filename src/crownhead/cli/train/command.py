"""`crownhead train`: from games of the engine against itself to weights of its evaluation."""

from __future__ import annotations

import click

from crownhead.cli.train.dataset import write_dataset
from crownhead.cli.train.export import export_weights
from crownhead.cli.train.fit import fit_weights
from crownhead.cli.train.gate import gate_weights
from crownhead.cli.train.selfplay import selfplay


@click.group("train")
def command() -> None:
    """Train the evaluation of a game: selfplay, fit, export, gate; dataset for others.

    Each step can be made again from what it writes: the same settings give the same files.
    """


command.add_command(selfplay)
command.add_command(write_dataset)
command.add_command(fit_weights)
command.add_command(export_weights)
command.add_command(gate_weights)
