"""A competition at the server as its log makes it: the deeds of its file, and what is beside them.

An entry holds a deed of `crownhead.competition`, or one of the server's own entries: who plays
under which name, who is an officer, which tables were made. The deeds alone are the published file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, assert_never

import msgspec

from crownhead.competition import Competition, Deed, Encounter, Event, Log
from crownhead.competition.deeds import DID_NOT_COME, apply
from crownhead.competition.fees import Fees, Payment, Till
from crownhead.rules import Color
from crownhead.server.messages.event_desk import OfficerRole, Ruling
from crownhead.server.messages.event_settings import EventSettings
from crownhead.server.messages.event_views import EventPhase
from crownhead.server.people.rights import EventRole
from crownhead.server.room.refusals import Refusal

MOST_ENTRIES = 20_000
"""Of one log; an event of 300 entrants and 60 rounds has fewer."""
KEPT_ENTRIES = 2_000
"""The last of them, for what has begun: results of a whole round, decisions, the end."""
Place = tuple[int, int]
"""A board of a round."""


class _ServerEntry(msgspec.Struct, frozen=True, tag_field="kind"):
    """What all entries beside the deeds share: how their kind is written."""


class DeedDone(_ServerEntry, frozen=True, tag="deed"):
    """A deed of the file, as the file has it."""

    deed: dict[str, Any]


class Opened(_ServerEntry, frozen=True, tag="opened"):
    """The event was made by `player`; `code` lets others enter."""

    player: str
    name: str
    settings: EventSettings
    code: str


class SettingsChanged(_ServerEntry, frozen=True, tag="settings"):
    """The settings are others than before; the deed `amend` says why.

    `code` lets others enter from now on, where there was none.
    """

    settings: EventSettings
    code: str = ""


class OfficerNamed(_ServerEntry, frozen=True, tag="officer"):
    """An account is an officer, or (`role` null) no more."""

    player: str
    name: str
    role: OfficerRole | None


class InvitedByName(_ServerEntry, frozen=True, tag="invited"):
    """An account may enter."""

    player: str
    name: str


class PlayerKnown(_ServerEntry, frozen=True, tag="player"):
    """A player of the server takes part under a name."""

    player: str
    name: str


class CheckedIn(_ServerEntry, frozen=True, tag="checked"):
    """An entrant is there for a round, or is not."""

    name: str
    round: int
    here: bool


class FeeNoted(_ServerEntry, frozen=True, tag="fee"):
    """An entrant has paid so much in all, of a fee of a kind, or (null) of the usual one."""

    name: str
    paid: int
    fee: str | None = None


class RoundStarted(_ServerEntry, frozen=True, tag="started"):
    """The boards of a round begin."""

    round: int


class TableMade(_ServerEntry, frozen=True, tag="table"):
    """A game of a board is played at a table of the server."""

    round: int
    board: int
    number: int
    game: str


class ResultClaimed(_ServerEntry, frozen=True, tag="claimed"):
    """A player has entered the result of his board."""

    round: int
    board: int
    name: str
    games: tuple[str, ...]


class CalledArbiter(_ServerEntry, frozen=True, tag="called"):
    """A player has called the arbiter to his game; the call has the number of this entry."""

    game: str
    round: int
    board: int
    name: str
    text: str


class CallRuled(_ServerEntry, frozen=True, tag="ruled"):
    """The arbiter has decided about a call."""

    call: int
    ruling: Ruling
    plies: int
    reason: str


class DutyEnded(_ServerEntry, frozen=True, tag="duty"):
    """The moves of a side that refused a draw are made; the question has this entry's number.

    It is the `nth` of its game. `program` is the ground of what the program says of `position`.
    """

    game: str
    round: int
    board: int
    number: int
    nth: int
    name: str
    side: Color
    moves: int
    position: str
    program: str


class Halted(_ServerEntry, frozen=True, tag="halted"):
    """The desk has stopped the games of boards, each a round and its board."""

    boards: tuple[tuple[int, int], ...]
    reason: str


class Continued(_ServerEntry, frozen=True, tag="continued"):
    """The desk lets the games of boards go on."""

    boards: tuple[tuple[int, int], ...]
    reason: str


class ClockChanged(_ServerEntry, frozen=True, tag="clock"):
    """The desk has added so many seconds to a player's clock, or set how many are `left` there."""

    game: str
    name: str
    add: int | None
    left: int | None
    reason: str


