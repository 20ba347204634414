"""What is done in an event: from an act to entries of its log, or a refusal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, assert_never

from crownhead.adjudication import Ground
from crownhead.competition import Competition, CompetitionError, Encounter, Log, new_seeds
from crownhead.competition.boards import swap_players
from crownhead.competition.deeds import is_late
from crownhead.competition.failure import NoPairing
from crownhead.competition.fees import Fees
from crownhead.competition.lottery import commitment
from crownhead.errors import CrownheadError
from crownhead.server.messages import event_acts as m
from crownhead.server.messages.event_settings import EventSettings
from crownhead.server.people.rights import EventRight, may_in_event
from crownhead.server.room import event_settings
from crownhead.server.room.event_log import (
    Announced,
    CalledArbiter,
    CallRuled,
    CheckedIn,
    ClockChanged,
    Continued,
    DutyEnded,
    EventChange,
    EventEnded,
    EventState,
    FeeNoted,
    Halted,
    InvitedByName,
    OfficerNamed,
    Opened,
    Place,
    PlayerKnown,
    ResultClaimed,
    RoundStarted,
    SettingsChanged,
    TookBack,
    time_of,
    time_text,
)
from crownhead.server.room.naming import new_code, plain_code
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.texts import clean_line

MOST_TEXT = 200
LEAST_CODE = 4
"""Letters and digits of a password by which one enters."""
MOST_CALLS = 3
"""Calls of the arbiter by one player in one game."""
MOST_OWN = 40
"""How often an entrant says something of himself, or of his board, before the next pairing."""
MOST_AHEAD = 366 * 24 * 3_600_000
"""Milliseconds before the beginning of a round at which it may be announced."""
_BEGINS = (
    m.EnterAct
    | m.AdmitAct
    | m.InviteAct
    | m.CheckInAct
    | m.ExcuseAct
    | m.NoteFeeAct
    | m.AddLineAct
    | m.ClaimResultAct
    | m.PairRoundAct
    | m.AnnounceAct
    | m.AmendAct
)
"""What is refused when a log is nearly full; what has begun is still brought to its end."""
_AFTER_THE_END = m.RecordResultAct | m.NameOfficerAct | m.NoteFeeAct
_REPEATED = m.CheckInAct | m.ExcuseAct | m.AddLineAct | m.ClaimResultAct


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Who does something, and what of others his act needs to know.

    `rating` is his in the list of the event's games; a `bot` is a program. `other` is the account
    that the act names: its id and what it is called.
    """

    player: str
    name: str
    account: bool = False
    rating: int | None = None
    bot: bool = False
    other: tuple[str, str] | None = None


RIGHTS: dict[str, EventRight] = {
    "enter": "enter",
    "leave": "take_part",
    "check_in": "take_part",
    "excuse": "take_part",
    "contribute": "take_part",
    "claim": "take_part",
    "call": "take_part",
    "admit": "keep_desk",
    "fee": "keep_desk",
    "result": "keep_desk",
    "withdraw": "direct",
    "readmit": "direct",
    "pair": "direct",
    "start": "direct",
    "announce": "direct",
    "annul": "direct",
    "tie_break": "direct",
    "rule": "direct",
    "adjudicate": "direct",
    "halt": "direct",
    "continue": "direct",
    "clock": "direct",
    "take_back": "direct",
    "amend": "organise",
    "officer": "organise",
    "invite": "organise",
    "finish": "organise",
}
"""The right that an act takes; what is done for another by name is the desk's."""


def right_of(act: m.AnyEventAct) -> EventRight:
    """Return the right that an act takes.

    >>> right_of(m.CheckInAct()), right_of(m.CheckInAct(name="Anna"))
    ('take_part', 'keep_desk')
    """
    if isinstance(act, m.CheckInAct | m.ExcuseAct) and act.name is not None:
        return "keep_desk"
    return RIGHTS[str(act.__struct_config__.tag)]


