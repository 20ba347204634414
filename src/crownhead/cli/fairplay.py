"""`crownhead fairplay`: what a moderator should know of a player's moves; it accuses nobody."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from crownhead.cli.arguments import Refused, VariantArgument, json_option
from crownhead.cli.interrupt import interruptible
from crownhead.digits import number_of
from crownhead.fairplay import Evidence, examine
from crownhead.fairplay.choices import NODES
from crownhead.formats.pdn import PdnGame
from crownhead.formats.pdn.names import fold
from crownhead.formats.pdn.reader import read
from crownhead.rules import Color
from crownhead.variants import Variant


@click.command("fairplay")
@click.argument("file", type=click.Path(exists=True, dir_okay=False), metavar="FILE")
@click.option("--player", required=True, metavar="NAME", help="As the tags White and Black say it.")
@click.option("--rating", required=True, type=click.IntRange(0, 4000), help="The player's own.")
@click.option(
    "--variant", type=VariantArgument(), metavar="V", help="The game, where the file says none."
)
@click.option(
    "--nodes",
    type=click.IntRange(100, 10_000_000),
    default=NODES,
    show_default=True,
    help="Searched for each move; what is expected was measured with the default.",
)
@json_option
def command(
    file: str, player: str, rating: int, variant: Variant | None, nodes: int, as_json: bool
) -> None:
    """Count how often a player of FILE (PDN) finds the engine's move where he has a real choice.

    Beside it stands what is expected at his rating. Who is far above it is worth a look by a
    person; that is no verdict, and docs/fairplay.md says how often it is wrong.
    """
    found = interruptible(lambda: examine(_games(file, player, variant), rating, nodes=nodes))
    if not found.games:
        raise Refused(f"{file}: no game of {player!r}")
    click.echo(json.dumps(_data(found)) if as_json else _table(found, player))


def _games(file: str, player: str, variant: Variant | None) -> Iterator[tuple[PdnGame, Color]]:
    wanted = fold(player)
    for game in read(Path(file), variant=variant):
        if fold(game.white or "") == wanted:
            yield game, "white"
        elif fold(game.black or "") == wanted:
            yield game, "black"


def _data(found: Evidence) -> dict[str, object]:
    return {
        "games": found.games,
        "rating": found.rating,
        "easy": found.easy.to_dict(),
        "hard": found.hard.to_dict(),
        "deviation": round(found.deviation, 2),
        "listed": found.listed,
        "forced_seconds": found.forced_seconds,
        "choice_seconds": found.choice_seconds,
    }


def _table(found: Evidence, player: str) -> str:
    lines = [
        f"{player}, rated {found.rating:.0f}: {number_of(found.games, 'game')},"
        f" {number_of(len(found.choices), 'real choice')}",
        "        choices   the engine's   expected    cost   expected",
    ]
    for name, kind in (("easy", found.easy), ("hard", found.hard)):
        costs = (kind.cost, kind.expected_cost)
        cost, usual = ("-" if one is None else f"{one:.0f}" for one in costs)
        lines.append(
            f"  {name} {kind.choices:9} {kind.agreed:14} {kind.expected:10.1f}"
            f" {cost:>7} {usual:>10}"
        )
    if found.forced_seconds is not None and found.choice_seconds is not None:
        lines.append(
            f"  median time: {found.forced_seconds:.1f} s where one move was legal,"
            f" {found.choice_seconds:.1f} s for a real choice"
        )
    verdict = "worth a look by a person" if found.listed else "nothing unusual"
    lines.append(f"  {found.deviation:+.1f} standard deviations above what is expected: {verdict}")
    return "\n".join(lines)