class TookBack(_ServerEntry, frozen=True, tag="took_back"):
    """The desk has taken back the last plies of a game."""

    game: str
    plies: int
    reason: str


class Announced(_ServerEntry, frozen=True, tag="announced"):
    """The next round begins at a time in ms, or (`starts` null) nobody knows any more when."""

    round: int
    starts: int | None


class EventEnded(_ServerEntry, frozen=True, tag="ended"):
    """The event was ended; `full` for want of room in its log."""

    full: bool = False


ServerEntry = (
    DeedDone
    | Opened
    | SettingsChanged
    | OfficerNamed
    | InvitedByName
    | PlayerKnown
    | CheckedIn
    | FeeNoted
    | RoundStarted
    | TableMade
    | ResultClaimed
    | CalledArbiter
    | CallRuled
    | DutyEnded
    | Halted
    | Continued
    | ClockChanged
    | TookBack
    | Announced
    | EventEnded
)


@dataclass(frozen=True, slots=True)
class EventEntry:
    """One line of the log; `player` did it, `command` is his id of the request."""

    seq: int
    at: int
    event: ServerEntry
    player: str | None = None
    command: str | None = None

    @property
    def kind(self) -> str:
        """Return the kind of what happened, as it is stored."""
        return str(self.event.__struct_config__.tag)

    @property
    def body(self) -> dict[str, Any]:
        """Return the fields of what happened, as they are stored."""
        plain = msgspec.to_builtins(self.event)
        del plain["kind"]
        return dict(plain)

    @classmethod
    def from_row(
        cls, seq: int, at: int, kind: str, body: dict[str, Any], player: str | None, command: Any
    ) -> EventEntry:
        """Return the entry of a row of the database.

        >>> EventEntry.from_row(9, 5, "started", {"round": 2}, "anna", None).event
        RoundStarted(round=2)
        """
        event = msgspec.convert({"kind": kind, **body}, ServerEntry)
        return cls(seq, at, event, player, command)


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the arbiter, when it was made, and what he has decided."""

    at: int
    made: CalledArbiter
    ruled: CallRuled | None = None


@dataclass(frozen=True, slots=True)
class Duty:
    """A duty that has ended, and what was decided: an advantage or none, and in whose words."""

    at: int
    ended: DutyEnded
    advantage: bool | None = None
    reason: str = ""


DeskAct = Halted | Continued | ClockChanged | TookBack
"""What the desk does in games that go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventState:
    """An event after an entry of its log.

    `players` are the names of those who have entered by themselves, by their ids; `checked` the
    round for which somebody is there; `started` the round that was started last; `tables` the games
    of a board, in their order; `void` those of rounds that were annulled; `attempts` how often a
    round was; `own` how often a player has said something of himself since the last pairing;
    `by_hand` are boards with results that somebody has entered, whose games may go on yet;
    `resting` who left, or was left out of an arena, and may come back by himself; `halted` the
    boards that the desk has stopped; `desk` what it has done in each game, with the
    number of the entry and its time; `announced` when a round is to begin that is not started;
    `payments` who has paid how much.
    """

    id: str
    seq: int = 0
    created: int = 0
    changed: int = 0
    log: Log | None = None
    settings: EventSettings = field(default_factory=lambda: EventSettings(name="-"))
    organiser: str = ""
    organiser_name: str = ""
    code: str = ""
    officers: Mapping[str, tuple[str, OfficerRole]] = field(default_factory=dict)
    invited: frozenset[str] = frozenset()
    players: Mapping[str, str] = field(default_factory=dict)
    checked: Mapping[str, int] = field(default_factory=dict)
    started: int = 0
    tables: Mapping[Place, tuple[str, ...]] = field(default_factory=dict)
    claims: Mapping[Place, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    calls: Mapping[int, Call] = field(default_factory=dict)
    duties: Mapping[int, Duty] = field(default_factory=dict)
    void: tuple[str, ...] = ()
    attempts: Mapping[int, int] = field(default_factory=dict)
    commands: Mapping[str, int] = field(default_factory=dict)
    own: Mapping[str, int] = field(default_factory=dict)
    by_hand: frozenset[Place] = frozenset()
    resting: frozenset[str] = frozenset()
    halted: frozenset[Place] = frozenset()
    desk: Mapping[str, tuple[tuple[int, int, DeskAct], ...]] = field(default_factory=dict)
    announced: Announced | None = None
    payments: Mapping[str, Payment] = field(default_factory=dict)
    ended: bool = False

    @property
    def deeds(self) -> Log:
        """Return the deeds and what they have made."""
        assert self.log is not None
        return self.log

    @property
    def competition(self) -> Competition:
        """Return what the deeds have made."""
        return self.deeds.competition

    @property
    def event(self) -> Event:
        """Return the settings as the file has them."""
        return self.competition.event

    @property
    def phase(self) -> EventPhase:
        """Return how far the event has come."""
        if self.ended:
            return "ended"
        return "running" if self.competition.rounds else "open"

    @property
    def room(self) -> int:
        """Return how many entries there may still be before nothing new begins."""
        return max(0, MOST_ENTRIES - KEPT_ENTRIES - self.seq)

    @property
    def till(self) -> Till | None:
        """Return who has paid how much, None where entering costs nothing."""
        fees = self.settings.fees
        return Till(Fees.parse(fees), self.payments) if fees else None

    def roles(self, player: str) -> frozenset[EventRole]:
        """Return what somebody is in the event."""
        found: set[EventRole] = set()
        if player == self.organiser:
            found.add("organiser")
        if player in self.officers:
            found.add(self.officers[player][1])
        if player in self.players:
            found.add("entrant")
        return frozenset(found)

    def boards_going(self) -> Iterator[tuple[int, int, Encounter]]:
        """Yield boards of started rounds, with round and number, on which somebody may yet play.

        Of an arena those without a result alone, however many there were; else all boards.
        """
        now = self.competition
        if now.event.format == "arena":
            for (number, n), board in now.progress.open.items():
                if number <= self.started:
                    yield number, n, board
            return
        for number, published in enumerate(now.rounds[: self.started], 1):
            for n, board in enumerate(published.boards, 1):
                yield number, n, board

    def player_of(self, name: str) -> str | None:
        """Return the player who has entered under a name, None where nobody of the server has."""
        return next((player for player, known in self.players.items() if known == name), None)

    def name_of(self, player: str | None) -> str | None:
        """Return what somebody is called in the event."""
        if player is None:
            return None
        if player == self.organiser:
            return self.organiser_name
        if player in self.officers:
            return self.officers[player][0]
        return self.players.get(player)


def follow(state: EventState, entries: Iterable[EventEntry]) -> EventState:
    """Return the event after entries that are stored. Long work for a long log."""
    deeds: list[Deed] = []
    known = 0 if state.log is None else len(state.log.deeds)
    for entry in entries:
        if isinstance(entry.event, DeedDone):
            deeds.append(Deed.from_dict(entry.event.deed, known + len(deeds) + 1))
        state = beside(state, entry)
    if not deeds:
        return state
    if state.log is None:
        return replace(state, log=Log.replay(deeds))
    competition = state.log.competition
    for deed in deeds:
        competition = apply(competition, deed.kind, deed.fields)
    return replace(state, log=Log((*state.log.deeds, *deeds), competition))


def beside(state: EventState, entry: EventEntry) -> EventState:
    """Return the event after an entry, but for what a deed does in the competition itself."""
    commands = state.commands
    if entry.command is not None:
        commands = {**commands, entry.command: entry.seq}
    state = replace(state, seq=entry.seq, changed=entry.at, commands=commands)
    event = entry.event
    player = entry.player
    if player is not None and player in state.players and _is_own(event):
        state = replace(state, own={**state.own, player: state.own.get(player, 0) + 1})
    match event:
        case DeedDone():
            return _after_deed(state, event.deed, player)
        case Opened():
            return replace(
                state,
                created=entry.at,
                settings=event.settings,
                organiser=event.player,
                organiser_name=event.name,
                code=event.code,
            )
        case SettingsChanged():
            return replace(state, settings=event.settings, code=event.code or state.code)
        case OfficerNamed():
            officers = {k: v for k, v in state.officers.items() if k != event.player}
            if event.role is not None:
                officers[event.player] = event.name, event.role
            return replace(state, officers=officers)
        case InvitedByName():
            return replace(state, invited=state.invited | {event.player})
        case PlayerKnown():
            return replace(state, players={**state.players, event.player: event.name})
        case CheckedIn():
            checked = {k: v for k, v in state.checked.items() if k != event.name}
            if event.here:
                checked[event.name] = event.round
            return replace(state, checked=checked)
        case FeeNoted():
            payments = {**state.payments, event.name: Payment(event.paid, event.fee)}
            return replace(state, payments=payments)
        case RoundStarted():
            return replace(state, started=event.round, announced=None)
        case TableMade():
            place = event.round, event.board
            games = (*state.tables.get(place, ()), event.game)
            if place in state.halted:  # it was made while the desk stopped its board
                state = _with_desk(state, [event.game], entry, Halted((place,), ""))
            return replace(state, tables={**state.tables, place: games})
        case ResultClaimed():
            place = event.round, event.board
            claims = {**state.claims.get(place, {}), event.name: event.games}
            return replace(state, claims={**state.claims, place: claims})
        case CalledArbiter():
            call = Call(entry.at, event)
            return replace(state, calls={**state.calls, entry.seq: call})
        case CallRuled():
            call = replace(state.calls[event.call], ruled=event)
            return replace(state, calls={**state.calls, event.call: call})
        case DutyEnded():
            return replace(state, duties={**state.duties, entry.seq: Duty(entry.at, event)})
        case Halted() | Continued():
            places = frozenset(event.boards)
            halted = state.halted | places if isinstance(event, Halted) else state.halted - places
            running = [state.tables[place][-1] for place in event.boards if state.tables.get(place)]
            return replace(_with_desk(state, running, entry, event), halted=halted)
        case ClockChanged() | TookBack():
            return _with_desk(state, [event.game], entry, event)
        case Announced():
            return replace(state, announced=None if event.starts is None else event)
        case EventEnded():
            return replace(state, announced=None, ended=True)
        case _:
            assert_never(event)


def _with_desk(
    state: EventState, games: Iterable[str], entry: EventEntry, act: DeskAct
) -> EventState:
    done = (entry.seq, entry.at, act)
    return replace(
        state, desk={**state.desk, **{game: (*state.desk.get(game, ()), done) for game in games}}
    )


def _is_own(event: ServerEntry) -> bool:
    """Return whether an entry is of the kinds that an entrant may repeat."""
    if isinstance(event, DeedDone):
        return event.deed["deed"] in ("contribute", "excuse", "withdraw", "return")
    return isinstance(event, CheckedIn | ResultClaimed)


def _after_deed(state: EventState, deed: Mapping[str, Any], player: str | None) -> EventState:
    kind = deed["deed"]
    if kind == "withdraw":
        own = player is not None and state.players.get(player) == deed["name"]
        rests = (own or deed["reason"] == DID_NOT_COME) and not deed.get("expelled")
        return replace(state, resting=_with(state.resting, deed["name"], rests))
    if kind == "return":
        return replace(state, resting=_with(state.resting, deed["name"], False))
    if kind == "pair":
        return replace(state, own={})
    if kind in ("result", "tie-break"):
        place = int(deed["round"]), int(deed["board"])
        claims = {k: v for k, v in state.claims.items() if k != place}
        entered = state.by_hand if player is None else state.by_hand | {place}
        return replace(state, claims=claims if kind == "result" else state.claims, by_hand=entered)
    if kind == "adjudicate":
        return replace(state, duties={**state.duties, **_decided(state, deed)})
    if kind == "annul":
        number, said = int(deed["round"]), state.announced
        gone = [game for k, games in state.tables.items() if k[0] == number for game in games]
        return replace(
            state,
            void=(*state.void, *gone),
            started=min(state.started, number - 1),
            tables={k: v for k, v in state.tables.items() if k[0] != number},
            claims={k: v for k, v in state.claims.items() if k[0] != number},
            by_hand=frozenset(place for place in state.by_hand if place[0] != number),
            halted=frozenset(place for place in state.halted if place[0] != number),
            attempts={**state.attempts, number: state.attempts.get(number, 0) + 1},
            announced=said if said is not None and said.round <= number else None,
        )
    return state


def _decided(state: EventState, deed: Mapping[str, Any]) -> dict[int, Duty]:
    """Return the duty that a deed decides about, with the decision."""
    [game] = state.tables[deed["round"], deed["board"]][deed["game"] - 1 : deed["game"]]
    number, duty = next(
        (n, each)
        for n, each in state.duties.items()
        if each.ended.game == game and each.advantage is None
    )
    advantage = deed.get("advantage", False)
    reason = deed.get("reason") or deed["program"]
    return {number: replace(duty, advantage=advantage, reason=reason)}


def _with(names: frozenset[str], name: str, is_in: bool) -> frozenset[str]:
    return names | {name} if is_in else names - {name}


class EventChange:
    """Try changes of an event: what is `fresh` is to be stored, or nothing has happened.

    `seeds` are the secrets of its lots, by their commitments; those of new ones are `new_seeds`.
    """

    def __init__(self, state: EventState, seeds: Mapping[str, str], player: str | None, at: int):
        self.state = state
        self.seeds = dict(seeds)
        self.new_seeds: dict[str, str] = {}
        self.fresh: list[EventEntry] = []
        self.player = player
        self.at = max(at, state.changed)

    def add(self, event: ServerEntry) -> None:
        """Add an entry beside the deeds."""
        self._add(event)

    def begin(self, log: Log) -> None:
        """Add the deeds with which an event begins."""
        for deed in log.deeds:
            self._add(DeedDone(deed.to_dict()))
        self.state = replace(self.state, log=log)

    def deeds(self, after: Log) -> None:
        """Add the deeds that a log has more than the event's."""
        for deed in after.deeds[len(self.state.deeds.deeds) :]:
            self._add(DeedDone(deed.to_dict()))
        self.state = replace(self.state, log=after)

    def act(self, kind: str, **fields: Any) -> None:
        """Do one deed, and what follows it. Raises `CrownheadError`."""
        self.deeds(self.state.deeds.act(kind, time_text(self.at), **fields))

    def _add(self, event: ServerEntry) -> None:
        if self.state.seq >= MOST_ENTRIES and not isinstance(event, EventEnded):
            raise Refusal("not_allowed", text="event_full")
        entry = EventEntry(self.state.seq + 1, self.at, event, self.player)
        self.fresh.append(entry)
        self.state = beside(self.state, entry)

    def sign(self, command: str | None) -> list[EventEntry]:
        """Return the fresh entries as they are to be stored; the last one has the command's id."""
        if self.fresh and command is not None:
            self.fresh[-1] = replace(self.fresh[-1], command=command)
            commands = {**self.state.commands, command: self.state.seq}
            self.state = replace(self.state, commands=commands)
        return self.fresh


def time_text(at: int) -> str:
    """Return a time in ms as deeds have it.

    >>> time_text(1_795_807_800_123)
    '2026-11-27T19:30:00Z'
    """
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def time_of(text: str) -> int:
    """Return a time of a deed in ms.

    >>> time_of("2026-11-27T19:30:00Z")
    1795807800000
    """
    return int(datetime.strptime(text, "%Y-%m-%dT%H:%M:%S%z").timestamp()) * 1000
