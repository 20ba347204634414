"""Looking at positions: what each of their moves is worth."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache

from crownhead._core import Search
from crownhead.endgame.tables import Tables
from crownhead.engines.analysis import WIN
from crownhead.engines.book.tree import Node
from crownhead.engines.limit import Limit
from crownhead.engines.searching import run
from crownhead.position import Position
from crownhead.renamed import formerly
from crownhead.variants import Variant
from crownhead.workers import Workers

Batch = list[list[int]]
"""Numbers of positions, and after each what its legal moves are worth."""
_MEGABYTES = 32
_GLANCE = 20  # a first look at every move takes so small a part of the nodes
_CLOSE = 30  # moves that then are so many hundredths of a man below the best get no other look


def look_at(workers: Workers, nodes: Sequence[Node], depth: int) -> Batch:
    """Search each move of the positions for `depth` nodes, and return what it is worth."""
    futures = [workers.submit(_look, node.position, node.value, depth) for node in nodes]
    try:
        found = [future.result() for future in futures]
        return [[node.number, *scores] for node, scores in zip(nodes, found, strict=True)]
    finally:
        workers.cancel(futures)


looked_at = formerly("looked_at", look_at)


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
    return -run(search, after, (before,), limit, endgames=shipped_tables(after.variant)).score


@lru_cache(maxsize=1)
def shipped_tables(variant: Variant) -> Tables | None:
    """Return the tables that every machine has: with others the scores would not be the same."""
    tables = Tables.open(variant)
    return tables if tables.pieces else None
