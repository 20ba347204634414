"""`crownhead event`: run an event on one machine, and let everybody check it."""

from __future__ import annotations

import click

from crownhead.cli.event import entries, export, fees, results, rounds, season, settings


class InOrder(click.Group):
    """List the commands in the order in which an event needs them, with whole sentences."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, each.get_short_help_str(120)) for name, each in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


@click.group("event", cls=InOrder)
def command() -> None:
    """Run an event: entries, pairings, cards by lot, results, rankings, prints.

    FILE holds the whole event, and may be shown to everybody at any time. `check FILE` computes
    all lots, pairings and rankings in it again.
    """


for each in (
    settings.new,
    settings.amend,
    settings.publish,
    entries.enter,
    entries.withdraw,
    entries.readmit,
    entries.excuse,
    entries.contribute,
    entries.players,
    fees.fees,
    fees.paid,
    rounds.pair,
    rounds.card,
    rounds.show_round,
    rounds.result,
    rounds.tie_break,
    rounds.annul,
    results.standings,
    results.cross_table,
    results.explain,
    results.trail,
    results.check,
    results.rank,
    season.rank_series,
    season.combine_events,
    export.export,
    export.import_report,
    export.print_sheet,
):
    command.add_command(each)