def make(
    change: EventChange, settings: EventSettings, asker: Asker, code: str | None = None
) -> None:
    """Make an event: its settings, and the commitments to its lots; entries are open from now on.

    `code` is a password of the organiser's own.

    Raises `CrownheadError` or `Refusal`. Long work where house rules are new.
    """
    event, _ = event_settings.check(settings)
    given = (_own_code(code) or new_code()) if settings.admission == "code" else ""
    change.add(Opened(asker.player, asker.name, settings, given))
    seeds = new_seeds(1 + event_settings.lots_of(settings))
    log = Log.begin(event, time_text(change.at)).publish(time_text(change.at), seeds)
    change.begin(log)
    change.new_seeds = dict(zip(log.competition.commitments, seeds, strict=True))


def _own_code(code: str | None) -> str:
    """Return a password as it is kept, empty for none. Raises `Refusal` for one easily guessed."""
    plain = clean_line(code or "", 32)
    if plain and len(plain_code(plain)) < LEAST_CODE:
        raise Refusal("not_allowed", text="event_code_short", values={"n": LEAST_CODE})
    return plain


def do(
    change: EventChange, asker: Asker, act: m.AnyEventAct, program: Proposal | None = None
) -> None:
    """Do what somebody asks in an event. Raises `Refusal`, and then nothing has happened.

    `program` is what was proposed for the next round: finding it is long work, and need not be done
    while the event is locked. Raises `ProposalOutdated` where it does not fit any more.
    """
    check_right(change.state, asker.player, act)
    try:
        _do(change, asker, act, program)
    except CrownheadError as error:
        raise to_refusal(error) from None


def check_right(state: EventState, player: str, act: m.AnyEventAct) -> None:
    """Raise `Refusal` where somebody may not do something in an event."""
    if not may_in_event(state.roles(player), right_of(act)):
        raise Refusal("no_seat", text="event_right")


def to_refusal(error: CrownheadError) -> Refusal:
    """Return the refusal for what the library of competitions, or a game, does not allow."""
    if isinstance(error, CompetitionError) and error.key:
        return Refusal("not_allowed", text=f"event_rule.{error.key}", values=error.values)
    if isinstance(error, CompetitionError):
        return Refusal("not_allowed", text="event_rules", detail=str(error)[:200])
    return Refusal("not_allowed", error)


