"""`crownhead arena`: a match of two engines, tournaments of several, and their lists."""

from __future__ import annotations

from difflib import get_close_matches

import click
from click.exceptions import NoSuchCommand

from crownhead.cli.arena.match import match
from crownhead.cli.arena.show import show
from crownhead.cli.arena.tournament import gauntlet, rate, round_robin


class MatchOrOther(click.Group):
    """Take what names no subcommand for the arguments of `match`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            if get_close_matches(args[0], self.commands) and "." not in args[0]:
                raise NoSuchCommand(args[0], possibilities=self.commands, ctx=ctx)
            args = ["match", *args]
        return super().parse_args(ctx, args)


@click.group(
    "arena",
    cls=MatchOrOther,
    subcommand_metavar="FIRST SECOND --pdn FILE | show FILE | round-robin | gauntlet | rate",
)
def command() -> None:
    """Play a match between two engines, or several engines against each other.

    See `crownhead arena match --help` for engines and options.
    """


for subcommand in (match, show, round_robin, gauntlet, rate):
    command.add_command(subcommand)
