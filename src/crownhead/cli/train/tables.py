"""The option that says which endgame tables games of training ask."""

from __future__ import annotations

import click

from crownhead.endgame.tables import MOST_PIECES

tables_option = click.option(
    "--tables",
    type=click.IntRange(0, MOST_PIECES),
    default=0,
    show_default=True,
    help="Ask endgame tables of up to so many pieces, and end games that they know.",
)