def _do(change: EventChange, asker: Asker, act: m.AnyEventAct, program: Proposal | None) -> None:
    state = change.state
    if state.ended and not isinstance(act, _AFTER_THE_END):
        raise Refusal("not_allowed", text="event_ended")
    if isinstance(act, _BEGINS) and not state.room:
        raise Refusal("not_allowed", text="event_full")
    if isinstance(act, _REPEATED) and right_of(act) == "take_part":
        _check_often(state, asker)
    match act:
        case m.EnterAct():
            _enter(change, asker, act)
        case m.LeaveAct():
            reason = clean_line(act.reason, MOST_TEXT) or "by himself"
            change.act("withdraw", name=_own(state, asker), reason=reason)
        case m.CheckInAct():
            name = act.name or _own(state, asker)
            if act.here and may_return(state, name):
                change.act("return", name=name, reason="is there again")
            else:
                _check_in(change, name, act.here)
        case m.ExcuseAct():
            _excuse(change, asker, act)
        case m.AddLineAct():
            if state.event.ballots is None:
                raise Refusal("not_allowed", text="event_no_cards")
            text, name = _clean_text(act.text, "text"), _own(state, asker)
            _check_here(state, name)
            change.act("contribute", name=name, text=text)
        case m.ClaimResultAct():
            _claim(change, asker, act)
        case m.AdmitAct():
            _admit(change, _clean_text(act.name, "name"), act.rating, act)
        case m.InviteAct():
            player, name = _other(asker)
            if player not in state.invited:
                change.add(InvitedByName(player, name))
        case m.NoteFeeAct():
            _note_fee(change, act)
        case m.WithdrawEntrantAct():
            change.act(
                "withdraw",
                name=act.name,
                reason=_clean_text(act.reason, "reason"),
                expelled=act.expelled,
            )
        case m.ReadmitAct():
            change.act("return", name=act.name, reason=_clean_text(act.reason, "reason"))
        case m.PairRoundAct():
            _pair(change, act.swaps, act.reason, program)
        case m.StartRoundAct():
            _start(change)
        case m.AnnounceAct():
            _announce(change, act)
        case m.AnnulRoundAct():
            _annul(change, _clean_text(act.reason, "reason"))
        case m.RecordResultAct():
            record(change, asker, act)
        case m.TieBreakAct():
            change.act("tie-break", round=act.round, board=act.board, games=list(act.games))
        case m.AmendAct():
            _amend(change, act)
        case m.NameOfficerAct():
            player, name = _other(asker)
            if player == state.organiser:
                raise Refusal("not_allowed", text="event_organiser")
            change.add(OfficerNamed(player, name, act.role))
        case m.CallArbiterAct():
            _call(change, asker, act)
        case m.RuleAct():
            _rule(change, act)
        case m.AdjudicateAct():
            ended = open_duties(state).get(act.duty)
            if ended is None:
                raise Refusal("not_allowed", text="event_no_duty")
            _decide(change, ended, act.advantage, _clean_text(act.reason, "reason"))
        case m.HaltAct() | m.ContinueAct():
            _halt(change, act)
        case m.SetClockAct():
            if (act.add is None) == (act.left is None):
                raise Refusal("bad_message", detail="clock: expected either add or left")
            game, _, _ = _game_of(state, act.name, act.board)
            if not state.settings.time:
                raise Refusal("not_allowed", text="event_no_clock")
            reason = _clean_text(act.reason, "reason")
            change.add(ClockChanged(game, act.name, act.add, act.left, reason))
        case m.TakeBackAct():
            game, _, _ = _game_of(state, act.name, act.board)
            _check_undisturbed(state, game)
            change.add(TookBack(game, act.plies, _clean_text(act.reason, "reason")))
        case m.FinishAct():
            change.add(EventEnded())
        case _:
            assert_never(act)


def _clean_text(text: str, what: str) -> str:
    """Return a text without what nobody sees in it. Raises `Refusal` where nothing is left."""
    plain = clean_line(text, MOST_TEXT)
    if not plain:
        raise Refusal("bad_message", detail=f"{what}: nothing of it is visible")
    return plain


def _own(state: EventState, asker: Asker) -> str:
    """Return the name under which somebody takes part. Raises `Refusal`."""
    name = state.players.get(asker.player)
    if name is None:
        raise Refusal("no_seat", text="event_not_entered")
    return name


def _check_here(state: EventState, name: str) -> None:
    """Raise `CompetitionError` where nobody of this name goes on with the event."""
    if not state.competition.entrant(name).here(len(state.competition.rounds) + 1):
        raise CompetitionError(f"{name}: has left already")


def _check_in(change: EventChange, name: str, here: bool) -> None:
    state = change.state
    _check_here(state, name)
    number = len(state.competition.rounds) + 1
    if (state.checked.get(name) == number) != here:
        change.add(CheckedIn(name, number, here))


def may_return(state: EventState, name: str) -> bool:
    """Return whether somebody rests in an arena, and is paired again once he says he is there."""
    number = len(state.competition.rounds) + 1
    in_arena = state.event.format == "arena" and number > 1
    resting = name in state.resting and not state.competition.entrant(name).here(number)
    return in_arena and resting and not state.ended


def _check_often(state: EventState, asker: Asker) -> None:
    """Raise `Refusal` where an entrant has changed his mind too often: a log has an end."""
    desk = may_in_event(state.roles(asker.player), "keep_desk")
    if not desk and state.own.get(asker.player, 0) >= MOST_OWN:
        raise Refusal("not_allowed", text="event_often")


