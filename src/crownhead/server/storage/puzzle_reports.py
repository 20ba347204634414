"""What guests report about puzzles: asked of the database, and stored there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from crownhead.server.storage.database import Database
from crownhead.server.storage.schema import puzzle_faults

MOST_OF_ONE = 200
"""Puzzles that one guest can report."""


@dataclass(frozen=True, slots=True)
class PuzzleReport:
    """What one guest says of one puzzle, and when, in ms since 1970."""

    variant: str
    puzzle: str
    fault: str
    at: int


@dataclass(frozen=True, slots=True)
class PuzzleReportCount:
    """How many guests say the same of one puzzle, and when the last of them did."""

    variant: str
    puzzle: str
    fault: str
    guests: int
    latest: int


async def store_report(database: Database, player: str, told: PuzzleReport) -> bool:
    """Store what a guest says, in place of what he has said of the puzzle before.

    Returns False where he has reported as many puzzles as he may; nothing is stored then.
    """
    of_one = puzzle_faults.c.player == player
    place = and_(
        of_one, puzzle_faults.c.variant == told.variant, puzzle_faults.c.puzzle == told.puzzle
    )

    def change(connection: Connection) -> bool:
        again = update(puzzle_faults).where(place).values(fault=told.fault, at=told.at)
        if connection.execute(again).rowcount:
            return True
        counted = connection.execute(select(func.count()).where(of_one)).scalar() or 0
        if counted >= MOST_OF_ONE:
            return False
        row = {"variant": told.variant, "puzzle": told.puzzle, "player": player}
        connection.execute(insert(puzzle_faults), {**row, "fault": told.fault, "at": told.at})
        return True

    return await database.write(change)


async def reports_of(database: Database, player: str) -> Sequence[PuzzleReport]:
    """Return what a guest has reported, the first one first."""
    faults = puzzle_faults.c
    wanted = (
        select(faults.variant, faults.puzzle, faults.fault, faults.at)
        .where(faults.player == player)
        .order_by(faults.at, faults.puzzle)
    )
    return await database.read(lambda c: [PuzzleReport(*row) for row in c.execute(wanted)])


async def delete_reports(database: Database, player: str) -> None:
    """Delete what a guest has reported."""
    gone = delete(puzzle_faults).where(puzzle_faults.c.player == player)

    def change(connection: Connection) -> None:
        connection.execute(gone)

    await database.write(change)


async def count_reports(database: Database) -> Sequence[PuzzleReportCount]:
    """Return what is reported, what most guests say first."""
    faults = puzzle_faults.c
    guests = func.count()
    wanted = (
        select(faults.variant, faults.puzzle, faults.fault, guests, func.max(faults.at))
        .group_by(faults.variant, faults.puzzle, faults.fault)
        .order_by(guests.desc(), faults.variant, faults.puzzle, faults.fault)
    )
    return await database.read(lambda c: [PuzzleReportCount(*row) for row in c.execute(wanted)])
