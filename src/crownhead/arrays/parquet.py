"""Positions as columns of Arrow, and files of Parquet; needs the extra `crownhead[parquet]`.

`columns` and `positions_of` lead from `Positions` to columns and back:

- `boards`: the 4 bitboards of `Positions.bitboards`, 8 numbers on boards of 72 squares;
- `turn`: 0 for White, 1 for Black;
- `draw_counts`: those of `Positions.draw_counts`, one for each rule of the game, maybe none;
- `king_runs`: the 4 numbers of `Positions.king_runs`.

What else belongs to a row are columns of those who write files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from crownhead.arrays.positions import Positions
from crownhead.atomic import create
from crownhead.errors import InvalidArray, MissingPackage
from crownhead.extras import sentence
from crownhead.rules import Board
from crownhead.variants import Variant

try:
    import pyarrow as pa
    from pyarrow import parquet
except ModuleNotFoundError as missing:
    raise MissingPackage(sentence(missing, "parquet")) from None

__all__ = ["ROWS", "columns", "fields", "positions_of", "read", "write"]

ROWS = 65_536
"""Rows that a file keeps together, and so what is in memory of it at a time."""
_HEAD = b"crownhead"


def fields(variant: Variant) -> list[pa.Field]:
    """Return the columns of positions of a game, none of which is ever empty.

    >>> from crownhead.variants import get
    >>> [field.name for field in fields(get("english"))]
    ['boards', 'turn', 'draw_counts', 'king_runs']
    """
    words = 8 if variant.rules.board is Board.DARK_12 else 4
    counts = len(variant.rules.draw_rules)
    kinds = {
        "boards": pa.list_(pa.uint64(), words),
        "turn": pa.uint8(),
        "draw_counts": pa.list_(pa.int16(), counts) if counts else pa.list_(pa.int16()),
        "king_runs": pa.list_(pa.uint8(), 4),
    }
    return [pa.field(name, kind, nullable=False) for name, kind in kinds.items()]


def columns(positions: Positions, *, relative: bool = False) -> list[pa.Array]:
    """Return positions as the columns that `fields` names.

    >>> from crownhead import Position
    >>> some = columns(Positions([Position.initial("english")]))
    >>> some[1].to_pylist(), [hex(board) for board in some[0][0].as_py()]
    ([1], ['0xfff00000', '0x0', '0xfff', '0x0'])
    """
    values: list[npt.NDArray[Any]] = [
        positions.bitboards(relative=relative),
        positions.turns(),
        positions.draw_counts(),
        positions.king_runs(relative=relative),
    ]
    made = []
    for field, value in zip(fields(positions.variant), values, strict=True):
        if not pa.types.is_nested(field.type):
            made.append(pa.array(value, field.type))
        elif value.size:
            flat = pa.array(value.ravel(), field.type.value_type)
            made.append(pa.FixedSizeListArray.from_arrays(flat, type=field.type))
        else:
            made.append(pa.array([[]] * len(value), field.type))
    return made


def positions_of(batch: pa.RecordBatch, variant: Variant, *, relative: bool = False) -> Positions:
    """Return the positions that the columns of a batch hold.

    Raises `InvalidArray` where a column is missing or of another type, and with the place of the
    first row that is no position.

    >>> from crownhead import Position
    >>> some = Positions([Position.from_fen("W:WK20:BK30", "frisian")])
    >>> batch = pa.RecordBatch.from_arrays(columns(some), schema=pa.schema(fields(some.variant)))
    >>> positions_of(batch, some.variant)[0] == some[0]
    True
    """
    found: dict[str, npt.NDArray[Any]] = {}
    for field in fields(variant):
        place = batch.schema.get_field_index(field.name)
        if place < 0 or batch.schema.field(place).type != field.type:
            raise InvalidArray(f"{field.name}: there is no such column of {field.type}")
        column = batch.column(place)
        if column.null_count:
            raise InvalidArray(f"{field.name}: a row is empty")
        nested = pa.types.is_nested(field.type)
        flat = column.flatten() if nested else column
        found[field.name] = np.asarray(flat.to_numpy(zero_copy_only=False))
    size, counts = len(batch), len(variant.rules.draw_rules)
    boards = found["boards"].reshape((size, 4, 2) if _is_wide(variant) else (size, 4))
    return Positions.from_bitboards(
        boards,
        found["turn"],
        variant,
        draw_counts=found["draw_counts"].reshape(size, counts) if counts else None,
        king_runs=found["king_runs"].reshape(size, 2, 2),
        relative=relative,
    )


def _is_wide(variant: Variant) -> bool:
    return variant.rules.board is Board.DARK_12


def write(
    path: Path,
    kinds: list[pa.Field],
    head: dict[str, Any],
    parts: Iterable[list[pa.Array]],
    together: int = ROWS,
) -> int:
    """Write parts, each a list of columns, and return how many rows there are.

    `head` stands in the file's metadata as JSON under `crownhead`; `together` rows make a group.
    The file is there as a whole when all is written, or not at all. Raises `OSError`.
    """
    schema = pa.schema(kinds, metadata={_HEAD: json.dumps(head).encode()})
    rows, waiting, total = [], 0, 0
    with create(path) as file, parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for part in parts:
            batch = pa.RecordBatch.from_arrays(part, schema=schema)
            rows.append(batch)
            waiting += len(batch)
            total += len(batch)
            if waiting >= together:
                writer.write_table(pa.Table.from_batches(rows), row_group_size=together)
                rows, waiting = [], 0
        if rows:
            writer.write_table(pa.Table.from_batches(rows), row_group_size=together)
    return total


@contextmanager
def read(path: Path, what: str, size: int) -> Iterator[tuple[dict[str, Any], Any]]:
    """Open a file that `write` made; give its head, and an iterator over batches of `size` rows.

    Raises `InvalidArray` where it is no file of `what`, and `OSError`.
    """
    try:
        file = parquet.ParquetFile(path)
    except pa.ArrowInvalid as error:
        raise InvalidArray(f"{path} is no file of Parquet: {error}") from None
    with file:
        try:
            head = json.loads((file.schema_arrow.metadata or {})[_HEAD])
            known = head["format"] == what
        except (KeyError, ValueError, TypeError):
            known = False
        if not known:
            raise InvalidArray(f"{path} is no file of {what}")
        yield head, file.iter_batches(size)