def _other(asker: Asker) -> tuple[str, str]:
    """Return the account that an act names; whoever asks has looked it up."""
    assert asker.other is not None
    return asker.other


# Entrants


def _enter(change: EventChange, asker: Asker, act: m.EnterAct) -> None:
    state, settings = change.state, change.state.settings
    if asker.player in state.players:
        raise Refusal("not_allowed", text="event_entered")
    if settings.admission == "code" and plain_code(act.code or "") != plain_code(state.code):
        raise Refusal("no_seat", text="event_code")
    if settings.admission == "invited" and asker.player not in state.invited:
        raise Refusal("no_seat", text="event_invited")
    if settings.rated and not asker.account:
        raise Refusal("not_allowed", text="rated_account")
    if asker.bot and not settings.bots:
        raise Refusal("not_allowed", text="event_bots")
    _check_rating(settings, asker.rating)
    if state.competition.rounds and not settings.late:
        raise Refusal("not_allowed", text="event_closed")
    _admit(change, asker.name, asker.rating, act)
    change.add(PlayerKnown(asker.player, asker.name))


def _check_rating(settings: EventSettings, rating: int | None) -> None:
    """Raise `Refusal` where a rating is beyond the bounds, or they are there and it is missing."""
    low, high = settings.rating_from, settings.rating_to
    if low is None and high is None:
        return
    low, high = low or 0, 4000 if high is None else high
    if rating is None:
        if not settings.unrated:
            raise Refusal("not_allowed", text="event_unrated")
    elif not low <= rating <= high:
        values = {"low": low, "high": high, "rating": rating}
        raise Refusal("not_allowed", text="event_rating", values=values)


def _admit(
    change: EventChange, name: str, rating: int | None, act: m.EnterAct | m.AdmitAct
) -> None:
    state = change.state
    said = {each: clean_line(getattr(act, each, ""), 40) for each in ("title", "club", "team")}
    entrant = {"name": name, "rating": rating, **said}
    entrant = {key: value for key, value in entrant.items() if value}
    if len(state.competition.entrants) >= event_settings.most_of(state.settings):
        raise Refusal("not_allowed", text="event_crowded")
    if any(each.name == entrant["name"] for each in state.competition.entrants):
        raise Refusal("not_allowed", text="event_name_taken")
    change.act("enter", entrant=entrant)


def _note_fee(change: EventChange, act: m.NoteFeeAct) -> None:
    state, till = change.state, change.state.till
    if till is None:
        raise Refusal("not_allowed", text="event_no_fees")
    name = state.competition.entrant(act.name).name
    before, after = till.of(name), till.note(name, act.paid, act.fee).of(name)
    if before != after:
        change.add(FeeNoted(name, after.paid, after.kind))


def _excuse(change: EventChange, asker: Asker, act: m.ExcuseAct) -> None:
    state = change.state
    name = act.name or _own(state, asker)
    _check_here(state, name)
    desk = may_in_event(state.roles(asker.player), "keep_desk")
    if act.why == "absent" and not desk:
        raise Refusal("no_seat", text="event_right")
    number = act.round or len(state.competition.rounds) + 1
    change.act("excuse", name=name, why=act.why, round=number)


