"""`crownhead moves`: the legal moves of a position, one entry per outcome."""

from __future__ import annotations

import json

import click

from crownhead.cli.arguments import VariantCommand, fen_option, position_of, variant_argument
from crownhead.cli.interrupt import interruptible
from crownhead.move import Move
from crownhead.position import Position
from crownhead.variants import Variant


@click.command("moves", cls=VariantCommand)
@variant_argument
@fen_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list, squares as FEN numbers.")
def command(variant: Variant, fen: str | None, as_json: bool) -> None:
    """List the legal moves of VARIANT's initial position, or of a FEN."""
    position = position_of(variant, fen)
    moves = interruptible(lambda: list(position.legal_moves))
    if as_json:
        click.echo(json.dumps([entry(position, move) for move in moves]))
        return
    for move in moves:
        click.echo(str(move))


def entry(position: Position, move: Move) -> dict[str, object]:
    """Return a move as plain data: squares are the numbers a FEN of the variant uses."""
    return {
        "pdn": str(move),
        "from": move.origin,
        "to": move.target,
        "captures": sorted(move.captures),
        "routes": [list(route) for route in position.routes(move)],
        "crowns": move.crowns,
    }
