"""Growing the tree of a book by searches, on as many workers as there are.

The tree is kept as the scores that the searches found, behind the number of each position, and as
the order in which positions are looked at, where it changes. What is looked at next follows from
that: a run that was ended is gone on with, and a file is the same, however often that happened.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TextIO

from crownhead.engines.book.failure import BookError
from crownhead.engines.book.looking import Batch, look_at
from crownhead.engines.book.settings import MOST_NODES, Settings
from crownhead.engines.book.tree import Node, Order, Tree
from crownhead.locking import try_lock
from crownhead.workers import Workers, lend

BATCH = 64
"""Positions that are looked at before the next are chosen."""
FORMAT = "crownhead book tree 1"
MOST_TIMES = 1000

Progress = Callable[[int], None]


def _silent(positions: int) -> None:
    """Show nothing."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """Hold how a round of games is played that the book learns from.

    Who plays by the book has `nodes` for a move, the opponent `times` as many. With `both` he
    plays by the book as well.
    """

    nodes: int = 50_000
    times: int = 8
    both: bool = False

    def __post_init__(self) -> None:
        """Raise `BookError` where a number is out of range."""
        if type(self.nodes) is not int or not 1 <= self.nodes <= MOST_NODES:
            raise BookError(f"Book: nodes={self.nodes!r} is not within 1..{MOST_NODES}")
        if type(self.times) is not int or not 1 <= self.times <= MOST_TIMES:
            raise BookError(f"Book: times={self.times!r} is not within 1..{MOST_TIMES}")
        if type(self.both) is not bool:
            raise BookError(f"Book: both={self.both!r} is not true or false")


@dataclass(slots=True)
class Stage:
    """Hold what decided which positions were looked at next, and how many these were."""

    by: Order | Lessons
    positions: int = 0


@dataclass(slots=True)
class Growth:
    """Hold a tree, the settings that its scores follow from, and the stages that it grew in."""

    settings: Settings
    tree: Tree
    stages: list[Stage] = field(default_factory=list)

    @classmethod
    def of(cls, settings: Settings) -> Growth:
        """Begin with the roots."""
        return cls(settings, Tree(settings.roots()))

    def choose(self, order: Order) -> list[Node]:
        """Return the positions to look at next."""
        self.tree.settle()
        return self.tree.next(BATCH, order)

    def take_in(self, batch: Batch) -> None:
        """Take in scores, or raise `ValueError` or `IndexError` where they do not fit."""
        for number, *scores in batch:
            self.tree.grow(self.tree.position_at(number), scores)
            self.stages[-1].positions += 1


def grow(
    settings: Settings,
    positions: int,
    path: Path,
    *,
    order: Order = Order(),  # noqa: B008
    workers: Workers | None = None,
    progress: Progress = _silent,
) -> Growth:
    """Grow the tree in a file until at least so many positions were looked at, and return it.

    The file is gone on with where it ends, in an `order` that may be another than before. It is
    the same whoever searches (`workers`; one thread where there are none). `progress` is told how
    many positions were looked at, those in the file first. Growth ends sooner where nothing is
    left that is worth a look.

    Raises `BookError` where the file is in use, is none, or was made with other settings.
    """
    with open_growth(path, settings) as (growth, file), lend(workers) as crew:
        progress(growth.tree.size)
        another = not growth.stages or growth.stages[-1].by != order
        if another and growth.tree.size < positions:
            growth.stages.append(Stage(order))
            write(file, asdict(order))
        while growth.tree.size < positions and (chosen := growth.choose(order)):
            batch = look_at(crew, chosen, settings.nodes)
            write(file, batch)
            growth.take_in(batch)
            progress(growth.tree.size)
    growth.tree.settle()
    return growth


def read(path: Path) -> Growth:
    """Return what has grown in a file. Raises `BookError` where the file is none."""
    return _read(path.read_text(encoding="ascii", errors="replace"), path)


@contextmanager
def open_growth(path: Path, settings: Settings | None = None) -> Iterator[tuple[Growth, TextIO]]:
    """Give what a file holds, and the file to go on with; without settings there has to be one.

    Raises `BookError` where it is in use, is none, or was made with other settings.
    """
    if path.exists() and not path.is_file():
        raise BookError(f"{path} is no file")
    with path.open(
        "r+" if settings is None else "a+", encoding="ascii", errors="replace", newline=""
    ) as file:
        yield _read_locked(file, path, settings), file


def _read_locked(file: TextIO, path: Path, settings: Settings | None) -> Growth:
    """Return what a file holds, locked and cut off after its last whole line."""
    if not try_lock(file):
        raise BookError(f"{path} is in use by another run")
    file.seek(0)
    text = file.read()
    if not text and settings is not None:
        write(file, {"format": FORMAT, **settings.to_dict()})
        return Growth.of(settings)
    growth = _read(text, path)
    if settings is not None and growth.settings != settings:
        raise BookError(f"{path} was made with other settings")
    file.seek(file.truncate(text.rfind("\n") + 1))  # a character is a byte
    return growth


def write(file: TextIO, line: Any) -> None:
    """Add a line to a file that is `open_growth`."""
    file.write(json.dumps(line, separators=(",", ":")) + "\n")
    file.flush()


def _read(text: str, path: Path) -> Growth:
    """Read the whole lines of a file."""
    head, *lines = text[: text.rfind("\n") + 1].splitlines() or [""]
    growth = Growth.of(_settings(head, path))
    for number, line in enumerate(lines, 2):
        try:
            _take_in(growth, json.loads(line))
        except (ValueError, TypeError, KeyError, IndexError, BookError):
            raise BookError(f"{path} is damaged in line {number}") from None
    growth.tree.settle()
    return growth


def _take_in(growth: Growth, line: Any) -> None:
    if not isinstance(line, dict):
        _take_in_batch(growth, line)
    elif "looked" in line:
        growth.stages.append(Stage(Lessons(line["nodes"], line["times"], line["both"])))
        for batch in line["looked"]:
            _take_in_batch(growth, batch)
    else:
        growth.stages.append(Stage(Order(line["unit"], line["least"])))


def _take_in_batch(growth: Growth, batch: Any) -> None:
    if not all(type(number) is int for numbers in batch for number in numbers):
        raise TypeError
    growth.take_in(batch)


def _settings(line: str, path: Path) -> Settings:
    try:
        head = json.loads(line)
        known = head.pop("format") == FORMAT
    except (ValueError, KeyError, TypeError, AttributeError):
        known = False
    if not known:
        raise BookError(f"{path} is not the tree of a book")
    return Settings.from_dict(head)
