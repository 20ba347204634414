"""Who judges a refused draw (E24) where no arbiter does: endgame tables, else a search.

What is looked at, and how far, is fixed and published: docs/strength.md says how well it judges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from crownhead._core import PATIENCE
from crownhead.adjudication import Ground, Verdict
from crownhead.engines import tablebase
from crownhead.engines.interface import Engine
from crownhead.engines.limit import Limit
from crownhead.errors import DamagedTable, NotInTables

if TYPE_CHECKING:
    from crownhead.position import Position
    from crownhead.rules import Color

NODES = 2_000_000
"""Nodes that the engine looks at, unless it has proved the end before."""
SECONDS = PATIENCE
"""After so many seconds it judges by what it has seen, which no position should need."""
MARGIN = 100
"""A decided advantage is a score of at least this many hundredths of a man: one man."""
MEGABYTES = 32

Value = Literal["win", "draw", "loss"]
_TURNED: dict[Value, Value] = {"win": "loss", "draw": "draw", "loss": "win"}


class TablesAdjudicator:
    """Judge by the endgame tables: a win by theory is a decided advantage, whatever has counted.

    >>> from crownhead import Position
    >>> position = Position.from_fen("W:WK19,K23:B12,K28", "english")
    >>> TablesAdjudicator().judge(position, "white")
    Verdict(advantage=True, reason='tables: win in 61 plies')
    >>> TablesAdjudicator().judge(Position.initial("english"), "white") is None
    True
    """

    def judge(self, position: Position, strong_side: Color) -> Verdict | None:
        """Return the verdict, or None where no table knows the position."""
        tables = tablebase.tables(position.variant)
        if tables is None:
            return None
        try:
            found = tables.probe(position)
        except (NotInTables, DamagedTable):
            return None
        value = found.value if position.turn == strong_side else _TURNED[found.value]
        return Ground("tables", value, found.plies).verdict


class EngineAdjudicator:
    """Judge by a search of the built-in engine: what it proves, else its score.

    As long as it is not out of time the same position always gets the same verdict.

    >>> from crownhead import Position
    >>> position = Position.from_fen("W:WK1,K2,K3:BK32", "english")
    >>> EngineAdjudicator().judge(position, "white").advantage
    True
    """

    def __init__(self, limit: Limit | None = None, margin: int = MARGIN) -> None:
        self.limit = Limit(nodes=NODES, seconds=SECONDS) if limit is None else limit
        self.margin = margin

    def judge(self, position: Position, strong_side: Color) -> Verdict:
        """Return whether `strong_side` has a decided advantage, and on what ground."""
        with Engine.builtin(megabytes=MEGABYTES) as engine:
            found = engine.analyse(position, self.limit)
        sign = 1 if position.turn == strong_side else -1
        if found.proven is not None:
            value = found.proven if sign > 0 else _TURNED[found.proven]
            plies = None if found.decided_in is None else abs(found.decided_in)
            return Ground("search", value, plies).verdict
        return Ground(
            "margin",
            nodes=found.nodes,
            depth=found.depth,
            score=sign * found.score,
            margin=self.margin,
        ).verdict


class ProgramAdjudicator:
    """Judge by the endgame tables where they know the position, else by a search.

    >>> from crownhead import Position
    >>> ProgramAdjudicator().judge(Position.from_fen("W:WK1:BK32", "english"), "white").reason
    'tables: draw'
    """

    def judge(self, position: Position, strong_side: Color) -> Verdict:
        """Return whether `strong_side` has a decided advantage, and on what ground."""
        known = TablesAdjudicator().judge(position, strong_side)
        return known or EngineAdjudicator().judge(position, strong_side)
