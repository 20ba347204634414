"""The match that weights must win before the package carries them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from crownhead import _core
from crownhead.arena.pentanomial import Pentanomial
from crownhead.arena.sprt import Sprt, Verdict
from crownhead.rulesets import ruleset
from crownhead.training.board import check_board
from crownhead.training.pairs import Pairs
from crownhead.training.settings import Selfplay
from crownhead.training.tables import open_tables
from crownhead.workers import Workers, lend
from crownhead.workers.ordered_map import ordered_map

BATCH = 10
"""Pairs that a worker plays at a time."""


@dataclass(frozen=True, slots=True)
class GateScore:
    """Hold the pairs played so far and what the test says of them, None while it goes on."""

    pairs: Pentanomial
    verdict: Verdict | None

    def after(self, points: int, sprt: Sprt | None) -> GateScore:
        """Return the score with a pair more, of so many half points; -1 counts for nothing."""
        if points < 0:
            return self
        pairs = self.pairs.plus(points)
        return GateScore(pairs, sprt.verdict(pairs) if sprt is not None else None)


def gate(
    settings: Selfplay,
    weights: _core.Weights | None,
    against: _core.Weights | None,
    *,
    pairs: int,
    sprt: Sprt | None = None,
    path: Path | None = None,
    workers: Workers | None = None,
    progress: Callable[[GateScore], None] | None = None,
) -> GateScore:
    """Play pairs of games between two evaluations at equal nodes until the test ends, or all pairs.

    None stands for the evaluation made by hand. Both games of a pair begin with the same random
    opening. Which pairs are played follows from the settings; with several workers (one thread
    where none are given) pairs that were under way when the test ended are left out. The file at
    `path`, where given, keeps the pairs, and is gone on with where it ends; the result is the same.
    `progress` is told of each pair, those in the file among them.

    Raises `TrainingError` where weights are of another board, and where the file was made with
    other settings.
    """
    kept = open_pairs(settings, weights, against, sprt, path)
    score = GateScore(Pentanomial(), None)
    try:
        with (
            lend(workers) as crew,
            closing(_play_pairs(settings, weights, against, pairs, kept, crew)) as played,
        ):
            for points in played:
                score = score.after(points, sprt)
                if progress is not None:
                    progress(score)
                if score.verdict is not None:
                    break
    finally:
        if kept is not None:
            kept.close()
    return score


def open_pairs(
    settings: Selfplay,
    weights: _core.Weights | None,
    against: _core.Weights | None,
    sprt: Sprt | None,
    path: Path | None,
) -> Pairs | None:
    """Open the file that keeps the pairs, where there is one, after checking who plays.

    Raises `TrainingError` as `gate`.
    """
    check_board("Gate", settings.game, weights)
    check_board("Gate, against", settings.game, against)
    open_tables(settings)
    if path is None:
        return None
    return Pairs(
        path,
        {
            **settings.to_dict(),
            "weights": weights.id if weights is not None else 0,
            "against": against.id if against is not None else 0,
            "sprt": asdict(sprt) if sprt is not None else None,
        },
    )


def _play_pairs(
    settings: Selfplay,
    weights: _core.Weights | None,
    against: _core.Weights | None,
    pairs: int,
    kept: Pairs | None,
    workers: Workers,
) -> Generator[int, None, None]:
    """Yield the half points of each pair: first those that are kept, then those that are played."""
    known = [] if kept is None else kept.points[:pairs]
    yield from known
    shared = workers.share(weights), workers.share(against)
    starts = range(len(known), pairs, BATCH)
    jobs = ((settings, *shared, first, min(BATCH, pairs - first)) for first in starts)
    for batch in ordered_map(workers, _batch, jobs):
        for points in batch:
            if kept is not None:
                kept.append(points)
            yield points


def _batch(
    settings: Selfplay,
    weights: _core.Weights | None,
    against: _core.Weights | None,
    first: int,
    count: int,
) -> list[int]:
    """Return the half points of so many pairs, -1 for one that its random opening ended."""
    return [_pair(settings, weights, against, number) for number in range(first, first + count)]


def _pair(
    settings: Selfplay,
    weights: _core.Weights | None,
    against: _core.Weights | None,
    number: int,
) -> int:
    low, high = settings.opening
    counts = _core.match(
        ruleset(settings.game),
        weights,
        against,
        seed=settings.seed,
        first=number,
        pairs=1,
        nodes=settings.nodes,
        opening_low=low,
        opening_high=high,
        repetition=settings.repetition,
        most_plies=settings.most_plies,
        endgames=open_tables(settings),
    )
    return counts.index(1) if any(counts) else -1