# Rounds


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the program would publish as the next round of an event as it was."""

    of: Competition
    boards: tuple[Encounter, ...]

    def fits(self, now: Competition) -> bool:
        """Return whether nothing has changed since of what a round is paired from."""
        was = self.of
        return (was.event, was.entrants, was.rounds) == (now.event, now.entrants, now.rounds)


class ProposalOutdated(Exception):
    """What a round is paired from has changed since the program was asked."""


def propose(state: EventState, seeds: dict[str, str]) -> Proposal:
    """Return what the program would publish as the next round. Long work in a Swiss."""
    ready = state.competition.reveal_numbers(_numbers_seed(state, seeds))
    return Proposal(state.competition, tuple(ready.propose()))


def propose_free(state: EventState, seeds: dict[str, str]) -> Proposal | None:
    """Return the next boards of an arena, None where nobody can be paired now."""
    try:
        return propose(state, seeds)
    except NoPairing:
        return None


def check_paired(state: EventState) -> None:
    """Raise `Refusal` where the round published last has to be started first."""
    if state.competition.rounds and state.started < len(state.competition.rounds):
        raise Refusal("not_allowed", text="event_not_started")


def _numbers_seed(state: EventState, seeds: dict[str, str]) -> str:
    """Return the seed for numbers where round 1 is to reveal it, else nothing."""
    now = state.competition
    return "" if now.rounds or not now.commitments else _seed(seeds, now.commitments[0])


def _seed(seeds: dict[str, str], published: str) -> str:
    if published not in seeds:
        raise CrownheadError("The key that sealed the lots of this event is missing")
    return seeds[published]


def _pair(
    change: EventChange,
    swaps: Sequence[tuple[str, str]],
    reason: str,
    program: Proposal | None,
) -> None:
    state = change.state
    check_paired(state)
    if program is None:
        program = propose(state, change.seeds)
    if not program.fits(state.competition):
        raise ProposalOutdated
    boards = program.boards
    for one, two in swaps:
        boards = swap_players(boards, one, two)
    seed = _numbers_seed(state, change.seeds)
    said = clean_line(reason, MOST_TEXT)
    change.deeds(state.deeds.pair(time_text(change.at), boards, said, seed, program.boards))
    if state.event.format == "arena":
        _start(change)  # nobody waits for others


# Arenas: after the first pairing, which an officer asks for, they go on by themselves


def arena_ends(state: EventState) -> int | None:
    """Return when the last boards of a running arena begin, in ms; None of all other events."""
    if state.ended or state.event.format != "arena" or not state.competition.rounds:
        return None
    began = next(each.at for each in state.deeds.deeds if each.kind == "pair")
    return time_of(began) + 60_000 * state.event.minutes


def count_free(state: EventState) -> int:
    """Return how many entrants of an arena are on no board."""
    now = state.competition
    playing, number = now.progress.playing, len(now.rounds) + 1
    return sum(each.plays(number) and each.name not in playing for each in now.entrants)


def due_in_arena(state: EventState, at: int) -> Literal["pair", "end"] | None:
    """Return what may be due: boards for those who are free, or the end.

    An arena whose log is nearly full ends as if its time were up.
    """
    if arena_ends(state) is None:
        return None
    if not state.room or is_late(state.deeds.deeds, state.event, time_text(at)):
        return None if state.competition.progress.open else "end"
    return "pair" if count_free(state) > 1 else None


def go_on(change: EventChange, program: Proposal | None) -> None:
    """Give boards to those who are free in an arena; end it when its time is up and all is played.

    Without a `program` nobody is to be paired. Raises `CrownheadError`, or `ProposalOutdated`.
    """
    due = due_in_arena(change.state, change.at)
    if due == "end":
        change.add(EventEnded(full=not change.state.room))
    elif due == "pair" and program is not None:
        _pair(change, (), "", program)


def _start(change: EventChange) -> None:
    state = change.state
    number = len(state.competition.rounds)
    if not number or state.started >= number:
        raise Refusal("not_allowed", text="event_nothing_to_start")
    if state.event.ballots is not None:
        if number >= len(state.competition.commitments):
            raise Refusal("not_allowed", text="event_no_lot")
        seed = _seed(change.seeds, state.competition.commitments[number])
        change.deeds(state.deeds.reveal(time_text(change.at), seed))
    change.add(RoundStarted(number))


def next_round(state: EventState) -> int | None:
    """Return the round that is to be started next, None where none can be foreseen."""
    now, published = state.competition, len(state.competition.rounds)
    if state.ended or now.over:
        return None
    if state.started < published:
        return published
    if now.event.format == "arena" and published:
        return None  # it goes on by itself
    planned = count_planned(state)
    return published + 1 if not planned or published < planned else None


def count_planned(state: EventState) -> int:
    """Return how many rounds there will be; 0 where entrants decide that, and are not there yet."""
    if len(state.competition.entrants) < 2 and state.event.format not in ("swiss", "match"):
        return 0
    try:
        return state.competition.rounds_planned
    except CompetitionError:
        return 0  # somebody is in no team yet


def _announce(change: EventChange, act: m.AnnounceAct) -> None:
    state, number = change.state, next_round(change.state)
    if number is None:
        raise Refusal("not_allowed", text="event_no_next")
    if act.starts is not None and not change.at < act.starts <= change.at + MOST_AHEAD:
        raise Refusal("not_allowed", text="event_announce_when")
    before = None if state.announced is None else state.announced.starts
    if act.starts != before:
        change.add(Announced(number, act.starts))


def _annul(change: EventChange, reason: str) -> None:
    state = change.state
    number, ballots = len(state.competition.rounds), state.event.ballots
    fresh = ""
    if ballots is not None and 0 < number < len(state.competition.commitments):
        seed = new_seeds(1)[0]
        fresh = commitment(seed, ballots)
        change.new_seeds = {fresh: seed}
    change.act("annul", round=number, reason=reason, commitment=fresh)


# Results


def record(change: EventChange, asker: Asker, act: m.RecordResultAct) -> None:
    """Enter a result; one that is there already is corrected by who directs alone."""
    state = change.state
    board = state.competition.board(act.round, act.board)
    goes_on = tuple(act.games[: len(board.games)]) == board.games
    direct = may_in_event(state.roles(asker.player), "direct")
    earlier = act.round < len(state.competition.rounds) and state.event.format != "arena"
    if (not goes_on or state.ended or earlier) and not direct:
        raise Refusal("no_seat", text="event_right")
    if act.round > state.started:
        raise Refusal("not_allowed", text="event_not_started")
    change.act(
        "result",
        round=act.round,
        board=act.board,
        games=list(act.games),
        reason=clean_line(act.reason, MOST_TEXT),
    )


def _claim(change: EventChange, asker: Asker, act: m.ClaimResultAct) -> None:
    state = change.state
    name = _own(state, asker)
    board = state.competition.board(act.round, act.board)
    if name not in board.names:
        raise Refusal("no_seat", text="event_not_your_board")
    if board.two is None:
        raise CompetitionError(f"round {act.round}, board {act.board}: {name} is alone")
    if state.settings.boards != "real":
        raise Refusal("not_allowed", text="event_played_here")
    last = act.round == len(state.competition.rounds) or state.event.format == "arena"
    if not last or act.round > state.started:
        raise Refusal("not_allowed", text="event_not_started")
    state.event.scoring.game_points(act.games)
    if len(act.games) > state.event.games or tuple(act.games[: len(board.games)]) != board.games:
        raise Refusal("not_allowed", text="event_has_result")
    if len(act.games) == len(board.games):
        raise Refusal("not_allowed", text="event_has_result")
    games = tuple(act.games)
    known = state.claims.get((act.round, act.board), {})
    if known.get(name) != games:
        change.add(ResultClaimed(act.round, act.board, name, games))
    if any(other != name and said == games for other, said in known.items()):
        change.act("result", round=act.round, board=act.board, games=list(games))


def _call(change: EventChange, asker: Asker, act: m.CallArbiterAct) -> None:
    state = change.state
    name = _own(state, asker)
    game, number, n = _game_of(state, name, act.board, "event_no_game")
    _check_undisturbed(state, game)
    made = [call for call in state.calls.values() if call.made.game == game]
    if sum(call.made.name == name for call in made) >= MOST_CALLS:
        raise Refusal("not_allowed", text="event_calls_over")
    change.add(CalledArbiter(game, number, n, name, clean_line(act.text, 200)))


def _check_undisturbed(state: EventState, game: str) -> None:
    """Raise `Refusal` where an arbiter is to decide about a game already."""
    called = any(each.made.game == game and each.ruled is None for each in state.calls.values())
    if called or any(each.game == game for each in open_duties(state).values()):
        raise Refusal("not_allowed", text="event_called")


def open_duties(state: EventState) -> dict[int, DutyEnded]:
    """Return the duties about which nobody has decided, in games that go on."""
    return {
        number: duty.ended
        for number, duty in state.duties.items()
        if duty.advantage is None and is_open(state, duty.ended)
    }


def is_open(state: EventState, duty: DutyEnded) -> bool:
    """Return whether the game of a duty is one whose result the event waits for."""
    place = duty.round, duty.board
    tables = state.tables.get(place, ())
    if tables[-1:] != (duty.game,):
        return False
    board = state.competition.board(*place)
    return len(tables) > len(board.games) + len(board.extra)


def end_duty(change: EventChange, ended: DutyEnded) -> None:
    """Put the end of a duty before an arbiter, or enter the program's verdict; each once."""
    state = change.state
    known = any(
        (each.ended.game, each.ended.nth) == (ended.game, ended.nth)
        for each in state.duties.values()
    )
    if known or not is_open(state, ended):
        return
    change.add(ended)
    ground = Ground.parse(ended.program)
    if state.event.adjudicator == "program" and ground is not None:
        _decide(change, ended, ground.advantage, "")


