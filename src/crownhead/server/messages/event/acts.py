"""What is done in a competition: each kind of act, and the request that asks for one."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from crownhead.server.messages.bodies import Body
from crownhead.server.messages.event.desk import OfficerRole, Ruling
from crownhead.server.messages.event.settings import (
    MOST_ENTRANTS,
    EventCode,
    EventSettings,
    RatingNumber,
    Short,
)
from crownhead.server.messages.frames import Id, Seq

MOST_TIME = 9_999_999_999_999
"""The last time in ms that is taken, in the year 2286."""
MOST_WAVES = 5_000
"""Rounds of an arena, which has one whenever two are free."""
EntrantName = Annotated[str, Meta(min_length=1, max_length=60)]
Reason = Annotated[str, Meta(min_length=1, max_length=200)]
Result = Annotated[str, Meta(min_length=3, max_length=8)]
Results = Annotated[tuple[Result, ...], Meta(max_length=8)]
RoundNumber = Annotated[int, Meta(ge=1, le=MOST_WAVES)]
BoardNumber = Annotated[int, Meta(ge=1, le=MOST_ENTRANTS)]
Amount = Annotated[int, Meta(ge=0, le=99_999_999)]
"""Of money, in the minor unit of its currency."""


class EventAct(Body, frozen=True, tag_field="kind", kw_only=True):
    """What all acts in an event are."""


class EnterAct(EventAct, frozen=True, tag="enter"):
    """Enter under one's own name; `code` where the event takes one."""

    code: EventCode | None = None
    club: Short = ""
    team: Short = ""


class LeaveAct(EventAct, frozen=True, tag="leave"):
    """Withdraw one's own entry, from the next round on."""

    reason: Annotated[str, Meta(max_length=200)] = ""


class CheckInAct(EventAct, frozen=True, tag="check_in"):
    """Check in for the next round; officers check in others by `name`."""

    name: EntrantName | None = None
    here: bool = True


class ExcuseAct(EventAct, frozen=True, tag="excuse"):
    """Ask for a bye of half a win, in a Swiss; officers note others, too, also as absent."""

    name: EntrantName | None = None
    why: Literal["requested", "absent"] = "requested"
    round: RoundNumber | None = None


class AddLineAct(EventAct, frozen=True, tag="contribute"):
    """Put in a line of text on which the cards of the next round will depend."""

    text: Annotated[str, Meta(min_length=1, max_length=100)]


class ClaimResultAct(EventAct, frozen=True, tag="claim"):
    """Enter the result of one's own board; it counts when the other player enters the same.

    `games` are as who starts the first game sees them.
    """

    round: RoundNumber
    board: BoardNumber
    games: Results


class AdmitAct(EventAct, frozen=True, tag="admit"):
    """Enter somebody who does not do it himself: he has no account here, or comes late."""

    name: EntrantName
    rating: RatingNumber | None = None
    title: Short = ""
    club: Short = ""
    team: Short = ""


class InviteAct(EventAct, frozen=True, tag="invite"):
    """Invite the account of a name to an event of invitations."""

    name: EntrantName


class NoteFeeAct(EventAct, frozen=True, tag="fee"):
    """Note how much somebody has paid in all, and of which kind his fee is (null: as it was).

    Officers alone see it.
    """

    name: EntrantName
    paid: Amount
    fee: Short | None = None


class WithdrawEntrantAct(EventAct, frozen=True, tag="withdraw"):
    """Take an entrant out from the next round on, or expel him; results stay."""

    name: EntrantName
    reason: Reason
    expelled: bool = False


class ReadmitAct(EventAct, frozen=True, tag="readmit"):
    """Take somebody back from the next round on."""

    name: EntrantName
    reason: Reason


class PairRoundAct(EventAct, frozen=True, tag="pair"):
    """Publish the pairing of the next round: that of the program, or with `swaps` and a reason."""

    swaps: Annotated[tuple[tuple[EntrantName, EntrantName], ...], Meta(max_length=50)] = ()
    reason: Annotated[str, Meta(max_length=200)] = ""


class StartRoundAct(EventAct, frozen=True, tag="start"):
    """Draw the cards of the round that was published last, and begin the games on all boards."""


class AnnounceAct(EventAct, frozen=True, tag="announce"):
    """Announce when the next round begins, in ms; another one changes that, null takes it back.

    Nothing begins by itself then: somebody starts the round.
    """

    starts: Annotated[int, Meta(ge=0, le=MOST_TIME)] | None


class AnnulRoundAct(EventAct, frozen=True, tag="annul"):
    """Take back the round published last; its running games are given up."""

    reason: Reason


