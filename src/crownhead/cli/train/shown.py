"""How far a step of training is: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import click

EVERY = 10.0
"""Seconds between two lines where there is no terminal."""

Shown = Callable[[int, str], None]


@contextmanager
def progress(title: str, total: int, done: int = 0) -> Iterator[Shown]:
    """Give the function that shows how much is done, with a word on it, on the error stream."""
    if not sys.stderr.isatty():
        yield _Lines(title, total, done).show
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("{task.fields[word]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task(title, total=total, completed=done, word="")
        yield lambda number, word: bars.update(bar, completed=number, word=word)


class _Lines:
    def __init__(self, title: str, total: int, done: int) -> None:
        self._title = title
        self._total = total
        self._first = done
        self._begun = monotonic()
        self._next = self._begun + EVERY

    def show(self, done: int, word: str) -> None:
        now = monotonic()
        if now < self._next and done < self._total:
            return
        self._next = now + EVERY
        rate = (done - self._first) / max(now - self._begun, 0.001)
        left = (
            f", {(self._total - done) / rate:.0f} s left" if 0 < rate and done < self._total else ""
        )
        said = f" {word}" if word else ""
        click.echo(f"{self._title}: {done}/{self._total}{left}{said}", err=True)
