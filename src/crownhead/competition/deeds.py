"""Deeds: what was done in an event, in order, each tied by a hash to all before it.

An event is its deeds. `apply` makes from an event and a deed the event after it, and nothing else
changes one; `Log` holds the deeds and what they have made. The link of a deed is the SHA-256 of the
link before it (of `crownhead event 1` for the first), a line feed, and the deed without its link as
JSON with sorted keys, without spaces, in UTF-8. So whoever knows the last link, which stands on the
printed sheets as *fingerprint*, knows whether any deed before it was changed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from crownhead.competition.boards import is_absent
from crownhead.competition.competition import Competition
from crownhead.competition.conditions import check_met
from crownhead.competition.duties import check_decision
from crownhead.competition.encounters import Encounter
from crownhead.competition.entrants import Entrant
from crownhead.competition.event import Event
from crownhead.competition.failure import CompetitionError, InvalidEventFile, NoPairing
from crownhead.competition.lottery import check_commitment, check_seed, check_seed_count, commitment
from crownhead.competition.ranking import Place
from crownhead.competition.swiss import engine
from crownhead.errors import CrownheadError
from crownhead.lots import line

ORIGIN = "crownhead event 1"
MOST_DEEDS = 100_000
FINGERPRINT = 16
MOST_OF_POSITION = 600
"""Characters of a position, as FEN: all squares of the largest board have fewer."""
RANKED = ("pair", "result", "tie-break", "withdraw", "return", "amend")
ENTRANT = ("name", "rating", "title", "club", "team")
DID_NOT_COME = "did not come"
"""Why somebody rests in an arena who has lost a game by not coming."""

_TIME = re.compile(r"\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ")
_COMMON = ("n", "at", "deed", "link")


@dataclass(frozen=True, slots=True)
class Deed:
    """One line of the trail: its number from 1, when it was done in UTC, its kind and fields."""

    number: int
    at: str
    kind: str
    fields: Mapping[str, Any]
    link: str

    def to_dict(self) -> dict[str, Any]:
        """Return the deed as plain data."""
        return {**_without_link(self.number, self.at, self.kind, self.fields), "link": self.link}

    @classmethod
    def from_dict(cls, values: Any, place: int) -> Deed:
        """Read the deed that stands at a place of a file. Raises `InvalidEventFile`."""
        where = f"deed {place}"
        if not isinstance(values, dict) or not set(_COMMON) <= set(values):
            raise InvalidEventFile(f"has not all of {', '.join(_COMMON)}", where)
        number, at, kind, link = (values[name] for name in _COMMON)
        if type(number) is not int or not 0 < number <= MOST_DEEDS:
            raise InvalidEventFile("n is no number of a deed", where)
        if not isinstance(kind, str) or kind not in FIELDS:
            raise InvalidEventFile(f"{str(kind)[:20]!r} is none of {', '.join(FIELDS)}", where)
        where = f"{where} ({kind})"
        if not isinstance(at, str) or not _TIME.fullmatch(at):
            raise InvalidEventFile("at: expected a time such as 2026-11-27T19:30:00Z", where)
        try:
            check_commitment(link)
        except CompetitionError:
            raise InvalidEventFile("link: expected 64 hex digits in lower case", where) from None
        fields = {name: value for name, value in values.items() if name not in _COMMON}
        check_fields(kind, fields, where)
        return cls(number, at, kind, MappingProxyType(fields), link)


def is_late(deeds: Sequence[Deed], event: Event, at: str) -> bool:
    """Return whether a time is after the end of an arena, which begins with its first pairing."""
    began = next((each.at for each in deeds if each.kind == "pair"), None)
    if event.format != "arena" or began is None:
        return False
    form = "%Y-%m-%dT%H:%M:%SZ"
    passed = datetime.strptime(at, form) - datetime.strptime(began, form)
    return passed > timedelta(minutes=event.minutes)


def link_of(before: str, number: int, at: str, kind: str, fields: Mapping[str, Any]) -> str:
    """Return the link of a deed that follows the link `before`.

    >>> link_of(ORIGIN, 1, "2026-11-27T19:30:00Z", "publish", {"commitments": []})[:8]
    'f56de5af'
    """
    text = json.dumps(
        _without_link(number, at, kind, fields),
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
    )
    return hashlib.sha256(f"{before}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()


def _without_link(number: int, at: str, kind: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    return {"n": number, "at": at, "deed": kind, **fields}


def _text(value: Any) -> bool:
    try:
        line(value, "text")
    except CrownheadError:
        return False
    return True


def _count(value: Any) -> bool:
    return type(value) is int and 0 < value <= MOST_DEEDS


def _position(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MOST_OF_POSITION and value.isprintable()


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


_SHAPES: Mapping[str, tuple[Callable[[Any], bool], str]] = MappingProxyType(
    {
        "text": (_text, "one printable line"),
        "position": (_position, "a position as FEN"),
        "count": (_count, "a number from 1"),
        "flag": (lambda value: value is True, "true, or left out"),
        "texts": (_texts, "a list of texts"),
        "object": (lambda value: isinstance(value, dict), "an object"),
        "objects": (_objects, "a list of objects"),
    }
)

FIELDS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "new": {"event": "object"},
        "publish": {"commitments": "texts"},
        "enter": {"entrant": "object"},
        "excuse": {"name": "text", "why": "text", "round": "count"},
        "withdraw": {"name": "text", "reason": "text", "expelled?": "flag"},
        "return": {"name": "text", "reason": "text"},
        "contribute": {"name": "text", "text": "text"},
        "pair": {
            "round": "count",
            "boards": "objects",
            "by?": "text",
            "numbers_seed?": "text",
            "program?": "objects",
            "reason?": "text",
        },
        "reveal": {"round": "count", "seed": "text", "cards": "texts"},
        "result": {"round": "count", "board": "count", "games": "texts", "reason?": "text"},
        "tie-break": {"round": "count", "board": "count", "games": "texts"},
        "adjudicate": {
            "round": "count",
            "board": "count",
            "game": "count",
            "name": "text",
            "position": "position",
            "program": "text",
            "advantage?": "flag",
            "reason?": "text",
        },
        "standing": {"round": "count", "rows": "objects"},
        "annul": {"round": "count", "reason": "text", "commitment?": "text"},
        "amend": {"event": "object", "reason": "text"},
    }
)
"""The fields of every kind of deed and their shapes; those with `?` may be left out."""


def check_fields(kind: str, fields: Mapping[str, Any], where: str = "") -> None:
    """Raise `InvalidEventFile` unless a deed has the fields of its kind, in their shapes."""
    shapes = {name.rstrip("?"): shape for name, shape in FIELDS[kind].items()}
    needed = {name for name in FIELDS[kind] if not name.endswith("?")}
    if missing := needed - set(fields):
        raise InvalidEventFile(f"has no {min(missing)}", where)
    if unknown := set(fields) - set(shapes):
        raise InvalidEventFile(f"{min(unknown)[:40]!r} is no field of it", where)
    for name, value in fields.items():
        fits, said = _SHAPES[shapes[name]]
        if not fits(value):
            raise InvalidEventFile(f"{name}: expected {said}", where)


def apply(before: Competition | None, kind: str, fields: Mapping[str, Any]) -> Competition:
    """Return the event after a deed. Raises `CrownheadError` where it is not allowed.

    What the program would have paired is taken from the deed, and a published standing is not
    computed again: that is what `checking` does. A result may stand before the cards of its round,
    for files hold such; a `Log` that goes on takes none.
    """
    if (before is None) != (kind == "new"):
        raise CompetitionError("the first deed, and no other, makes the event")
    if before is None:
        return Competition(event=Event.from_dict(fields["event"]))
    return _DEEDS[kind](before, fields)


def _publish(before: Competition, fields: Mapping[str, Any]) -> Competition:
    if before.commitments:
        raise CompetitionError("the commitments have been published")
    return before.commit_to(fields["commitments"])


def _enter(before: Competition, fields: Mapping[str, Any]) -> Competition:
    if unknown := set(fields["entrant"]) - set(ENTRANT):
        raise CompetitionError(f"{min(unknown)[:40]!r} is not said of who enters")
    return before.enter(Entrant.from_dict(fields["entrant"]))


def _excuse(before: Competition, fields: Mapping[str, Any]) -> Competition:
    why = fields["why"]
    if why not in ("requested", "absent"):
        raise CompetitionError(f"why: {why[:20]!r} is neither requested nor absent")
    return before.excuse(fields["name"], why, fields["round"])


def _pair(before: Competition, fields: Mapping[str, Any]) -> Competition:
    _next(before, fields)
    ready = before.reveal_numbers(_seed(fields))
    boards = boards_of(fields["boards"])
    program = boards_of(fields["program"]) if "program" in fields else boards
    return ready.publish(boards, program, fields.get("reason", ""))


def _reveal(before: Competition, fields: Mapping[str, Any]) -> Competition:
    _last(before, fields)
    after = before.reveal(fields["seed"])
    if list(after.rounds[-1].cards) != fields["cards"]:
        raise CompetitionError(f"round {fields['round']}: the seed draws other cards")
    return after


def _result(before: Competition, fields: Mapping[str, Any]) -> Competition:
    number, board, reason = fields["round"], fields["board"], fields.get("reason", "")
    after = before.record(number, board, fields["games"], reason, undrawn=True)
    if after == before:
        raise CompetitionError(
            f"round {number}, board {board}: has this result already",
            "has_result",
            round=number,
            board=board,
        )
    return after


def _adjudicate(before: Competition, fields: Mapping[str, Any]) -> Competition:
    encounter = before.board(fields["round"], fields["board"])
    check_met(fields["round"], fields["board"], encounter)
    check_decision(before.event, encounter, fields)
    return before


def _annul(before: Competition, fields: Mapping[str, Any]) -> Competition:
    _last(before, fields)
    return before.annul(fields["reason"], fields.get("commitment", ""))


def _standing(before: Competition, fields: Mapping[str, Any]) -> Competition:
    _last(before, fields)
    return before


def _next(before: Competition, fields: Mapping[str, Any]) -> None:
    if fields["round"] != len(before.rounds) + 1:
        raise CompetitionError(f"round {fields['round']}: the next one is {len(before.rounds) + 1}")


def _last(before: Competition, fields: Mapping[str, Any]) -> None:
    if fields["round"] != len(before.rounds):
        raise CompetitionError(
            f"round {fields['round']}: the one published last is {len(before.rounds)}"
        )


def _seed(fields: Mapping[str, Any]) -> str:
    seed = fields.get("numbers_seed", "")
    return check_seed(seed) if seed else ""


_DEEDS: Mapping[str, Callable[[Competition, Mapping[str, Any]], Competition]] = MappingProxyType(
    {
        "publish": _publish,
        "enter": _enter,
        "excuse": _excuse,
        "withdraw": lambda e, f: e.withdraw(
            f["name"], f["reason"], expelled=f.get("expelled", False)
        ),
        "return": lambda e, f: e.readmit(f["name"], f["reason"]),
        "contribute": lambda e, f: e.contribute(f["name"], f["text"]),
        "pair": _pair,
        "reveal": _reveal,
        "result": _result,
        "tie-break": lambda e, f: e.break_tie(f["round"], f["board"], f["games"], undrawn=True),
        "adjudicate": _adjudicate,
        "standing": _standing,
        "annul": _annul,
        "amend": lambda e, f: e.amend(Event.from_dict(f["event"]), f["reason"]),
    }
)


def boards_of(values: Sequence[Any]) -> tuple[Encounter, ...]:
    """Read boards."""
    return tuple(Encounter.from_dict(each) for each in values)


def rows_of(places: Iterable[Place]) -> list[dict[str, Any]]:
    """Return a standing as it is published."""
    return [row.to_dict() for row in places]


@dataclass(frozen=True, slots=True)
class Log:
    """The deeds of an event, and the event they have made.

    >>> log = Log.begin(Event(name="Club", format="round robin"), "2026-11-27T18:00:00Z")
    >>> for name in ("Anna", "Bert"):
    ...     log = log.act("enter", "2026-11-27T18:05:00Z", entrant={"name": name})
    >>> log = log.pair("2026-11-27T19:30:00Z")
    >>> log = log.act("result", "2026-11-27T20:10:00Z", round=1, board=1, games=["2-0"])
    >>> [deed.kind for deed in log.deeds]
    ['new', 'enter', 'enter', 'pair', 'result', 'standing']
    """

    deeds: tuple[Deed, ...]
    competition: Competition

    @classmethod
    def begin(cls, event: Event, at: str) -> Log:
        """Return the log of a new event."""
        fields = {"event": event.to_dict()}
        deed = Deed(1, at, "new", fields, link_of(ORIGIN, 1, at, "new", fields))
        return cls((Deed.from_dict(deed.to_dict(), 1),), apply(None, "new", fields))

    @classmethod
    def replay(cls, deeds: Sequence[Deed]) -> Log:
        """Return the log of deeds that were read. Raises `InvalidEventFile` at the first fault."""
        competition: Competition | None = None
        before = ORIGIN
        for place, deed in enumerate(deeds, 1):
            where = f"deed {place} ({deed.kind})"
            if deed.number != place:
                raise InvalidEventFile(f"is called {deed.number}", where)
            if deed.link != link_of(before, deed.number, deed.at, deed.kind, deed.fields):
                raise InvalidEventFile("the link does not follow from it and those before", where)
            if place > 1 and deed.at < deeds[place - 2].at:
                raise InvalidEventFile("is older than the one before", where)
            try:
                competition = apply(competition, deed.kind, deed.fields)
            except CrownheadError as error:
                raise InvalidEventFile(str(error), where) from None
            before = deed.link
        if competition is None:
            raise InvalidEventFile("holds no deed")
        return cls(tuple(deeds), competition)

    @property
    def fingerprint(self) -> str:
        """Return the beginning of the last link: who has noted it can check all deeds before."""
        return self.deeds[-1].link[:FINGERPRINT]

    def is_over(self, at: str) -> bool:
        """Return whether all is played at a time; of an arena, whether no board begins any more."""
        now = self.competition
        if now.event.format != "arena":
            return now.over
        return is_late(self.deeds, now.event, at) and now.is_played

    def act(self, kind: str, at: str, **fields: Any) -> Log:
        """Return the log with one more deed; what is None or empty is left out.

        With the last result of a round its standing is published, and again with whatever changes
        it afterwards. In an arena who has not come to a board is withdrawn: he rests until he
        returns. Raises `CrownheadError` where the deed is not allowed.
        """
        if kind not in FIELDS:
            near = get_close_matches(str(kind), FIELDS, 1)
            rest = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(FIELDS)}"
            raise CompetitionError(f"no deed is called {str(kind)[:40]!r}; {rest}")
        shown = {name.rstrip("?") for name in FIELDS[kind] if not name.endswith("?")}
        given = {
            name: v for name, v in fields.items() if name in shown or v not in (None, "", False)
        }
        check_fields(kind, given)
        if len(self.deeds) >= MOST_DEEDS:
            raise CompetitionError(f"more than {MOST_DEEDS} deeds")
        at = max(at, self.deeds[-1].at)
        if kind == "pair" and is_late(self.deeds, self.competition.event, at):
            raise NoPairing("arena: its time is up", "time_up")
        number = len(self.deeds) + 1
        deed = Deed(number, at, kind, given, link_of(self.deeds[-1].link, number, at, kind, given))
        read = Deed.from_dict(json.loads(json.dumps(deed.to_dict())), number)
        applied = apply(self.competition, kind, read.fields)
        if kind in ("result", "tie-break"):
            place = read.fields["round"], read.fields["board"]
            self.competition.check_drawn(*place, read.fields["games"])
        after = Log((*self.deeds, read), applied)
        after = after._rank(at) if kind in RANKED else after
        if kind == "result" and after.competition.event.format == "arena":
            for name in self._find_missing(read.fields):
                after = after.act("withdraw", at, name=name, reason=DID_NOT_COME)
        return after

    def _find_missing(self, fields: Mapping[str, Any]) -> list[str]:
        """Return who rests after a result of an arena: he did not come to the board, and is in."""
        now = self.competition
        before = now.board(fields["round"], fields["board"])
        after = replace(before, games=tuple(fields["games"]))
        return [
            name
            for name in before.names
            if is_absent(after, name)
            and not is_absent(before, name)
            and now.entrant(name).here(len(now.rounds) + 1)
        ]

    def _rank(self, at: str) -> Log:
        """Publish the standing, if the last round is over and another was published last."""
        now = self.competition
        if not now.rounds:
            return self
        if now.event.format == "arena":
            if now.progress.open:
                return self
        elif not all(board.is_over(now.event.games) for board in now.rounds[-1].boards):
            return self
        fields = {"round": len(now.rounds), "rows": rows_of(now.places())}
        last = next((each for each in reversed(self.deeds) if each.kind == "standing"), None)
        if last is not None and dict(last.fields) == fields:
            return self
        return self.act("standing", at, **fields)

    def pair(
        self,
        at: str,
        boards: Sequence[Encounter] | None = None,
        reason: str = "",
        numbers_seed: str = "",
        program: Sequence[Encounter] | None = None,
    ) -> Log:
        """Publish the next round: that of the program, or boards by hand with the reason.

        `program` is what `Competition.propose` has given for the event as it stands, where it was
        asked before.
        """
        if self.competition.event.ballots is not None and not self.competition.commitments:
            raise CompetitionError(
                "an event with ballots publishes its lots before anybody enters: log.publish(at,"
                " new_seeds(1 + event.rounds))"
            )
        ready = self.competition.reveal_numbers(numbers_seed)
        program = ready.propose() if program is None else program
        after = ready.publish(program if boards is None else boards, program, reason)
        return self.act(
            "pair",
            at,
            round=len(after.rounds),
            boards=[board.to_dict() for board in after.rounds[-1].boards],
            by=engine() if after.event.format == "swiss" else None,
            numbers_seed=numbers_seed,
            program=[board.to_dict() for board in program] if after.rounds[-1].manual else None,
            reason=reason if after.rounds[-1].manual else None,
        )

    def reveal(self, at: str, seed: str) -> Log:
        """Reveal the seed of the round that was published last, and draw its cards."""
        after = self.competition.reveal(seed)
        return self.act(
            "reveal",
            at,
            round=len(after.rounds),
            seed=seed,
            cards=list(after.rounds[-1].cards),
        )

    def publish(self, at: str, seeds: Sequence[str]) -> Log:
        """Publish the commitments to secret seeds: for numbers, then for rounds with ballots.

        Before anybody enters. Raises `CompetitionError` for fewer seeds than the event needs
        (`new_seeds(1 + event.rounds)`).
        """
        event = self.competition.event
        ballots = event.ballots
        check_seed_count(seeds, ballots, event.rounds)
        said = [commitment(seed, ballots if n else None) for n, seed in enumerate(seeds)]
        return self.act("publish", at, commitments=said)
