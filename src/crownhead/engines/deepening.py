"""A search one ply deeper each time, with a word after every depth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import monotonic

from crownhead._core import Search
from crownhead.engines.interface import MAX_DEPTH, WIN, Analysis, Limit
from crownhead.engines.levels import ALL_CAPTURES
from crownhead.position import Position


def deepen(
    search: Search,
    position: Position,
    past: Sequence[Position],
    limit: Limit,
    *,
    noise: int = 0,
    seed: int = 0,
    exchange: int = ALL_CAPTURES,
) -> Iterator[Analysis]:
    """Yield what is found at each depth until the limit, `search.stop`, or a proven end.

    The shallower depths come from the transposition table and cost next to nothing again. Nodes
    and seconds are those of the whole search; the last word may hold more of a depth that was
    not finished.

    >>> words = deepen(Search(1), Position.initial(), (), Limit(depth=3))
    >>> [found.depth for found in words]
    [1, 2, 3]
    """
    begin = monotonic()
    budget = limit.budget
    nodes = 0
    best: Analysis | None = None
    for depth in range(1, min(limit.depth or MAX_DEPTH, MAX_DEPTH) + 1):
        seconds = 0.0 if budget is None else budget - (monotonic() - begin)
        left = 0 if limit.nodes is None else limit.nodes - nodes
        if best is not None and ((limit.nodes and left <= 0) or (budget and seconds <= 0)):
            return
        found = search.run(
            position,
            past,
            depth=depth,
            nodes=min(max(left, 1), 2**63) if limit.nodes else 0,
            seconds=0.0 if budget is None else max(seconds, 1e-3),
            noise=noise,
            seed=seed,
            exchange=exchange,
            repetition=position.variant.rules.repetition,
        )
        nodes += found.nodes
        taken = monotonic() - begin
        if best is None or found.depth >= best.depth:
            best = Analysis(found.score, found.depth, nodes, taken, tuple(found.line))
        else:
            best = replace(best, nodes=nodes, seconds=taken)
        yield best
        if found.depth < depth or WIN - abs(found.score) < depth:
            return
