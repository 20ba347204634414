"""`crownhead bot`: put any engine on a server, by the account of a program."""

from __future__ import annotations

import itertools
import os

import click

from crownhead.arena.contestant import Place
from crownhead.arena.entry import entry
from crownhead.bot import Client, play
from crownhead.cli.arguments import Refused, VariantArgument
from crownhead.variants import Variant, get

PATIENCE = 30.0
"""Seconds that an engine may take beyond the time that it is told."""


@click.command("bot")
@click.option("--server", required=True, help="Address of the server, as https://draughts.example.")
@click.option(
    "--token",
    default=lambda: os.environ.get("CROWNHEAD_TOKEN", ""),
    help="Token of a program's account; better in CROWNHEAD_TOKEN, where nobody else sees it.",
)
@click.option("--variant", type=VariantArgument(files=False), default="english", show_default=True)
@click.option("--time", "control", default="300+5", show_default=True, help="A PDN TimeControl.")
@click.option("--invitation", default="", help="Play the game of this code, and no other.")
@click.option(
    "--games", type=click.IntRange(1), default=None, help="Stop after so many. [default: never]"
)
@click.argument("engine", default="builtin")
def command(
    server: str,
    token: str,
    variant: Variant | str,
    control: str,
    invitation: str,
    games: int | None,
    engine: str,
) -> int:
    """Play games on a server with ENGINE, as `arena match` names engines: one after the other.

    The bot takes the oldest offer with its game and time control, or makes it and waits. A game
    that was left, by a crash or a lost connection, is played on first.
    """
    if not token:
        raise Refused("A token is needed: --token, or CROWNHEAD_TOKEN")
    chosen = get(variant) if isinstance(variant, str) else variant
    contestant = entry(engine)
    wish = {"variant": chosen.key, "time": control}
    client = Client(server, token)
    for number in itertools.count(1):
        game = client.find_unfinished() or client.begin(wish, invitation)
        click.echo(f"{client.server}/#/g/{game}")
        with contestant.make(Place(chosen, number, 0, PATIENCE)) as started:
            click.echo(play(client, game, started))
        if invitation or number == games:
            break
    return 0
