"""What is seen of a match while it runs: a live table, or a line now and then."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

import click

from crownhead.arena.arena import Arena, Progress
from crownhead.arena.board import FAULTS, Ending
from crownhead.arena.score import MatchScore
from crownhead.cli.arena.report import line, rows
from crownhead.locales import Catalogue

if TYPE_CHECKING:
    from rich.table import Table

EVERY = 10.0
"""Seconds between two lines where there is no terminal."""
_PER_SECOND = 4


@contextmanager
def screen(arena: Arena, speech: Catalogue, *, forfeits: bool = True) -> Iterator[Progress]:
    """Give the function that shows the progress of a match on the error stream.

    Without `forfeits`, pairs in which a game was lost by a fault count for nothing.
    """
    pace = _Pace(arena.score.games, arena.games)
    if not sys.stderr.isatty():
        yield _Lines(arena.games, pace, forfeits).hear
        return
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True)
    with Live(console=console, refresh_per_second=_PER_SECOND, transient=True) as live:
        shown = 0.0

        def hear(score: MatchScore, ending: Ending | None) -> None:
            nonlocal shown
            if ending is not None and ending.kind in FAULTS:
                console.print(str(ending), markup=False, highlight=False)
            if monotonic() - shown >= 1 / _PER_SECOND:
                shown = monotonic()
                live.update(_table(arena, score, speech, pace, forfeits))

        hear(arena.score, None)
        yield hear


def _table(
    arena: Arena, score: MatchScore, speech: Catalogue, pace: _Pace, forfeits: bool
) -> Table:
    from rich.table import Table
    from rich.text import Text

    settings = arena.settings
    title = f"{settings.first.name} - {settings.second.name}, {settings.variant.key}"
    table = Table(title=Text(title), show_header=False, title_justify="left")
    for label, value in rows(score, arena.games, speech, forfeits=forfeits):
        table.add_row(Text(label), Text(value))
    table.add_row(Text(speech.text("arena.pace")), Text(pace.text(score.games)))
    return table


class _Pace:
    def __init__(self, before: int, games: int) -> None:
        self._begun = monotonic()
        self._before = before
        self._games = games

    def text(self, now: int) -> str:
        elapsed = monotonic() - self._begun
        rate = (now - self._before) / max(elapsed, 0.001)
        expected = _clock((self._games - now) / rate) if rate else "-"
        return f"{rate:.2f}/s   {_clock(elapsed)}   {expected}"


def _clock(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


class _Lines:
    def __init__(self, games: int, pace: _Pace, forfeits: bool) -> None:
        self._games = games
        self._forfeits = forfeits
        self._pace = pace
        self._next = monotonic() + EVERY

    def hear(self, score: MatchScore, ending: Ending | None) -> None:
        if ending is not None and ending.kind in FAULTS:
            click.echo(str(ending), err=True)
        if monotonic() >= self._next:
            self._next = monotonic() + EVERY
            pace = self._pace.text(score.games)
            shown = line(score, self._games, forfeits=self._forfeits)
            click.echo(f"{shown}  {pace}", err=True)
