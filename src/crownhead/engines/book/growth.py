"""Growing the tree of a book by searches, on as many workers as there are.

The tree is kept as the scores that the searches found, behind the number of each position, and as
the order in which positions are looked at, where it changes. What is looked at next follows from
that: a run that was ended is gone on with, and a file is the same, however often that happened.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, TextIO

from crownhead._core import Search
from crownhead.endgame.tables import Tables
from crownhead.engines.book.failure import BookError
from crownhead.engines.book.settings import Settings
from crownhead.engines.book.tree import Node, Order, Tree
from crownhead.engines.interface import WIN, Limit
from crownhead.engines.searching import run
from crownhead.locking import locked
from crownhead.position import Position
from crownhead.variants import Variant
from crownhead.workers import Workers, lent

BATCH = 64
"""Positions that are looked at before the next are chosen."""
FORMAT = "crownhead book tree 1"
_MEGABYTES = 32
_GLANCE = 20  # a first look at every move takes so small a part of the nodes
_CLOSE = 30  # moves that then are so many hundredths of a man below the best get no other look

Progress = Callable[[int], None]
Batch = list[list[int]]
"""Numbers of positions, and after each what its legal moves are worth."""


def _silent(positions: int) -> None:
    """Show nothing."""


@dataclass(slots=True)
class Stage:
    """Hold an order, and how many positions were looked at in it."""

    order: Order
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

    def chosen(self) -> list[Node]:
        """Return the positions to look at next."""
        self.tree.settle()
        return self.tree.next(BATCH, self.stages[-1].order)

    def take_in(self, batch: Batch) -> None:
        """Take in scores, or raise `ValueError` or `IndexError` where they do not fit."""
        for number, *scores in batch:
            self.tree.grow(self.tree.numbered(number), scores)
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
    with path.open("a+", encoding="utf-8") as file, lent(workers) as crew:
        growth = _found(file, path, settings)
        progress(growth.tree.size)
        another = not growth.stages or growth.stages[-1].order != order
        if another and growth.tree.size < positions:
            growth.stages.append(Stage(order))
            _write(file, asdict(order))
        while growth.tree.size < positions and (chosen := growth.chosen()):
            batch = _looked_at(crew, settings, chosen)
            _write(file, batch)
            growth.take_in(batch)
            progress(growth.tree.size)
    growth.tree.settle()
    return growth


def read(path: Path) -> Growth:
    """Return what has grown in a file. Raises `BookError` where the file is none."""
    return _read(path.read_text(encoding="utf-8", errors="replace"), path)


def _found(file: TextIO, path: Path, settings: Settings) -> Growth:
    """Return what a file holds, locked and cut off after its last whole line."""
    if not locked(file):
        raise BookError(f"{path} is in use by another run")
    file.seek(0)
    text = file.read()
    if not text:
        _write(file, {"format": FORMAT, **settings.to_dict()})
        return Growth.of(settings)
    growth = _read(text, path)
    if growth.settings != settings:
        raise BookError(f"{path} was made with other settings")
    file.truncate(text.rfind("\n") + 1)  # all of it is ASCII
    return growth


def _write(file: TextIO, line: Any) -> None:
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
    if isinstance(line, dict):
        growth.stages.append(Stage(Order(line["unit"], line["least"])))
    elif all(type(number) is int for numbers in line for number in numbers):
        growth.take_in(line)
    else:
        raise TypeError


def _settings(line: str, path: Path) -> Settings:
    try:
        head = json.loads(line)
        known = head.pop("format") == FORMAT
    except (ValueError, KeyError, TypeError, AttributeError):
        known = False
    if not known:
        raise BookError(f"{path} is not the tree of a book")
    return Settings.from_dict(head)


def _looked_at(workers: Workers, settings: Settings, nodes: Sequence[Node]) -> Batch:
    futures = [workers.submit(_look, node.position, node.value, settings.nodes) for node in nodes]
    try:
        found = [future.result() for future in futures]
        return [[node.number, *scores] for node, scores in zip(nodes, found, strict=True)]
    finally:
        workers.cancel(futures)


_own = threading.local()


def _look(position: Position, value: int, nodes: int) -> list[int]:
    """Return what each legal move is worth; an only one is worth what the position is."""
    after = [position.play(move) for move in position.legal_moves]
    if len(after) == 1:
        return [value]
    search = getattr(_own, "search", None)
    if search is None:
        search = _own.search = Search(_MEGABYTES)
    search.clear()
    scores = [_worth(search, position, one, max(1, nodes // _GLANCE)) for one in after]
    enough = max(scores) - _CLOSE
    return [
        _worth(search, position, one, nodes) if score >= enough else score
        for one, score in zip(after, scores, strict=True)
    ]


def _worth(search: Search, before: Position, after: Position, nodes: int) -> int:
    if after.outcome is not None:
        winner = after.outcome.winner
        return 0 if winner is None else WIN if winner == before.turn else -WIN
    limit = Limit(nodes=nodes)
    return -run(search, after, (before,), limit, endgames=_shipped(after.variant)).score


@lru_cache(maxsize=1)
def _shipped(variant: Variant) -> Tables | None:
    """Return the tables that every machine has: with others the scores would not be the same."""
    tables = Tables.open(variant)
    return tables if tables.pieces else None