def _decide(change: EventChange, ended: DutyEnded, advantage: bool, reason: str) -> None:
    change.act(
        "adjudicate",
        round=ended.round,
        board=ended.board,
        game=ended.number,
        name=ended.name,
        position=ended.position,
        program=ended.program,
        advantage=advantage,
        reason=reason,
    )


def _game_of(
    state: EventState, name: str, board: int | None, text: str = "event_no_game_of"
) -> tuple[str, int, int]:
    """Return the game of an entrant that goes on now. Raises `Refusal` where there is none."""
    found = running_of(state, name, board)
    if found is None:
        raise Refusal("not_allowed", text=text)
    return found


def _halt(change: EventChange, act: m.HaltAct | m.ContinueAct) -> None:
    """Stop boards on which games go on, or let them go on again; those of the last round count."""
    state = change.state
    if state.settings.boards != "server":
        raise Refusal("not_allowed", text="event_no_game_of")
    halts = isinstance(act, m.HaltAct)
    open_ = open_boards(state) if halts else sorted(state.halted)
    wanted = (act.round or state.started, act.board)
    places = [
        place
        for place in open_
        if (place in state.halted) != halts
        and (place == wanted if act.board else act.round in (None, place[0]))
    ]
    if not places:
        raise Refusal("not_allowed", text="event_no_game_of" if halts else "event_not_halted")
    reason = clean_line(act.reason, MOST_TEXT)
    if halts:
        change.add(Halted(tuple(places), _clean_text(reason, "reason")))
    else:
        change.add(Continued(tuple(places), reason))


