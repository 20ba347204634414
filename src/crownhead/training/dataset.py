"""Files of self-play as arrays, for networks that are trained elsewhere; needs numpy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from crownhead import _core
from crownhead.arrays import ActionSpace, Positions
from crownhead.training.failure import TrainingError
from crownhead.training.games import read


class Samples(NamedTuple):
    """Hold what was searched in some games, a row for each position, in the order of play.

    `actions` are the moves played, -1 for one without a number in the space; `scores` hundredths of
    a man and `results` 1, 0 or -1, both for the side to move.
    """

    positions: Positions
    actions: npt.NDArray[np.int32]
    scores: npt.NDArray[np.int16]
    results: npt.NDArray[np.int8]


def samples(path: str | Path, *, relative: bool = True) -> Iterator[Samples]:
    """Yield a file of games that `crownhead train selfplay` wrote, one batch of games at a time.

    Moves of the random openings are left out. Raises `TrainingError` where it is no such file, or
    is damaged other than by being cut off.

    >>> import tempfile
    >>> from crownhead.training.selfplay import play
    >>> from crownhead.training.settings import Selfplay
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "some.games"
    ...     played = play(Selfplay(variant="english", nodes=20, seed=1), 2, path)
    ...     [len(found.positions) == len(found.scores) > 0 for found in samples(path)]
    [True]
    """
    settings, batches = read(Path(path))
    space = ActionSpace(settings.game, relative=relative)
    for batch in batches:
        found = _core.PositionBatch.searched(space.native, batch.games)
        if found is None:
            raise TrainingError(f"{path}: game {batch.first} or one after it is none of its rules")
        positions, actions, scores, results = found
        yield Samples(
            Positions.of_native(space.variant, positions),
            np.frombuffer(actions, np.int32),
            np.frombuffer(scores, np.int16),
            np.frombuffer(results, np.int8),
        )
