"""Games over days: leave, conditional moves, notes."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from crownhead.server.messages.bodies import Body
from crownhead.server.messages.frames import CompelAct, HuffAct, MoveAct, StandAct

MOST_LINES, LONGEST_LINE = 60, 60
LONGEST_NOTE = 4_000
DAYS_OF_LEAVE = 30
"""Days of leave in a year."""

AnyStep = MoveAct | HuffAct | CompelAct | StandAct
"""What a side does in a line; whose turn it is follows from the game, so `by` is not needed."""
PlanLine = Annotated[tuple[AnyStep, ...], Meta(min_length=1, max_length=LONGEST_LINE)]


class PlanWish(Body, frozen=True):
    """Foresee lines of play, each from the opponent's next step on, in place of those before.

    Lines that begin alike are branches of one tree: there is one answer to each of the opponent's
    steps. No lines take back what was foreseen.
    """

    lines: Annotated[tuple[PlanLine, ...], Meta(max_length=MOST_LINES)]


class PlanShown(Struct, frozen=True):
    """What one has foreseen in a game, from the time on when it was said; only its author sees it.

    Of `lines`, the first `past` steps have been played.
    """

    lines: tuple[PlanLine, ...]
    past: int = 0


class NoteWish(Body, frozen=True):
    """Write a note on a game, in place of the one before; blanks alone delete it."""

    text: Annotated[str, Meta(max_length=LONGEST_NOTE)]


class Note(Struct, frozen=True):
    """A note on a game, which only its author sees."""

    text: str


class LeaveWish(Body, frozen=True):
    """Take leave for whole days, from now on."""

    days: Annotated[int, Meta(ge=1, le=DAYS_OF_LEAVE)]


class Leave(Struct, frozen=True):
    """Until when one is on leave (null: one is not), and how many days are left of this year's."""

    until: int | None
    left: int
