"""`crownhead perft`: the number of move sequences of a length, the proof of a generator."""

from __future__ import annotations

import json
import sys

import click

from crownhead._core import DEEPEST_PERFT
from crownhead.cli.arguments import (
    VariantCommand,
    fen_option,
    json_option,
    position_of,
    variant_argument,
)
from crownhead.cli.interrupt import interruptible
from crownhead.move import Move
from crownhead.position import Position
from crownhead.variants import Variant


@click.command("perft", cls=VariantCommand)
@variant_argument
@click.argument("depth", type=click.IntRange(0, DEEPEST_PERFT))
@fen_option
@click.option("--routes", is_flag=True, help="Count every route of a capture, not every outcome.")
@click.option("--divide", is_flag=True, help="Print the count below each first move.")
@json_option
def command(
    variant: Variant, depth: int, fen: str | None, routes: bool, divide: bool, as_json: bool
) -> None:
    """Count the sequences of DEPTH moves of VARIANT; the count stands alone on the last line."""
    position = position_of(variant, fen)
    counts: dict[str, int] = {}
    total = _count(position, depth, routes, divide and not as_json, counts) if depth else 1
    if as_json:
        found: dict[str, object] = {"variant": variant.key, "fen": position.fen(), "depth": depth}
        found |= {"routes": routes, "nodes": total} | ({"divide": counts} if divide else {})
        click.echo(json.dumps(found))
    else:
        click.echo(str(total))


def _count(
    position: Position, depth: int, routes: bool, divide: bool, counts: dict[str, int]
) -> int:
    """Return the count, and put those below each first move into `counts`."""
    moves = interruptible(lambda: list(position.legal_moves))
    total = 0
    progress = sys.stderr.isatty() and not divide
    for index, move in enumerate(moves, 1):
        count = interruptible(lambda move=move: below(position, move, depth, routes))  # type: ignore[misc]
        total += count
        counts[move.notation("full")] = count
        if divide:
            click.echo(f"{move} {count}")
        elif progress and index < len(moves):
            click.echo(f"\r{index}/{len(moves)}  {total}", nl=False, err=True)
    if progress:
        click.echo("\r\033[K", nl=False, err=True)
    return total


def below(position: Position, move: Move, depth: int, routes: bool) -> int:
    """Count the sequences of `depth` moves that begin with `move`."""
    ways = len(position.routes(move)) if routes else 1
    return ways * position.play(move).perft(depth - 1, routes=routes)
