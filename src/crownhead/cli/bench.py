"""`crownhead bench`: the speed of move generation, game by game, in one run."""

from __future__ import annotations

import json
from time import perf_counter

import click

from crownhead.cli.arguments import VariantArgument, VariantCommand, json_option
from crownhead.cli.interrupt import interruptible
from crownhead.position import Position
from crownhead.variants import VARIANTS, Variant

DEEPEST = 20


@click.command("bench", cls=VariantCommand)
@click.argument("variant", nargs=-1, type=VariantArgument(files=False), metavar="[VARIANT]...")
@click.option(
    "--seconds",
    type=click.FloatRange(0.01, 60),
    default=0.5,
    show_default=True,
    help="Deepen until a count takes this long.",
)
@json_option
def command(variant: tuple[Variant, ...], seconds: float, as_json: bool) -> None:
    """Count move sequences and print million leaves per second, without and with bulk counting.

    Bulk counting takes the length of the last move list instead of playing its moves. Ratios
    compare with the first line and hold within one run only.
    """
    games = variant or tuple(VARIANTS.values())
    if not as_json:
        click.echo(
            f"{'variant':14} depth {'leaves':>12} {'M/s':>8} {'bulk M/s':>9} {'bulk/not':>8} ratio"
        )
    first = 0.0
    found: list[dict[str, object]] = []
    for game in games:
        depth, leaves, fast = deepen(game, seconds)
        _, slow = time_count(game, depth, bulk=False)
        first = first or leaves / fast
        if as_json:
            rates = {"leaves_per_second": leaves / slow, "bulk_leaves_per_second": leaves / fast}
            found.append({"variant": game.key, "depth": depth, "leaves": leaves, **rates})
            continue
        click.echo(
            f"{game.key:14} {depth:5} {leaves:12} {leaves / slow / 1e6:8.1f}"
            f" {leaves / fast / 1e6:9.1f} {slow / fast:8.2f} {leaves / fast / first:5.2f}"
        )
    if as_json:
        click.echo(json.dumps(found))


def time_count(game: Variant, depth: int, *, bulk: bool) -> tuple[int, float]:
    """Return the count at `depth` and the seconds it took."""
    position = Position.initial(game)
    begin = perf_counter()
    leaves = interruptible(lambda: position.perft(depth, bulk=bulk))
    return leaves, max(perf_counter() - begin, 1e-9)


def deepen(game: Variant, seconds: float) -> tuple[int, int, float]:
    """Count deeper until a depth takes `seconds`; return that depth, its count and its time."""
    for depth in range(1, DEEPEST):
        leaves, taken = time_count(game, depth, bulk=True)
        if taken >= seconds:
            break
    return depth, leaves, taken
