"""Competitions at the server: what makes one, what is done in it, and what everybody sees of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from crownhead.server.messages.bodies import Body
from crownhead.server.messages.frames import GameId, Id, Seq
from crownhead.server.messages.records import AnyGame
from crownhead.server.messages.views import Side
from crownhead.server.people.rights import EventRole

MOST_ENTRANTS = 300
MOST_ROUNDS = 80
MOST_MINUTES = 1440
MOST_TIME = 9_999_999_999_999
"""The last time in ms that is taken, in the year 2286."""
MOST_WAVES = 5_000
"""Rounds of an arena, which has one whenever two are free."""
EventName = Annotated[str, Meta(min_length=1, max_length=60)]
EntrantName = Annotated[str, Meta(min_length=1, max_length=60)]
Reason = Annotated[str, Meta(min_length=1, max_length=200)]
Short = Annotated[str, Meta(max_length=40)]
Criterion = Annotated[str, Meta(min_length=1, max_length=40)]
Result = Annotated[str, Meta(min_length=3, max_length=8)]
Results = Annotated[tuple[Result, ...], Meta(max_length=8)]
RoundNumber = Annotated[int, Meta(ge=1, le=MOST_WAVES)]
BoardNumber = Annotated[int, Meta(ge=1, le=MOST_ENTRANTS)]
RatingNumber = Annotated[int, Meta(ge=0, le=4000)]

Format = Literal[
    "round robin", "swiss", "knockout", "match", "teams", "scheveningen", "simultaneous", "arena"
]
ScoringKey = Literal[
    "2-1-0",
    "1-½-0",
    "ballot",
    "encounter",
    "plus-draws",
    "delft",
    "delft-12",
    "title-12",
    "football",
    "arena",
]
PresetKey = Literal[
    "club",
    "fmjd",
    "fmjd-before-2022",
    "ekl",
    "ekl-round-robin",
    "ekl-micro-matches",
    "kndb",
    "fide-2026",
    "knockout",
    "arena",
]
EventCode = Annotated[str, Meta(max_length=32)]
Admission = Literal["open", "code", "invited"]
"""Who may enter: everybody, whoever has the code, or whom the organiser has invited by name."""
Boards = Literal["server", "real"]
"""Where is played: at tables of the server, or on boards somewhere, with results typed in."""
OfficerRole = Literal["arbiter", "helper"]
EventPhase = Literal["open", "running", "ended"]
"""Before round 1, from its pairing on, and when all is played or the organiser has ended it."""
EntrantState = Literal["here", "withdrawn", "expelled", "cancelled"]
EventFile = Literal["event", "csv", "trf", "crosstable"]
"""The published file, results one a line, FIDE's report, the table with cells such as `2/14b`."""
EventSheet = Literal[
    "pairings",
    "names",
    "slips",
    "standings",
    "crosstable",
    "placecards",
    "participants",
    "checkin",
]
Fees = Annotated[str, Meta(max_length=200)]
"""What it costs to enter, as people write it: `10 EUR`, or `adults 10, youth 5 EUR`."""
Amount = Annotated[int, Meta(ge=0, le=99_999_999)]
"""Of money, in the minor unit of its currency."""
Adjudicator = Literal["program", "arbiter"]
"""Who decides whether a side that refused a draw has shown an advantage (E24)."""
Ruling = Literal["resume", "take_back", "white", "black", "draw"]
"""What an arbiter decides about a call; a side, or a draw, ends the game."""
NumbersOf = Literal["entrant", "team"]
EventList = Literal["open", "running", "ended", "mine", "organised"]
"""Listed ones by their phase, those in which one has a part, those that one has made."""


class EventBallots(Body, frozen=True, kw_only=True):
    """From which deck cards are drawn, for whom, and which of them."""

    deck: Annotated[str, Meta(min_length=1, max_length=40)] = "english-3move"
    scope: Literal["round", "board"] = "round"
    repeats: Literal["yes", "entrant", "event"] = "event"
    tough: bool = False
    barred: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=200)] = ()


