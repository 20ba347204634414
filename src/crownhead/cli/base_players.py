"""`crownhead base players`: who plays, and which names are one player's."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from crownhead.cli.arguments import Refused
from crownhead.cli.base_options import FAULTY, base_option, change_base, json_option, open_base
from crownhead.digits import number_of

if TYPE_CHECKING:
    from crownhead.base import Alike, Player


@click.group("players", invoke_without_command=True)
@click.option("--base", "place", metavar="B", help="The database.")
@click.option("--alike", is_flag=True, help="Only pairs of names that may be one player.")
@json_option
@click.pass_context
def command(ctx: click.Context, place: str | None, alike: bool, as_json: bool) -> None:
    """List the players, with the number of their games.

    With `--alike` pairs of names that may be one player: the same but for order, case and accents,
    with initials, or one a part of the other. `players merge` tells them under one name.
    """
    if ctx.invoked_subcommand is not None:
        return
    if place is None:
        raise Refused("--base is missing")
    with open_base(place, reading=True) as base:
        if alike:
            pairs = base.alike_players()
            found, lines = [asdict(pair) for pair in pairs], map(_alike, pairs)
        else:
            known = base.players
            found, lines = [asdict(player) for player in known], map(_player, known)
    if as_json:
        click.echo(json.dumps(found))
    else:
        for line in lines:
            click.echo(line)
    ctx.exit(0 if found else FAULTY)


@command.command("merge")
@base_option
@click.argument("name")
@click.argument("others", nargs=-1, required=True, metavar="OTHER...")
def merge_players(place: str, name: str, others: tuple[str, ...]) -> None:
    """List and find the games of OTHER under NAME, those that come later too.

    Names are given in so many letters, as `players` lists them. What stands in the games stays as
    it is, and `players split` undoes it.
    """
    with change_base(place) as base:
        count = base.merge_players(name, others)
    click.echo(f"{number_of(count, 'game')} {'is' if count == 1 else 'are'} told under {name}")


@command.command("split")
@base_option
@click.argument("name")
def split_player(place: str, name: str) -> None:
    """Undo what was merged with NAME. Exits with 1 where nothing was."""
    with change_base(place) as base:
        apart = base.split_player(name)
    for each in apart:
        click.echo(f"{each} is told under this name again")
    click.get_current_context().exit(0 if apart else FAULTY)


def _player(player: Player) -> str:
    merged = f"  ({'; '.join(player.merged)})" if player.merged else ""
    return f"{player.games:7}  {player.name}{merged}"


def _alike(pair: Alike) -> str:
    why = {"spelling": "but for the spelling", "initials": "initials", "part": "a part of it"}
    return f"{_player(pair.one)}  =  {_player(pair.other).strip()}  {why[pair.why]}"
