"""Why something is refused, as values (RULES X).

A `Reason` never holds a sentence: `crownhead.locales` turns it into one in the reader's language.
Squares are the numbers that a FEN of the variant uses; moves are in the variant's notation.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar

Squares = tuple[int, ...]

# Where a game states a rule under a number of its own (RULES P and L)
_LIKE_INTERNATIONAL = ("antidraughts", "breakthrough", "killer", "canadian")
_RULES_IN = {
    "international": {
        "must_capture": "P6",
        "must_go_on": "P6",
        "nothing_to_capture": "P5",
        "man_moves_forward": "P3",
    },
    "lite": {
        "no_piece": "L3",
        "not_your_piece": "L3",
        "occupied": "L3",
        "not_on_line": "L4",
        "too_far": "L4",
        "man_moves_forward": "L4",
        "king_blocked": "L5",
        "nothing_to_capture": "L9",
        "captured_twice": "L12",
        "must_capture": "L7",
        "must_go_on": "L9",
        "must_capture_most": "L8",
        "game_over": "L13",
    },
}


@dataclass(frozen=True)
class Reason:
    """Say why a move or an event is refused.

    `code` names the kind (and the sentence in the catalogues), `rule` the rule it rests on.
    """

    code: ClassVar[str] = "reason"
    rule: ClassVar[str] = ""

    def rule_in(self, variant: str) -> str:
        """Return the rule id under which a game's own rules say this.

        >>> NoPiece(18).rule_in("lite"), MustCapture((22,)).rule_in("international")
        ('L3', 'P6')
        """
        family = "international" if variant in _LIKE_INTERNATIONAL else variant
        return _RULES_IN.get(family, {}).get(self.code, self.rule)

    def to_dict(self) -> dict[str, Any]:
        """Return the reason as plain data: its code, its rule and its fields.

        >>> NoPiece(square=18).to_dict()
        {'code': 'no_piece', 'rule': 'E8', 'square': 18}
        """
        return {"code": self.code, "rule": self.rule, **asdict(self)}

    def __str__(self) -> str:
        arguments = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields(self))
        return f"{type(self).__name__}({arguments})"


# Moves


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


# Procedure between the players


@dataclass(frozen=True)
class NotYourTurn(Reason):
    """The other side is to move."""

    code: ClassVar[str] = "not_your_turn"
    rule: ClassVar[str] = "E8"
    turn: str


@dataclass(frozen=True)
class NoDrawOffer(Reason):
    """No draw offer stands that could be answered or withdrawn."""

    code: ClassVar[str] = "no_draw_offer"
    rule: ClassVar[str] = "D"


@dataclass(frozen=True)
class DrawOfferStands(Reason):
    """A draw offer of `by` stands already."""

    code: ClassVar[str] = "draw_offer_stands"
    rule: ClassVar[str] = "D"
    by: str


@dataclass(frozen=True)
class OwnDrawOffer(Reason):
    """Only the other side answers a draw offer."""

    code: ClassVar[str] = "own_draw_offer"
    rule: ClassVar[str] = "D"


@dataclass(frozen=True)
class NotYourDrawOffer(Reason):
    """Only the side that made a draw offer withdraws it."""

    code: ClassVar[str] = "not_your_draw_offer"
    rule: ClassVar[str] = "D"


@dataclass(frozen=True)
class DrawOfferTooSoon(Reason):
    """An offer is repeated after `moves_left` more own moves, or after the other side's offer."""

    code: ClassVar[str] = "draw_offer_too_soon"
    rule: ClassVar[str] = "D"
    moves_left: int


@dataclass(frozen=True)
class DrawOfferTooEarly(Reason):
    """In this game a draw is offered only after each side has made `moves` moves."""

    code: ClassVar[str] = "draw_offer_too_early"
    rule: ClassVar[str] = "FMJD annex 3"
    moves: int
    made: int


