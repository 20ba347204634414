"""What moves cost on average, from the evaluations that games carry.

A comment behind a move holds one as `[%eval 0.45]` (formats/pdn/evaluations.py), as `crownhead
analyse`, the arena and other programs write it. A move cost as much as it is worse for its side
than what stood before it, at most ten men to either side, and no less than nothing. Games without
evaluations are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from crownhead._core import PdnLine
from crownhead.base import entries as entry
from crownhead.base.schema import losses

Losses: TypeAlias = dict[int, float]
"""The average loss of each move of one position that has one, by its code."""


def of_line(line: PdnLine, salt: int) -> Iterator[tuple[int, int, int]]:
    """Yield for each move with an evaluation before and behind it: key, code, and loss."""
    costs = line.losses
    for step, loss in zip(entry.steps(line.trail) if costs else (), costs, strict=False):
        if loss is not None:
            yield int(step["key"]) ^ salt, int(step["move"]), loss


def write(
    connection: Connection, found: Iterable[tuple[int, int, int]], *, remove: bool = False
) -> None:
    """Add the losses of games to those that are there, or remove them."""
    totals: dict[tuple[int, int], list[int]] = {}
    for key, move, loss in found:
        total = totals.setdefault((entry.to_signed(key), move), [0, 0])
        total[0] += -1 if remove else 1
        total[1] += -loss if remove else loss
    if not totals:
        return
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    added = dialect.insert(losses)
    more = {name: losses.c[name] + added.excluded[name] for name in ("plays", "total")}
    added = added.on_conflict_do_update(index_elements=("key", "move"), set_=more)
    rows = [
        {"key": key, "move": move, "plays": plays, "total": total}
        for (key, move), (plays, total) in sorted(totals.items())
    ]
    connection.execute(added, rows)
    if remove:
        connection.execute(delete(losses).where(losses.c.plays <= 0))


def of_position(connection: Connection, key: int) -> Losses:
    """Return what the moves of a position cost on average."""
    wanted = select(losses).where(losses.c.key == entry.to_signed(key))
    return {row.move: row.total / row.plays for row in connection.execute(wanted)}
