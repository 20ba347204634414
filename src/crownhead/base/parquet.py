"""The games of a database as a file of Parquet; needs the extra `crownhead[parquet]`.

A row is one game:

- `id`: its number in the database;
- `variant`: the key of what is played, house rules as JSON, empty where nothing says it;
- `white`, `black`, `event`, `date`: as they stand in the games, the date as `1998.05.31`;
- `result`: `white`, `black`, `draw` or `*`;
- `start`: the position it begins from as FEN, empty where there is none;
- `moves`: those of the main line, as far as it could be read;
- `actions`: the same moves in the `ActionSpace` of the game, -1 for one without a number;
- `faults`: how much is wrong in its text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from crownhead.arrays import ActionSpace
from crownhead.arrays.parquet import write
from crownhead.base import entries, storing
from crownhead.base.identity import identity
from crownhead.errors import MissingPackage, TooComplex, UnnumberedMove
from crownhead.extras import sentence
from crownhead.formats.pdn import PdnGame
from crownhead.variants import Variant

try:
    import pyarrow as pa
except ModuleNotFoundError as missing:
    raise MissingPackage(sentence(missing, "parquet")) from None

__all__ = ["TOGETHER", "export"]

FORMAT = "crownhead games of a base 1"
TOGETHER = 4_096
"""Games that a file keeps together."""
_FIELDS = [
    pa.field("id", pa.int64(), nullable=False),
    pa.field("variant", pa.string()),
    *(pa.field(name, pa.string(), nullable=False) for name in ("white", "black", "event", "date")),
    pa.field("result", pa.string(), nullable=False),
    pa.field("start", pa.string()),
    pa.field("moves", pa.list_(pa.string()), nullable=False),
    pa.field("actions", pa.list_(pa.int32()), nullable=False),
    pa.field("faults", pa.int32(), nullable=False),
]


def export(
    connection: Connection,
    numbers: Sequence[int],
    path: Path,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Write games, some hundred at a time, and return how many; `progress` is told after each."""
    return write(path, _FIELDS, {"format": FORMAT}, _parts(connection, numbers, progress), TOGETHER)


def _parts(
    connection: Connection, numbers: Sequence[int], progress: Callable[[int], None] | None
) -> Iterator[list[pa.Array]]:
    spaces: dict[Variant, ActionSpace] = {}
    done = 0
    for part in storing.portions(numbers):
        found = storing.load(connection, part)
        rows = [_row(found[number], number, spaces) for number in sorted(found)]
        yield [pa.array([row[field.name] for row in rows], field.type) for field in _FIELDS]
        done += len(rows)
        if progress is not None:
            progress(done)


def _row(stored: storing.Stored, number: int, spaces: dict[Variant, ActionSpace]) -> dict[str, Any]:
    game, row = stored.game, stored.row
    variant = game.variant
    return {
        "id": number,
        "variant": None if variant is None else identity(variant),
        "white": row.white,
        "black": row.black,
        "event": row.event,
        "date": row.date,
        "result": entries.RESULTS[row.result],
        "start": None if game._start is None else game.start.fen(),
        "moves": [str(move) for move in game.moves],
        "actions": _actions(game, spaces),
        "faults": len(game.errors),
    }


def _actions(game: PdnGame, spaces: dict[Variant, ActionSpace]) -> list[int]:
    """Return the moves of a game as numbers."""
    if game.variant is None or not game.moves:
        return []
    space = spaces.setdefault(game.variant, ActionSpace(game.variant))
    position, actions = game.start, []
    for move in game.moves:
        try:
            actions.append(space.encode(position, move))
        except (UnnumberedMove, TooComplex):
            actions.append(-1)
        position = position.play(move)
    return actions
