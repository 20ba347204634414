"""Positions of self-play as a file of Parquet; needs the extra `crownhead[parquet]`.

A row is one position that was searched. To the columns of `crownhead.arrays.parquet` it has

- `action`: the move played in an `ActionSpace` of the game, -1 for one without a number;
- `score`: hundredths of a man for the side to move;
- `result`: 1, 0 or -1 for the side to move.

The metadata of the file say in JSON, under `crownhead`: the `format`, whether boards and actions
are `relative` to the side to move, and the `selfplay` settings that the games follow from.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from crownhead.arrays.parquet import columns, fields, positions_of, read, write
from crownhead.errors import CrownheadError, InvalidArray, MissingPackage
from crownhead.extras import sentence
from crownhead.training import games
from crownhead.training.dataset import Samples, samples
from crownhead.training.settings import Selfplay

try:
    import pyarrow as pa
except ModuleNotFoundError as missing:
    raise MissingPackage(sentence(missing, "parquet")) from None

__all__ = ["BATCH", "export", "read_samples"]

FORMAT = "crownhead positions 1"
BATCH = 16_384
"""Rows that are read at a time unless another number is given."""
_FIELDS = {"action": pa.int32(), "score": pa.int16(), "result": pa.int8()}


def export(source: str | Path, target: str | Path, *, relative: bool = True) -> int:
    """Write the positions of a file of games as Parquet, and return how many there are.

    The games are read one batch at a time. Raises `TrainingError` as `samples`, and `OSError`.

    >>> import tempfile
    >>> from crownhead.training.selfplay import play
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path, file = Path(folder) / "some.games", Path(folder) / "some.parquet"
    ...     played = play(Selfplay(variant="english", nodes=20, seed=1), 2, path)
    ...     count = export(path, file)
    ...     count == sum(len(found.positions) for found in read_samples(file))
    True
    """
    settings, _ = games.read(Path(source))
    kinds = [pa.field(name, kind, nullable=False) for name, kind in _FIELDS.items()]
    head = {"format": FORMAT, "relative": relative, "selfplay": settings.to_dict()}
    return write(
        Path(target),
        [*fields(settings.game), *kinds],
        head,
        (_columns(found, relative) for found in samples(source, relative=relative)),
    )


def read_samples(path: str | Path, *, batch: int = BATCH) -> Iterator[Samples]:
    """Yield what `export` wrote, `batch` rows at a time; actions are as the file has them.

    Raises `InvalidArray` where it is no such file or a row is no position, and `OSError`.
    """
    if batch < 1:
        raise InvalidArray(f"batch: {batch} is not a number of rows from 1 on")
    with read(Path(path), FORMAT, batch) as (head, batches):
        try:
            settings, relative = Selfplay.from_dict(head["selfplay"]), bool(head["relative"])
        except (CrownheadError, KeyError) as error:
            raise InvalidArray(f"{path}: its settings cannot be read: {error}") from None
        for found in batches:
            positions = positions_of(found, settings.game, relative=relative)
            yield Samples(positions, *(_array(found, name, kind) for name, kind in _FIELDS.items()))


def _columns(found: Samples, relative: bool) -> list[pa.Array]:
    own = (found.actions, found.scores, found.results)
    made = [pa.array(array, kind) for array, kind in zip(own, _FIELDS.values(), strict=True)]
    return [*columns(found.positions, relative=relative), *made]


def _array(batch: pa.RecordBatch, name: str, kind: pa.DataType) -> Any:
    place = batch.schema.get_field_index(name)
    if place < 0 or batch.schema.field(place).type != kind or batch.column(place).null_count:
        raise InvalidArray(f"{name}: there is no such column of {kind}, or a row is empty")
    return np.asarray(batch.column(place).to_numpy())
