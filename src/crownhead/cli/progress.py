"""How far a command is: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from time import monotonic
from typing import Literal

import click

EVERY = 10.0
"""Seconds between two lines where there is no terminal."""

MANY = 1_000_000
"""Pieces from which on a bar shows their share in place of their number."""

Shown = Callable[[int, str], None]


@contextmanager
def progress(
    title: str, total: int, done: int = 0, *, unit: Literal["pieces", "bytes"] = "pieces"
) -> Iterator[Shown]:
    """Give the function that shows how much is done, with a word on it, on the error stream."""
    if not sys.stderr.isatty() or find_spec("rich") is None:
        yield _Lines(title, total, done).show
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        MofNCompleteColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    counted = MofNCompleteColumn() if total < MANY else TaskProgressColumn()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn() if unit == "bytes" else counted,
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("{task.fields[word]}"),
    )
    # What is printed meanwhile goes above the bar only where both are on the terminal.
    both = sys.stdout.isatty()
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=both) as bars:
        bar = bars.add_task(title, total=total, completed=done, word="")
        yield lambda number, word: bars.update(bar, completed=number, word=word)


@contextmanager
def progress_when_known(title: str) -> Iterator[Callable[[int, int, str], None]]:
    """Give the function that shows how much is done, of how much, with a word on it.

    Nothing is shown, and no time is taken, before it is first called.
    """
    with ExitStack() as stack:
        shown: Shown | None = None

        def show(done: int, total: int, word: str) -> None:
            nonlocal shown
            if shown is None:
                shown = stack.enter_context(progress(title, total, done))
            shown(done, word)

        yield show


class _Lines:
    """Lines for work that takes long; a command that is soon done says nothing."""

    def __init__(self, title: str, total: int, done: int) -> None:
        self._title = title
        self._total = total
        self._first = done
        self._begun = monotonic()
        self._next = self._begun + EVERY
        self._spoken = False

    def show(self, done: int, word: str) -> None:
        now = monotonic()
        if now < self._next and not (self._spoken and done >= self._total):
            return
        self._next = now + EVERY
        self._spoken = True
        rate = (done - self._first) / max(now - self._begun, 0.001)
        left = (
            f", {(self._total - done) / rate:.0f} s left" if 0 < rate and done < self._total else ""
        )
        said = f" {word}" if word else ""
        click.echo(f"{self._title}: {done}/{self._total}{left}{said}", err=True)