class EventSettings(Body, frozen=True, kw_only=True):
    """What is agreed for an event; docs/competition.md says what each means.

    `games` are those of an encounter. `time` and `mode` are as for a game. Without a `preset` and
    without `criteria` the ranking is the club's, in a knockout the knockout's. `rating_from` and
    `rating_to` bound who may enter by himself; with `unrated` so may who has no settled rating.
    `bots`: programs may enter. `most` is how many do (null: as many as the format takes). `late`:
    one may enter by himself after round 1, too, as long as the format lets anybody. `listed`:
    everybody finds it in lists. `minutes` is how long boards of an arena begin; its usual `scoring`
    and ranking are `arena`. `adjudicator` decides where the duty after a refused draw has ended.
    `fees` is what it costs to enter, "" where it costs nothing.
    """

    name: EventName
    format: Format = "swiss"
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 0
    variant: AnyGame = "english"
    games: Literal[1, 2, 4] = 1
    time: Annotated[str, Meta(max_length=60)] | None = None
    mode: Literal["fischer", "bronstein", "delay", "per-move"] = "fischer"
    scoring: ScoringKey = "2-1-0"
    preset: PresetKey | None = None
    criteria: Annotated[tuple[Criterion, ...], Meta(max_length=20)] = ()
    unplayed: Literal["real", "zero", "fide"] | None = None
    ballots: EventBallots | None = None
    cycles: Literal[1, 2] = 1
    exchange: bool = False
    giver: Short = ""
    alternate: bool = False
    early: bool = False
    minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] = 0
    adjudicator: Adjudicator = "program"
    absences: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 2
    boards: Boards = "server"
    rated: bool = False
    admission: Admission = "open"
    rating_from: RatingNumber | None = None
    rating_to: RatingNumber | None = None
    unrated: bool = False
    bots: bool = True
    late: bool = False
    most: Annotated[int, Meta(ge=2, le=MOST_ENTRANTS)] | None = None
    listed: bool = True
    fees: Fees = ""


class NewEvent(EventSettings, frozen=True, kw_only=True):
    """Make an event; its lots are committed to at once, and entries open.

    `id` is made by the client: a repeated request makes one event only. `code` is a password of
    one's own by which others enter, where the event takes a code; else one is made.
    """

    id: Id | None = None
    code: EventCode | None = None


class EventMade(Struct, frozen=True):
    """An event that was made: its id, and the code by which one enters, where it takes one."""

    event: str
    code: str | None


# Acts


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


# Views


class NextRound(Struct, frozen=True):
    """When a round begins that has been announced, in ms."""

    round: int
    starts: int


class EventSummary(Struct, frozen=True):
    """One event in a list; `round` is the number of the last one published, of `rounds`.

    `next` is the round that has been announced.
    """

    event: str
    name: str
    phase: EventPhase
    format: Format
    variant: str
    house: str
    games: int
    time: str | None
    boards: Boards
    rated: bool
    admission: Admission
    entrants: int
    round: int
    rounds: int
    organiser: str
    created: int
    changed: int
    next: NextRound | None = None


class EventsPage(Struct, frozen=True):
    """Events, the one changed last first; the next page begins `before` this time and id."""

    events: tuple[EventSummary, ...]
    before: str | None


class Officer(Struct, frozen=True):
    """Who has a role in an event."""

    name: str
    role: Literal["organiser", "arbiter", "helper"]


class EntrantShown(Struct, frozen=True):
    """Who takes part; `number` is his pairing number, 0 before there is one.

    `account`: he has entered by himself. `here`: he has checked in for the next round. `away` are
    the rounds for which he is excused, with the reason. `cancelled`: his results count nowhere.
    """

    number: int
    name: str
    rating: int | None
    title: str
    club: str
    team: str
    state: EntrantState
    cancelled: bool
    account: bool
    here: bool
    away: dict[int, str]


class EventCard(Struct, frozen=True):
    """A card of a deck, with its moves."""

    deck: str
    code: str
    name: str
    moves: tuple[str, ...]


class ResultClaim(Struct, frozen=True):
    """What one player of a board has entered as its result."""

    name: str
    games: tuple[str, ...]


