"""Learning from games that were lost by the book.

In a round every root is played from both sides, by the book against more nodes. Where a game was
lost, what came after the book is looked at, and then, several times, the end of what is the best
line now: so the book comes to know why it lost, and where it should have left for another way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from crownhead._core import Book, Search
from crownhead.engines.book import books
from crownhead.engines.book.export import entries_of, write_book
from crownhead.engines.book.growth import Growth, Lessons, Stage, open_growth, write
from crownhead.engines.book.looking import Batch, look_at, shipped_tables
from crownhead.engines.book.tree import DECIDED, Node
from crownhead.engines.limit import Limit
from crownhead.engines.searching import run
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.workers import Workers, lend

FURTHER = 16
"""Looks at the end of the best line, for each game that was lost."""
_LOST = 150  # hundredths of a man that nobody gets back
_LONGEST = 200
_MEGABYTES = 16

Progress = Callable[[int, int, str], None]
"""Is told how many games were played, of how many in all rounds, and a word about the last."""


def _silent(played: int, games: int, word: str) -> None:
    """Show nothing."""


@dataclass(frozen=True, slots=True)
class _Loss:
    """A game that the book lost: its moves, as numbers among the legal ones, until it was."""

    root: Node
    side: Color
    moves: list[int]

    def path(self) -> Iterator[tuple[Node, int]]:
        """Yield the positions of the tree that were on the board, and what was played there."""
        node = self.root
        for number in self.moves:
            yield node, number
            if not node.grown:
                return
            node = node.moves[number].node

    def find_departure(self) -> Node:
        """Return where the opponent left the best line of the tree for the last time."""
        found = self.root
        for node, number in self.path():
            if node.grown and node.position.turn != self.side:
                edge = node.moves[number]
                if edge.onward and edge.value < max(one.value for one in node.moves):
                    found = edge.node
        return found

    def first_unknown(self) -> Node | None:
        """Return the first position that was not looked at, if one was on the board."""
        return next((node for node, _ in self.path() if not node.grown), None)


def learn(
    path: Path,
    rounds: int,
    *,
    lessons: Lessons = Lessons(),  # noqa: B008
    workers: Workers | None = None,
    progress: Progress = _silent,
) -> Growth:
    """Train the book of a tree until so many rounds were played, and return the tree.

    The file is gone on with after its last whole round. It is the same whoever plays and searches
    (`workers`; one thread where there are none).

    Raises `BookError` where the file is in use, or is no tree.
    """
    with open_growth(path) as (growth, file), lend(workers) as crew:
        before = sum(isinstance(stage.by, Lessons) for stage in growth.stages)
        games, played = (rounds - before) * len(_games(growth)), 0
        for number in range(before + 1, rounds + 1):
            losses: list[_Loss] = []
            for loss in _round(crew, growth, lessons, number):
                played += 1
                losses += [loss] if loss else []
                progress(played, games, f"round {number}: {len(losses)} lost")
            growth.stages.append(Stage(lessons))
            looked = list(_looks(crew, growth, losses))
            write(file, {**asdict(lessons), "looked": looked})
    growth.tree.settle()
    return growth


def _games(growth: Growth) -> list[tuple[Node, Color]]:
    """Return where the games of a round begin, and which side the book has."""
    return [(root, side) for root in growth.tree.roots() for side in ("white", "black")]


def _round(
    workers: Workers, growth: Growth, lessons: Lessons, number: int
) -> Iterator[_Loss | None]:
    """Play a round."""
    book = workers.share(write_book(entries_of(growth.tree)))
    games = _games(growth)
    futures = [
        workers.submit(_play_to_loss, root.position, side, book, lessons, number)
        for root, side in games
    ]
    try:
        for (root, side), future in zip(games, futures, strict=True):
            moves = future.result()
            yield None if moves is None else _Loss(root, side, moves)
    finally:
        workers.cancel(futures)


def _looks(workers: Workers, growth: Growth, losses: list[_Loss]) -> Iterator[Batch]:
    """Look at what follows from the losses; yield what was found, taken in already."""

    def look(nodes: Iterable[Node | None]) -> Batch:
        chosen = [node for node in dict.fromkeys(nodes) if node is not None]
        batch = look_at(workers, chosen, growth.settings.nodes)
        growth.take_in(batch)
        growth.tree.settle()
        return batch

    beginnings = [loss.find_departure() for loss in losses]
    while batch := look(loss.first_unknown() for loss in losses):
        yield batch
    for _ in range(FURTHER):
        if batch := look(_end(node) for node in beginnings):
            yield batch


def _end(node: Node) -> Node | None:
    """Return the end of the best line from a position, or None where nothing is open there."""
    while node.grown:
        best = max(node.moves, key=lambda edge: (edge.value, edge.onward))
        if not best.onward:
            return None
        node = best.node
    return node if abs(node.value) < DECIDED else None


def _play_to_loss(
    position: Position, side: Color, content: bytes, lessons: Lessons, seed: int
) -> list[int] | None:
    """Play a game; return its moves until nothing could be saved if `side` lost it, else None."""
    book, tables = _read(content), shipped_tables(position.variant)
    searches = {True: Search(_MEGABYTES), False: Search(_MEGABYTES)}
    past: list[Position] = []
    moves: list[int] = []
    open_until = 0
    while position.outcome is None and len(moves) < _LONGEST:
        known = tables.value(position) if tables else None
        if known is not None:
            lost = known[0] == (-1 if position.turn == side else 1)
            return moves[: open_until + 2] if lost else None
        own = position.turn == side
        legal = list(position.legal_moves)
        move = book.draw(position, seed) if own or lessons.both else None
        score = 0
        if move is None and len(legal) > 1:
            limit = Limit(nodes=lessons.nodes * (1 if own else lessons.times))
            found = run(searches[own], position, past, limit, endgames=tables)
            move, score = found.best, found.score
        if not own and len(legal) > 1 and score < _LOST:
            open_until = len(moves) + 1
        past.append(position)
        move = move or legal[0]
        moves.append(legal.index(move))
        position = position.play(move)
    winner = position.outcome.winner if position.outcome else None
    return None if winner in (None, side) else moves[: open_until + 2]


@lru_cache(maxsize=1)
def _read(content: bytes) -> Book:
    return books.read(content)
