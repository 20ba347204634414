"""What endgame tables prove of a position."""

from __future__ import annotations

from crownhead.analysis.facts import Proven
from crownhead.engines import tablebase
from crownhead.errors import DamagedTable, NotInTables
from crownhead.position import Position


def by_tables(position: Position) -> Proven | None:
    """Return what the tables that are shipped prove for the side to move; None: nothing.

    A win that a draw count of the game may cut off is no proof, nor is one whose length the tables
    do not hold while a count is running.

    >>> by_tables(Position.from_fen("W:WK15,K32:B16,K28", "english"))
    'win'
    >>> by_tables(Position.initial("english")) is None
    True
    """
    tables = tablebase.tables(position.variant)
    if tables is None or position.count("white") + position.count("black") > tables.pieces:
        return None
    try:
        found = tables.probe(position)
    except (NotInTables, DamagedTable):
        return None
    if found.value == "draw":
        return "draw"
    if found.under_rules is None:
        counting = any(count >= 0 for count in position.draw_counts)
        return None if counting else found.value
    return found.value if found.under_rules == found.value else None