@dataclass(frozen=True)
class VerdictDue(Reason):
    """The count after a refused draw is full: the game waits for a verdict on `side`."""

    code: ClassVar[str] = "verdict_due"
    rule: ClassVar[str] = "E24"
    side: str


@dataclass(frozen=True)
class NoVerdictDue(Reason):
    """No count after a refused draw is full for `side`."""

    code: ClassVar[str] = "no_verdict_due"
    rule: ClassVar[str] = "E24"
    side: str


@dataclass(frozen=True)
class NothingToClaim(Reason):
    """No draw rule gives `by` a draw now, or with the announced move."""

    code: ClassVar[str] = "nothing_to_claim"
    rule: ClassVar[str] = "D"
    by: str


@dataclass(frozen=True)
class RepetitionNotYours(Reason):
    """A repetition is claimed by the player whose move produces it, which is `by`."""

    code: ClassVar[str] = "repetition_not_yours"
    rule: ClassVar[str] = "E25"
    by: str


@dataclass(frozen=True)
class HuffingOff(Reason):
    """This game is played without huffing."""

    code: ClassVar[str] = "huffing_off"
    rule: ClassVar[str] = "E20"


@dataclass(frozen=True)
class NothingToHuff(Reason):
    """The last move ignored no capture, or the right to answer it has lapsed."""

    code: ClassVar[str] = "nothing_to_huff"
    rule: ClassVar[str] = "H"


@dataclass(frozen=True)
class NotHuffable(Reason):
    """Only a piece that should have captured is huffed; `pieces` are these."""

    code: ClassVar[str] = "not_huffable"
    rule: ClassVar[str] = "H"
    square: int
    pieces: Squares


@dataclass(frozen=True)
class FaultUnanswered(Reason):
    """The move that ignored a capture would end the game: huff, compel or let it stand first."""

    code: ClassVar[str] = "fault_unanswered"
    rule: ClassVar[str] = "H"
    pieces: Squares


@dataclass(frozen=True)
class NoTakebackRequest(Reason):
    """Nobody asked for a take-back."""

    code: ClassVar[str] = "no_takeback_request"


@dataclass(frozen=True)
class TakebackStands(Reason):
    """A take-back request of `by` stands already."""

    code: ClassVar[str] = "takeback_stands"
    by: str


@dataclass(frozen=True)
class OwnTakebackRequest(Reason):
    """Only the other side answers a take-back request."""

    code: ClassVar[str] = "own_takeback_request"


@dataclass(frozen=True)
class TakebackTooFar(Reason):
    """Between 1 and `most` plies can be taken back now."""

    code: ClassVar[str] = "takeback_too_far"
    plies: int
    most: int


@dataclass(frozen=True)
class GamePaused(Reason):
    """The game is paused."""

    code: ClassVar[str] = "game_paused"


@dataclass(frozen=True)
class GameRunning(Reason):
    """The game is not paused."""

    code: ClassVar[str] = "game_running"


@dataclass(frozen=True)
class NoClock(Reason):
    """The game is played without a clock."""

    code: ClassVar[str] = "no_clock"


@dataclass(frozen=True)
class TimeIsOut(Reason):
    """The time of `side` has run out."""

    code: ClassVar[str] = "time_is_out"
    side: str


@dataclass(frozen=True)
class TimeNotOut(Reason):
    """The side still has `left` milliseconds."""

    code: ClassVar[str] = "time_not_out"
    side: str
    left: int


@dataclass(frozen=True)
class TimeMissing(Reason):
    """A game with a clock needs the time of this event."""

    code: ClassVar[str] = "time_missing"


@dataclass(frozen=True)
class TimeBackwards(Reason):
    """The event's time `at` lies before the last event's, both in milliseconds."""

    code: ClassVar[str] = "time_backwards"
    at: int
    last: int


@dataclass(frozen=True)
class RecordFull(Reason):
    """The record of a game holds at most `limit` events; it can only be ended now."""

    code: ClassVar[str] = "record_full"
    limit: int