class RecordResultAct(EventAct, frozen=True, tag="result"):
    """Enter the games of a board, as who starts the first sees them; `+/-` and so on is a forfeit.

    A result that is there already is corrected: that needs a reason.
    """

    round: RoundNumber
    board: BoardNumber
    games: Results
    reason: Annotated[str, Meta(max_length=200)] = ""


class TieBreakAct(EventAct, frozen=True, tag="tie_break"):
    """Enter the games of a tie-break in a knockout, all of them."""

    round: RoundNumber
    board: BoardNumber
    games: Annotated[tuple[Result, ...], Meta(min_length=1, max_length=56)]


class AmendAct(EventAct, frozen=True, tag="amend"):
    """Change settings; after round 1 some are frozen, and the others need a reason.

    `code` is another password by which one enters, null leaves it as it is.
    """

    settings: EventSettings
    reason: Annotated[str, Meta(max_length=200)] = ""
    code: EventCode | None = None


class NameOfficerAct(EventAct, frozen=True, tag="officer"):
    """Name an account arbiter or helper; null takes that away."""

    name: EntrantName
    role: OfficerRole | None


class CallArbiterAct(EventAct, frozen=True, tag="call"):
    """Stop the clock of one's own game, and call the arbiter; `text` says why.

    `board` says which game, for who gives an exhibition.
    """

    text: Annotated[str, Meta(max_length=200)] = ""
    board: BoardNumber | None = None


class RuleAct(EventAct, frozen=True, tag="rule"):
    """Decide about a call: go on, go on after so many plies were taken back, or end the game."""

    call: Annotated[int, Meta(ge=1, le=1_000_000)]
    ruling: Ruling
    plies: Annotated[int, Meta(ge=1, le=1000)] = 1
    reason: Annotated[str, Meta(max_length=200)] = ""


class AdjudicateAct(EventAct, frozen=True, tag="adjudicate"):
    """Decide whether a side that refused a draw has shown an advantage: if not, it is a draw."""

    duty: Annotated[int, Meta(ge=1, le=1_000_000)]
    advantage: bool
    reason: Reason


class HaltAct(EventAct, frozen=True, tag="halt"):
    """Stop the clocks of the games on a board, or (`board` null) on all boards, until `continue`.

    No game begins there meanwhile.
    """

    reason: Reason
    round: RoundNumber | None = None
    board: BoardNumber | None = None


class ContinueAct(EventAct, frozen=True, tag="continue"):
    """Resume the games on a board that was stopped, or (`board` null) on all of them."""

    round: RoundNumber | None = None
    board: BoardNumber | None = None
    reason: Annotated[str, Meta(max_length=200)] = ""


class SetClockAct(EventAct, frozen=True, tag="clock"):
    """Change the clock of a player whose game goes on, or stands after a call.

    `add` seconds are added (or taken: at least one is left), or he has `left` seconds. `board` says
    where, for who gives an exhibition.
    """

    name: EntrantName
    reason: Reason
    add: Annotated[int, Meta(ge=-86_400, le=86_400)] | None = None
    left: Annotated[int, Meta(ge=1, le=864_000)] | None = None
    board: BoardNumber | None = None


class TakeBackAct(EventAct, frozen=True, tag="take_back"):
    """Take back the last plies of the game that a player plays now; clocks are as they were then.

    A game that stands goes on standing. `board` says where, for who gives an exhibition.
    """

    name: EntrantName
    reason: Reason
    plies: Annotated[int, Meta(ge=1, le=1000)] = 1
    board: BoardNumber | None = None


class FinishAct(EventAct, frozen=True, tag="finish"):
    """End the event; corrections are possible afterwards, too."""


AnyEventAct = (
    EnterAct
    | LeaveAct
    | CheckInAct
    | ExcuseAct
    | AddLineAct
    | ClaimResultAct
    | AdmitAct
    | InviteAct
    | NoteFeeAct
    | WithdrawEntrantAct
    | ReadmitAct
    | PairRoundAct
    | StartRoundAct
    | AnnounceAct
    | AnnulRoundAct
    | RecordResultAct
    | TieBreakAct
    | AmendAct
    | NameOfficerAct
    | CallArbiterAct
    | RuleAct
    | AdjudicateAct
    | HaltAct
    | ContinueAct
    | SetClockAct
    | TakeBackAct
    | FinishAct
)


class EventCommand(Body, frozen=True):
    """An act in an event. The same `id` again changes nothing more.

    `seq` is what the client knows of: if more has happened, the answer is `stale`. Without it the
    act is tried on whatever the event has come to.
    """

    id: Id
    act: AnyEventAct
    seq: Seq | None = None


class EventDone(Struct, frozen=True):
    """What was done is stored for good: the event has reached `seq`."""

    event: str
    seq: int
