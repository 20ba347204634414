"""`crownhead arena FIRST SECOND` and `crownhead arena show FILE`."""

from __future__ import annotations

import click

from crownhead.cli.arena.match import match
from crownhead.cli.arena.show import show


class MatchOrShow(click.Group):
    """Take what names no subcommand for the arguments of `match`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            args = ["match", *args]
        return super().parse_args(ctx, args)


@click.group("arena", cls=MatchOrShow, subcommand_metavar="FIRST SECOND --pdn FILE | show FILE")
def command() -> None:
    """Play a match between two engines, or show how one stands.

    See `crownhead arena match --help` for engines and options.
    """


command.add_command(match)
command.add_command(show)
