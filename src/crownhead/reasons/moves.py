"""Why a move is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from crownhead.reasons.reason import Reason

Squares = tuple[int, ...]


@dataclass(frozen=True)
class GameOver(Reason):
    """The game has ended; nothing can be played."""

    code: ClassVar[str] = "game_over"
    rule: ClassVar[str] = "E22"


@dataclass(frozen=True)
class NoPiece(Reason):
    """No piece stands on the square to move from."""

    code: ClassVar[str] = "no_piece"
    rule: ClassVar[str] = "E8"
    square: int


@dataclass(frozen=True)
class NotYourPiece(Reason):
    """The piece belongs to the other side."""

    code: ClassVar[str] = "not_your_piece"
    rule: ClassVar[str] = "E8"
    square: int


@dataclass(frozen=True)
class Occupied(Reason):
    """A piece stands on the square to move to."""

    code: ClassVar[str] = "occupied"
    rule: ClassVar[str] = "E19"
    square: int


@dataclass(frozen=True)
class NotOnLine(Reason):
    """The target is not on a line along which this piece moves."""

    code: ClassVar[str] = "not_on_line"
    rule: ClassVar[str] = "E19"
    origin: int
    target: int


@dataclass(frozen=True)
class TooFar(Reason):
    """A man, or a king where kings are short, moves one square only."""

    code: ClassVar[str] = "too_far"
    rule: ClassVar[str] = "E19"
    origin: int
    target: int


@dataclass(frozen=True)
class ManMovesForward(Reason):
    """A man does not move backward."""

    code: ClassVar[str] = "man_moves_forward"
    rule: ClassVar[str] = "E10"
    origin: int
    target: int


@dataclass(frozen=True)
class ManCapturesForward(Reason):
    """In this game a man does not capture backward."""

    code: ClassVar[str] = "man_captures_forward"
    rule: ClassVar[str] = "E10"
    origin: int
    target: int


@dataclass(frozen=True)
class KingBlocked(Reason):
    """A piece stands in the king's way."""

    code: ClassVar[str] = "king_blocked"
    rule: ClassVar[str] = "P4"
    origin: int
    target: int
    blocker: int


@dataclass(frozen=True)
class NothingToCapture(Reason):
    """Written as a capture, but this piece cannot capture that way."""

    code: ClassVar[str] = "nothing_to_capture"
    rule: ClassVar[str] = "E13"
    origin: int
    target: int


@dataclass(frozen=True)
class ManCannotTakeKing(Reason):
    """In this game kings are immune against men."""

    code: ClassVar[str] = "man_cannot_take_king"
    rule: ClassVar[str] = "E12"
    origin: int
    king: int


@dataclass(frozen=True)
class CapturedTwice(Reason):
    """A captured piece stands until the move ends and may not be jumped again (P8)."""

    code: ClassVar[str] = "captured_twice"
    rule: ClassVar[str] = "P8"
    square: int


@dataclass(frozen=True)
class MustCapture(Reason):
    """A capture is possible, so a capture must be made."""

    code: ClassVar[str] = "must_capture"
    rule: ClassVar[str] = "E14"
    pieces: Squares
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class MustGoOn(Reason):
    """The capturing piece can jump again and may not stop; `next` lists where it can land."""

    code: ClassVar[str] = "must_go_on"
    rule: ClassVar[str] = "E15"
    square: int
    next: Squares
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class CrowningEndsMove(Reason):
    """A man that reaches the far row is crowned there, and its move ends (E16)."""

    code: ClassVar[str] = "crowning_ends_move"
    rule: ClassVar[str] = "E16"
    square: int


@dataclass(frozen=True)
class MustCaptureMost(Reason):
    """Another capture takes more pieces."""

    code: ClassVar[str] = "must_capture_most"
    rule: ClassVar[str] = "P6"
    best: int
    this: int
    best_moves: tuple[str, ...]


@dataclass(frozen=True)
class MustCaptureBest(Reason):
    """Captures tie in number and the game's own tie-break decides (Italian, Spanish, Frisian).

    `criterion` is one of `kings_taken`, `with_king`, `kings_earliest`, `value`.
    """

    code: ClassVar[str] = "must_capture_best"
    rule: ClassVar[str] = "VARIANTS 3"
    criterion: str
    best_moves: tuple[str, ...]


@dataclass(frozen=True)
class KingMustCapture(Reason):
    """A king can capture, so a king must (Czech draughts)."""

    code: ClassVar[str] = "king_must_capture"
    rule: ClassVar[str] = "VARIANTS 3g"
    kings: Squares
    best_moves: tuple[str, ...]


@dataclass(frozen=True)
class MustLandBehind(Reason):
    """The king must land on another square: directly behind the piece, or where it can go on."""

    code: ClassVar[str] = "must_land_behind"
    rule: ClassVar[str] = "VARIANTS 2b"
    target: int
    allowed: Squares


@dataclass(frozen=True)
class KingRunLimit(Reason):
    """The same king has made its allowed number of moves in a row (Frisian draughts)."""

    code: ClassVar[str] = "king_run_limit"
    rule: ClassVar[str] = "VARIANTS 3b"
    square: int
    limit: int
