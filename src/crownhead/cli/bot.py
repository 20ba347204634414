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
@click.option(
    "--variant",
    "variants",
    type=VariantArgument(files=False),
    multiple=True,
    help="The game; with --challenges there may be several.  [default: english]",
)
@click.option("--time", "control", default="300+5", show_default=True, help="A PDN TimeControl.")
@click.option("--invitation", default="", help="Play the game of this code, and no other.")
@click.option(
    "--challenges",
    is_flag=True,
    help="Play those who challenge the account, at any time control; decline other games.",
)
@click.option(
    "--games", type=click.IntRange(1), default=None, help="Stop after so many. [default: never]"
)
@click.argument("engine", default="builtin")
def command(
    server: str,
    token: str,
    variants: tuple[Variant | str, ...],
    control: str,
    invitation: str,
    challenges: bool,
    games: int | None,
    engine: str,
) -> int:
    """Play games on a server with ENGINE, as `arena match` names engines: one after the other.

    The bot takes the oldest offer with its game and time control, or makes it and waits. With
    --challenges it leaves the lobby alone. A game that was left, by a crash or a lost connection,
    is played on first.
    """
    if not token:
        raise Refused("A token is needed: --token, or CROWNHEAD_TOKEN")
    if challenges and invitation:
        raise Refused("--challenges and --invitation exclude each other")
    if len(variants) > 1 and not challenges:
        raise Refused("Several games can be named with --challenges alone")
    keys = [get(variant).key for variant in variants or ("english",)]
    chosen = get(keys[0])
    contestant = entry(engine)
    client = Client(server, token)
    for number in itertools.count(1):
        game = client.find_unfinished()
        if challenges:
            game = game or client.take_challenge(keys)
            chosen = client.find_variant(game)
        elif not game:
            game = client.begin({"variant": chosen.key, "time": control}, invitation)
        click.echo(f"{client.server}/#/g/{game}")
        with contestant.make(Place(chosen, number, 0, PATIENCE)) as started:
            click.echo(play(client, game, started))
        if invitation or number == games:
            break
    return 0