def open_boards(state: EventState) -> list[Place]:
    """Return the boards of started rounds on which not all is played."""
    games = state.event.games
    return [
        (number, n)
        for number, n, board in state.boards_going()
        if board.two is not None and not board.is_over(games)
    ]


def running_of(
    state: EventState, name: str, board: int | None = None
) -> tuple[str, int, int] | None:
    """Return the game of an entrant that goes on now, its round and its board.

    Who gives an exhibition has several: it is that of `board`, or his first.
    """
    found = None
    for number, n, each in state.boards_going():
        tables = state.tables.get((number, n), ())
        if name not in each.names or board not in (None, n):
            continue
        goes_on = len(tables) > len(each.games) + len(each.extra)
        if goes_on and (found is None or number > found[1]):
            found = tables[-1], number, n
    return found


def _rule(change: EventChange, act: m.RuleAct) -> None:
    call = change.state.calls.get(act.call)
    if call is None or call.ruled is not None:
        raise Refusal("not_allowed", text="event_no_call")
    change.add(CallRuled(act.call, act.ruling, act.plies, clean_line(act.reason, 200)))


def _amend(change: EventChange, act: m.AmendAct) -> None:
    state = change.state
    event, _ = event_settings.check(act.settings)
    before, code = state.settings, _own_code(act.code)
    if act.settings == before and code in ("", state.code):
        raise Refusal("not_allowed", text="event_same")
    if state.competition.rounds and (
        act.settings.boards != before.boards or act.settings.rated != before.rated
    ):
        raise Refusal("not_allowed", text="event_frozen")
    _check_currency(state, act.settings.fees)
    lots = len(state.competition.commitments) - 1
    if event.ballots is not None and event_settings.lots_of(act.settings) > lots:
        raise Refusal("not_allowed", text="event_lots")
    reason = clean_line(act.reason, MOST_TEXT)
    if state.competition.rounds and not reason:
        raise Refusal("not_allowed", text="event_reason")
    if event != state.event:
        change.act("amend", event=event.to_dict(), reason=reason or "before round 1")
    wanted = act.settings.admission == "code" and not state.code
    change.add(SettingsChanged(act.settings, code or (new_code() if wanted else "")))


