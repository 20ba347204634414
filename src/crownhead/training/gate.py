"""The match that weights must win before the package carries them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from crownhead import _core
from crownhead.arena.pentanomial import Pentanomial
from crownhead.arena.sprt import Sprt, Verdict
from crownhead.rulesets import ruleset
from crownhead.training.board import check_board
from crownhead.training.settings import Selfplay
from crownhead.training.tables import opened
from crownhead.workers import Workers, lent

BATCH = 10
"""Pairs that a worker plays at a time."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Hold the pairs played so far and what the test says of them, None while it goes on."""

    pairs: Pentanomial
    verdict: Verdict | None


def gate(
    settings: Selfplay,
    weights: _core.Weights | None,
    against: _core.Weights | None,
    *,
    pairs: int,
    sprt: Sprt | None = None,
    workers: Workers | None = None,
    progress: Callable[[Standing], None] | None = None,
) -> Standing:
    """Play pairs of games between two evaluations at equal nodes until the test ends, or all pairs.

    None stands for the evaluation made by hand. Both games of a pair begin with the same random
    opening. Which pairs are played follows from the settings; with several workers (one thread
    where none are given) batches that were under way when the test ended are left out. Raises
    `TrainingError` where weights are of another board.
    """
    check_board("Gate", settings.game, weights)
    check_board("Gate, against", settings.game, against)
    standing = Standing(Pentanomial(), None)
    starts = iter(range(0, pairs, BATCH))
    with lent(workers) as crew:
        shared = crew.share(weights), crew.share(against)
        waiting: list[Future[list[int]]] = []
        while standing.verdict is None:
            while len(waiting) < 2 * crew.capacity and (start := next(starts, -1)) >= 0:
                count = min(BATCH, pairs - start)
                waiting.append(crew.submit(_match, settings, *shared, start, count))
            if not waiting:
                break
            standing = _joined(standing.pairs, waiting.pop(0).result(), sprt)
            if progress is not None:
                progress(standing)
        crew.cancel(waiting)
    return standing


def _joined(pairs: Pentanomial, counts: list[int], sprt: Sprt | None) -> Standing:
    a, b, c, d, e = (old + new for old, new in zip(pairs.counts, counts, strict=True))
    joined = Pentanomial((a, b, c, d, e))
    return Standing(joined, sprt.verdict(joined) if sprt is not None else None)


def _match(
    settings: Selfplay,
    weights: _core.Weights | None,
    against: _core.Weights | None,
    first: int,
    pairs: int,
) -> list[int]:
    low, high = settings.opening
    return _core.match(
        ruleset(settings.game),
        weights,
        against,
        seed=settings.seed,
        first=first,
        pairs=pairs,
        nodes=settings.nodes,
        opening_low=low,
        opening_high=high,
        repetition=settings.repetition,
        most_plies=settings.most_plies,
        endgames=opened(settings),
    )
