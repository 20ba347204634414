"""Why switches make no game, or no game of these rules has such an agreement or position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from crownhead.reasons.reason import Reason


@dataclass(frozen=True)
class RowsFillBoard(Reason):
    """Each side takes up one row of men at least, and `most` rows at most."""

    code: ClassVar[str] = "rows_fill_board"
    most: int


@dataclass(frozen=True)
class MenMustAdvance(Reason):
    """No line leads a man ahead."""

    code: ClassVar[str] = "men_must_advance"
    rule: ClassVar[str] = "E10"


@dataclass(frozen=True)
class MenMustNotRetreat(Reason):
    """A line leads a man back."""

    code: ClassVar[str] = "men_must_not_retreat"
    rule: ClassVar[str] = "E10"


@dataclass(frozen=True)
class PieceWithoutLine(Reason):
    """A piece has no line to move or to capture along."""

    code: ClassVar[str] = "piece_without_line"


@dataclass(frozen=True)
class StraightNeedsAllSquares(Reason):
    """Moves (not captures) straight ahead need a board on which all squares are used."""

    code: ClassVar[str] = "straight_needs_all_squares"


@dataclass(frozen=True)
class HuffingNeedsDuty(Reason):
    """Nothing can be huffed where nobody has to capture."""

    code: ClassVar[str] = "huffing_needs_duty"
    rule: ClassVar[str] = "E20"


@dataclass(frozen=True)
class DutyWhereLosingWins(Reason):
    """A duty to win after a refused draw makes no sense where losing wins."""

    code: ClassVar[str] = "duty_where_losing_wins"
    rule: ClassVar[str] = "E24"


@dataclass(frozen=True)
class SwitchOutOfRange(Reason):
    """The number of a switch is not within what is possible, `most` at most."""

    code: ClassVar[str] = "switch_out_of_range"
    switch: str
    most: int


@dataclass(frozen=True)
class TooManyDrawRules(Reason):
    """More draw rules than `most`, or one that counts too far or under too many endings."""

    code: ClassVar[str] = "too_many_draw_rules"
    most: int


@dataclass(frozen=True)
class SideWithoutPieces(Reason):
    """The side has no piece in the position from which a game is to begin."""

    code: ClassVar[str] = "side_without_pieces"
    side: str


@dataclass(frozen=True)
class TooManyPieces(Reason):
    """The side has more pieces than a game begins with."""

    code: ClassVar[str] = "too_many_pieces"
    side: str


@dataclass(frozen=True)
class ManOnLastRow(Reason):
    """A man of the side stands where it would have become a king."""

    code: ClassVar[str] = "man_on_last_row"
    side: str