def _check_currency(state: EventState, fees: str) -> None:
    """Raise `Refusal` where fees have been paid in another currency than is wanted now."""
    till = state.till
    if till is None or not any(each.paid for each in till.payments.values()):
        return
    if not fees or Fees.parse(fees).currency != till.fees.currency:
        values = {"currency": till.fees.currency}
        raise Refusal("not_allowed", text="event_fees_paid", values=values)


def list_allowed(state: EventState, player: str) -> Iterator[str]:
    """Yield the kinds of acts that somebody may try now."""
    roles = state.roles(player)
    now = state.competition
    rounds = len(now.rounds)
    over = rounds > 0 and now.is_played
    real = state.settings.boards == "real"
    name = state.players.get(player)
    here = name is not None and now.entrant(name).here(rounds + 1)
    desk = may_in_event(roles, "keep_desk")
    running = not real and state.started > 0 and bool(open_boards(state))
    possible = {
        "enter": player not in state.players
        and (not rounds or state.settings.late)
        and now.lets_in
        and state.room > 0,
        "admit": now.lets_in,
        "leave": here,
        "check_in": may_return(state, name or "")
        or ((here or desk) and not (rounds and now.event.format == "arena")),
        "contribute": here and now.event.ballots is not None,
        "claim": real and state.started == rounds > 0 and not over,
        "result": state.started > 0,
        "pair": state.started == rounds
        and (not rounds or over or now.event.format != "swiss")
        and (not rounds or now.event.format != "arena")
        and not now.over
        and state.room > 0,
        "start": state.started < rounds,
        "announce": next_round(state) is not None,
        "annul": rounds > 0,
        "tie_break": state.started > 0 and now.event.format == "knockout",
        "call": running_of(state, name or "") is not None,
        "halt": not real and any(place not in state.halted for place in open_boards(state)),
        "continue": bool(state.halted),
        "clock": not real and bool(now.event.clock) and bool(running),
        "take_back": bool(running),
        "adjudicate": bool(open_duties(state)),
        "rule": any(call.ruled is None for call in state.calls.values()),
        "excuse": desk or (here and now.event.format == "swiss"),
        "invite": state.settings.admission == "invited",
        "fee": bool(state.settings.fees),
    }
    for kind, right in RIGHTS.items():
        own = right == "take_part" and kind in ("check_in", "excuse")
        may = may_in_event(roles, right) or (own and desk)
        late = state.ended and kind not in ("result", "officer", "fee")
        if may and possible.get(kind, True) and not late:
            yield kind
