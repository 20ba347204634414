"""Games of the engine against itself, on as many workers as there are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from crownhead import _core
from crownhead.folders import FilePath
from crownhead.rulesets import ruleset
from crownhead.training.board import check_board
from crownhead.training.games import Batch, Store
from crownhead.training.settings import Selfplay
from crownhead.training.tables import open_tables
from crownhead.workers import Workers, lend
from crownhead.workers.ordered_map import ordered_map

BATCH = 100
"""Games that a worker plays at a time; a file does not depend on how many workers there are."""

Progress = Callable[[int], None]


def play(
    settings: Selfplay,
    games: int,
    path: FilePath,
    *,
    workers: Workers | None = None,
    weights: _core.Weights | None = None,
    progress: Progress | None = None,
) -> int:
    """Play until the file at `path` has `games` games, in whole batches, and return how many more.

    The file is gone on with where it ends. It is the same whoever plays it (`workers`; one thread
    where there are none), and however often it was interrupted. `progress` is told the number of
    games in the file.

    Raises `TrainingError` where the file was made with other settings, where the weights are of
    another board, and where the package lacks the endgame tables that the settings ask for.
    """
    store = open_games(settings, Path(path), weights)
    before = store.next
    games = -(-games // BATCH) * BATCH
    try:
        with lend(workers) as crew:
            shared = crew.share(weights)
            jobs = ((settings, first, BATCH, shared) for first in range(before, games, BATCH))
            for batch in ordered_map(crew, _batch, jobs):
                store.append(batch)
                if progress is not None:
                    progress(store.next)
    finally:
        store.close()
    return store.next - before


def open_games(settings: Selfplay, path: Path, weights: _core.Weights | None) -> Store:
    """Open the file of games at `path`, where it is, after checking what games are played with.

    Raises `TrainingError` as `play`.
    """
    check_board("Self-play", settings.game, weights)
    open_tables(settings)
    return Store(path, settings)


def _batch(settings: Selfplay, first: int, count: int, weights: _core.Weights | None) -> Batch:
    low, high = settings.opening
    games = _core.selfplay(
        ruleset(settings.game),
        seed=settings.seed,
        first=first,
        games=count,
        nodes=settings.nodes,
        weights=weights,
        opening_low=low,
        opening_high=high,
        repetition=settings.repetition,
        most_plies=settings.most_plies,
        endgames=open_tables(settings),
    )
    return Batch(first, count, games)