class BoardShown(Struct, frozen=True):
    """A board of a round. `one` starts the first game; sides alternate.

    Who has no opponent has `alone`. `games` are results as `one` sees them, `points` of both by
    the event's scoring. `tables` are the games at the server, in their order. `claims` are results
    on which the players do not agree yet. `halted`: the desk has stopped its games.
    """

    round: int
    board: int
    one: str
    two: str | None
    alone: Literal["bye", "requested", "absent", "free"] | None
    games: tuple[str, ...]
    extra: tuple[str, ...]
    points: tuple[str, str]
    card: EventCard | None
    tables: tuple[GameId, ...]
    claims: tuple[ResultClaim, ...]
    halted: bool


class RoundShown(Struct, frozen=True):
    """A published round. `seed` is that of its lot once it is revealed, else empty.

    `commitment` was published before entries opened, `contributions` are the lines of entrants.
    `manual`: boards are not those of the program; the trail says why.
    """

    number: int
    started: bool
    over: bool
    manual: bool
    commitment: str
    seed: str
    contributions: dict[str, str]
    boards: tuple[BoardShown, ...]


class CallShown(Struct, frozen=True):
    """A call of the arbiter in a game that goes on; who called, why, and the decision on it."""

    call: int
    at: int
    game: str
    round: int
    board: int
    name: str
    text: str
    ruling: Ruling | None


class DutyShown(Struct, frozen=True):
    """The duty after a refused draw that has ended in a game: who decides, and what was decided.

    `name` has refused the draw, and had `moves` own moves to win or to show an advantage; `side` is
    his. `letters` is the board where they ended, as in a game's view, and `turn` is to move.
    `program` is the ground of what the program says of it (the `reason` of a verdict), which
    officers alone see before the decision. `advantage` is that, null until there is one.
    """

    duty: int
    at: int
    game: str
    round: int
    board: int
    name: str
    side: Side
    moves: int
    letters: str
    turn: Side
    program: str | None
    advantage: bool | None


class PlaceShown(Struct, frozen=True):
    """One row of the standing; numbers are in the order of the criteria, as people write them."""

    place: int | None
    name: str
    numbers: tuple[str, ...]


class TeamMatchShown(Struct, frozen=True):
    """The `boards` of two teams in a round, and what they have brought to each team so far.

    `over`: all of them have their results.
    """

    round: int
    one: str
    two: str
    points: tuple[str, str]
    boards: tuple[int, ...]
    over: bool


class TeamsShown(Struct, frozen=True):
    """The standing of teams by `criteria`, the usual ones of the format, and their matches."""

    criteria: tuple[str, ...]
    standing: tuple[PlaceShown, ...]
    matches: tuple[TeamMatchShown, ...]


class TermShown(Struct, frozen=True):
    """One part of a sum: `factor` times the `points` of the opponent, unless it is struck out."""

    round: int
    opponent: str | None
    points: str
    factor: str
    struck: bool
    note: str


class NumberShown(Struct, frozen=True):
    """A number of the standing, and the sum behind it; `unit` of the sum make one point."""

    criterion: str
    value: str
    terms: tuple[TermShown, ...]
    unit: int
    note: str


class FeeKind(Struct, frozen=True):
    """A kind of fee and its amount; "" where there is but one."""

    kind: str
    amount: int


class FeeShown(Struct, frozen=True):
    """What an entrant has paid in all, of what he owes in all; `kind` is that of his fee."""

    name: str
    kind: str
    paid: int
    due: int


class FeesShown(Struct, frozen=True):
    """Who has paid how much, in minor units of the currency, which has so many `digits` of them.

    `kinds` are those that may be given to somebody, the usual one first; `paid` and `due` sums.
    """

    currency: str
    digits: int
    kinds: tuple[FeeKind, ...]
    entrants: tuple[FeeShown, ...]
    paid: int
    due: int


class EventLine(Struct, frozen=True):
    """One line of the trail: what was done, when, by whom.

    `kind` is that of a deed of the file (docs/competition.md), or one of the server:
    `opened`, `officer`, `invited`, `player`, `checked`, `started`, `table`, `claimed`, `called`,
    `ruled`, `duty`, `halted`, `continued`, `clock`, `took_back`, `announced`, `ended`, and `fee`,
    which officers alone are shown.
    """

    seq: int
    at: int
    kind: str
    by: str | None
    fields: dict[str, Any]


