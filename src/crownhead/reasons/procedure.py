"""Why an event of the procedure between the players is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from crownhead.reasons.reason import Reason

Squares = tuple[int, ...]


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


@dataclass(frozen=True)
class FirstGameRunning(Reason):
    """The second game of a round begins when the first has ended."""

    code: ClassVar[str] = "first_game_running"
    rule: ClassVar[str] = "C3"


@dataclass(frozen=True)
class SecondGameBegun(Reason):
    """A round has two games, and the second has begun."""

    code: ClassVar[str] = "second_game_begun"
    rule: ClassVar[str] = "C3"