class YourNext(Struct, frozen=True):
    """What comes next for an entrant in `round`.

    `kind` is `board` (his first board that is not over), `alone` (no opponent in the last published
    round, `alone` says why), `waits` (for a round that is not paired; `alone` where he is excused
    there), or `rests` (he has left an arena, and may come back). `first`: he starts the first game.
    `starts` is when the round begins, in ms, where that has been announced.
    """

    kind: Literal["board", "alone", "waits", "rests"]
    round: int
    board: int | None = None
    opponent: str | None = None
    first: bool = False
    card: EventCard | None = None
    alone: Literal["bye", "requested", "absent", "free"] | None = None
    starts: int | None = None


class EventYou(Struct, frozen=True):
    """What the reader is in the event: his roles, his entry, the acts that he may do now.

    `game` is his game that goes on now, `next` what comes next for him, null where nothing does.
    """

    roles: tuple[EventRole, ...]
    name: str | None
    acts: tuple[str, ...]
    game: str | None
    next: YourNext | None


class EventShown(Struct, frozen=True):
    """An event as it stands after `seq`.

    `criteria` are those of the ranking in their order. `commitments` are to the lot of numbers and
    then to those of the rounds. `code` is shown to officers. `planned` is how many rounds there
    will be with those who have entered, 0 where that is open. `over`: all is played.
    `ends` is when the last boards of an arena that goes on begin, in ms. `next` is the round that
    has been announced, until it is started. `room` is how many lines the trail takes before nothing
    new begins; what has begun is still brought to its end, and an arena ends then. `round` is how
    many rounds are published: all of them are in `rounds`, but of an arena only the boards that are
    played now, and the last ones before. `teams` is null where players play for themselves, or
    somebody is in no team yet. `fingerprint` stands on printed sheets, and says later what was
    known then. `calls` are those of the arbiter that he has not decided about, and those in the
    round that goes on; so are `duties`. `fees` officers alone are shown, where entering costs
    something.
    """

    event: str
    seq: int
    phase: EventPhase
    over: bool
    settings: EventSettings
    criteria: tuple[str, ...]
    created: int
    planned: int
    ends: int | None
    next: NextRound | None
    room: int
    round: int
    commitments: tuple[str, ...]
    fingerprint: str
    officers: tuple[Officer, ...]
    entrants: tuple[EntrantShown, ...]
    contributions: tuple[str, ...]
    rounds: tuple[RoundShown, ...]
    standing: tuple[PlaceShown, ...]
    teams: TeamsShown | None
    calls: tuple[CallShown, ...]
    duties: tuple[DutyShown, ...]
    you: EventYou
    code: str | None
    fees: FeesShown | None


class EventNews(Struct, frozen=True):
    """What has happened in an event after a seq, up to `seq`; `more`: ask again from there.

    `boards` and `entrants` are those that it changed, as they stand now; `rounds` new ones of an
    arena, `places` the rows of the standing that are others than before. `whole`: something changed
    that is not among them (rounds, settings, officers); ask for the event as a whole. `ranked`: a
    standing was published. `teams` has their standing and the matches of the boards that have
    changed, null where neither has. `next` is the round that has been announced, `room` as in the
    event. `you` is what the reader is and may do now.
    """

    event: str
    seq: int
    more: bool
    whole: bool
    ranked: bool
    phase: EventPhase
    over: bool
    next: NextRound | None
    room: int
    round: int
    fingerprint: str
    lines: tuple[EventLine, ...]
    rounds: tuple[RoundShown, ...]
    boards: tuple[BoardShown, ...]
    entrants: tuple[EntrantShown, ...]
    places: tuple[PlaceShown, ...]
    teams: TeamsShown | None
    you: EventYou


class RoundsPage(Struct, frozen=True):
    """Rounds with all their boards, the last ones first; `before` asks for those before them."""

    rounds: tuple[RoundShown, ...]
    before: int | None


class CautionShown(Struct, frozen=True):
    """What is allowed, and who directs should know: its kind, and of whom and where it is said.

    `kind` is `many_rounds` (more than half of the `entrants`), `met_before`, `second_bye` or
    `same_side` (three times in a row).
    """

    kind: str
    round: int
    board: int
    name: str
    entrants: int


class Draft(Struct, frozen=True):
    """What the program would publish as the next round; the cards are not drawn yet."""

    number: int
    boards: tuple[BoardShown, ...]
    cautions: tuple[CautionShown, ...]
