"""Reading TRF26, the report file of FIDE: an event as another program has left it.

Read are the lines `001` (players and their rounds), `012` (name), `122` (clock), `142` (rounds),
`162` (points), `192` (type), `212` (tie-breaks), `260` (who may not meet), and of remarks (`###`)
those in which `trf.dumps` writes what chess has no letter for. Other lines are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Self

from crownhead.competition.competition import Competition
from crownhead.competition.encounters import Alone, Encounter
from crownhead.competition.entrants import Entrant
from crownhead.competition.event import MOST_ROUNDS, Event, Format
from crownhead.competition.failure import CompetitionError
from crownhead.competition.ranking import PRESETS, Ranking
from crownhead.competition.rounds import Round
from crownhead.competition.scoring import FORFEITS, SCORINGS, Scoring
from crownhead.competition.trf import CRITERIA, TYPES, results_of

MOST_PLAYERS = 4000
MOST_BYTES = 16_000_000
CELL, CELLS = 10, 91
"""Columns of a round, and before the first one, in a line `001`."""
_LINE = re.compile(r"(\d{3}|###|XX[A-Z]|[A-Z]{3})( .*)?")
_CELL = re.compile(r" {2}( {0,3}\d{1,4}) ([wb-]) (\S| ) *")
_GAMES = re.compile(r"### (round|tie-break) (\d{1,3}): (\d{1,4})-(\d{1,4}): (\S.*)")
_CANCELLED = re.compile(r"### results cancelled: (\d{1,4})")
_BYES: Mapping[str, Alone] = {"U": "bye", "F": "bye", "H": "requested"}


_Place = tuple[int, int, int]
"""A round, and the numbers of the players of a board."""


@dataclass(slots=True)
class _Cell:
    """One round of one player: his opponent (0: none), his side and his result."""

    other: int
    side: str
    result: str

    @classmethod
    def empty(cls) -> Self:
        """Return the cell of a round in which nothing is said of a player."""
        return cls(0, "-", "Z")


@dataclass(slots=True)
class _Player:
    """A line `001`."""

    line: int
    entrant: Entrant
    points: Fraction | None
    cells: list[_Cell]

    def cell(self, number: int) -> _Cell:
        """Return the cell of a round, of one behind the line's end that he did not play."""
        return self.cells[number - 1] if number <= len(self.cells) else _Cell.empty()


@dataclass(slots=True)
class _Report:
    """What the lines say, before it is put together."""

    name: str = "TRF"
    clock: str = ""
    rounds: int = 0
    type: str = ""
    system: str = ""
    points: dict[str, Fraction] = field(default_factory=dict)
    criteria: list[str] = field(default_factory=list)
    prohibited: list[tuple[int, int, int]] = field(default_factory=list)
    games: dict[_Place, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    extra: dict[_Place, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    several: bool = False
    cancelled: dict[int, int] = field(default_factory=dict)
    players: dict[int, _Player] = field(default_factory=dict)


def loads(text: str | bytes, scoring: Scoring | None = None, games: int = 0) -> Competition:
    """Read the report of an event, such as `trf.dumps` or a pairing program writes it.

    `scoring` and the number of `games` on a board are taken from the report unless they are given.
    Boards stand in the order of points. Raises `CompetitionError` for the first line that is wrong:
    which one, and what is wrong in it.

    >>> from crownhead.competition import Entrant, Event, trf
    >>> club = Competition(event=Event(name="Club", format="round robin"))
    >>> club = club.enter(Entrant(name="Anna")).enter(Entrant(name="Bert", rating=1500)).pair()
    >>> text = trf.dumps(club.record(1, 1, ["0-2"]))
    >>> loads(text).rounds[0].boards[0].games
    ('0-2',)
    >>> loads(text.replace("   2 w 0", "   7 w 0"))
    Traceback (most recent call last):
    crownhead.competition.failure.CompetitionError: line 10: round 1: there is no player 7
    """
    report = _Report()
    for number, line in _lines(text):
        try:
            _read(report, number, line)
        except CompetitionError as error:
            raise CompetitionError(f"line {number}: {error}") from None
    if len(report.players) < 2:
        raise CompetitionError(f"{len(report.players)} players (lines 001), not two or more")
    return _Builder(report, scoring, games).build()


def _lines(text: str | bytes) -> Iterator[tuple[int, str]]:
    if len(text) > MOST_BYTES:
        raise CompetitionError(f"is larger than {MOST_BYTES} bytes")
    try:
        plain = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        raise CompetitionError(f"line {before.count(10) + 1}: is no UTF-8") from None
    for number, line in enumerate(plain.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if line.strip():
            yield number, line.rstrip()


def _read(report: _Report, number: int, line: str) -> None:
    if not line.isprintable() or not _LINE.fullmatch(line):
        raise CompetitionError("begins with none of the codes of TRF, such as 001")
    code, rest = line[:3], line[4:].strip()
    if code == "001":
        _read_player(report, number, line)
    elif code == "012":
        report.name = rest or report.name
    elif code == "122":
        report.clock = rest
    elif code == "142":
        report.rounds = _whole(rest, "number of rounds", MOST_ROUNDS)
    elif code == "092":
        report.type = rest
    elif code == "162":
        report.points |= _read_points(line)
    elif code == "192":
        report.system = rest
    elif code in ("202", "212"):
        report.criteria = [CRITERIA[name] for name in rest.split(",") if name in CRITERIA]
    elif code == "260":
        _read_prohibited(report, number, rest)
    elif code == "###":
        _read_remark(report, number, line)


def _whole(text: str, what: str, most: int) -> int:
    if not text.isascii() or not text.isdecimal() or not 0 <= int(text[:6]) <= most:
        raise CompetitionError(f"{what}: {text[:20]!r} is not 0 to {most}")
    return int(text)


def _number_of_points(text: str) -> Fraction:
    if not re.fullmatch(r"\d{1,5}([.,]\d)?", text):
        raise CompetitionError(f"points: {text[:20]!r} is no number such as 4.5")
    return Fraction(text.replace(",", "."))


def _read_points(line: str) -> dict[str, Fraction]:
    """Return what each letter of a line `162` brings."""
    words = re.sub("([A-Z])", r" \1 ", line[4:]).split()
    letters, values = words[::2], words[1::2]
    if not values or len(letters) != len(values) or not all(map(str.isalpha, letters)):
        raise CompetitionError("expected letters and what they bring, such as W 2.0")
    return dict(zip(letters, map(_number_of_points, values), strict=True))


def _read_prohibited(report: _Report, line: int, rest: str) -> None:
    words = [_whole(word, "a number of 260", MOST_PLAYERS) for word in rest.split()]
    if len(words) < 4:
        raise CompetitionError("expected first round, last round, and two players or more")
    several = words[2:]
    for n, one in enumerate(several):
        report.prohibited += [(line, one, two) for two in several[n + 1 :]]


def _read_remark(report: _Report, number: int, line: str) -> None:
    report.several |= line.startswith("### encounters of several games")
    if found := _GAMES.fullmatch(line):
        place = int(found[2]), int(found[3]), int(found[4])
        known = report.games if found[1] == "round" else report.extra
        known[place] = number, tuple(found[5].split())
    elif found := _CANCELLED.fullmatch(line):
        report.cancelled[int(found[1])] = number


def _read_player(report: _Report, number: int, line: str) -> None:
    place = _whole(line[4:8].strip(), "starting number", MOST_PLAYERS)
    if not place or place in report.players:
        raise CompetitionError(f"starting number {place} is none, or stands in two lines")
    name = " ".join(line[14:47].split())
    if not name:
        raise CompetitionError("has no name in columns 15 to 47")
    if any(each.entrant.name == name for each in report.players.values()):
        raise CompetitionError(f"two players have the name {name}")
    rating = line[48:52].strip()
    points = line[80:84].strip()
    cells = []
    rounds = line[CELLS - 2 :]
    for n, start in enumerate(range(0, len(rounds), CELL), 1):
        if n > MOST_ROUNDS:
            raise CompetitionError(f"more than {MOST_ROUNDS} rounds")
        cells.append(_read_cell(n, rounds[start : start + CELL]))
    entrant = Entrant(
        name=name,
        title=line[10:13].strip(),
        rating=_whole(rating, "rating", 4000) or None if rating else None,
    )
    known = None if not points else _number_of_points(points)
    report.players[place] = _Player(number, entrant, known, cells)


def _read_cell(number: int, text: str) -> _Cell:
    if not text.strip():
        return _Cell.empty()
    found = _CELL.fullmatch(text.ljust(CELL))
    if not found:
        raise CompetitionError(f"round {number}: {text.strip()!r} is no cell such as 12 w 1")
    other, side, result = int(found[1]), found[2], found[3].upper()
    if not other:
        if result not in ("U", "F", "H", "Z", "-", " "):
            raise CompetitionError(f"round {number}: {result!r} is no round without an opponent")
        return _Cell(0, "-", "Z" if result in "- " else result)
    if side == "-" or result not in "10=WDL+-* ":
        raise CompetitionError(f"round {number}: {text.strip()!r} is no cell such as 12 w 1")
    return _Cell(other, side, "*" if result == " " else result)


class _Builder:
    """Put an event together from what the lines say."""

    def __init__(self, report: _Report, scoring: Scoring | None, games: int) -> None:
        self._report = report
        self._players = dict(sorted(report.players.items()))
        self._games = games or self._find_games()
        self._scoring = scoring or self._find_scoring()
        self._total = dict.fromkeys(self._players, 0)
        self._played = max((len(each.cells) for each in self._players.values()), default=0)
        self._swiss = self._format == "swiss"

    def build(self) -> Competition:
        """Return the event."""
        event = self._event()
        rounds = [self._round(number) for number in range(1, self._played + 1)]
        while rounds and all(board.alone in ("absent", "free") for board in rounds[-1]):
            rounds.pop()  # columns behind the last round
        self._check_points()
        for place, line in self._report.cancelled.items():
            self._player(place, f"line {line}")
        entrants = tuple(
            replace(each.entrant, cancelled=place in self._report.cancelled)
            for place, each in self._players.items()
        )
        return Competition(
            event=event,
            entrants=entrants,
            rounds=tuple(Round(boards=tuple(boards)) for boards in rounds),
        )

    @property
    def _format(self) -> Format:
        report = self._report
        known: dict[str, Format] = {code: kind for (kind, _), code in TYPES.items()}
        if report.system in known:
            return known[report.system]
        plain = report.type.lower()
        return "round robin" if "round" in plain and "robin" in plain else "swiss"

    def _event(self) -> Event:
        report, kind = self._report, self._format
        cycles = 2 if report.system == TYPES["round robin", 2] else 1
        ranking = PRESETS["knockout" if kind == "knockout" else "club"]
        if report.criteria:
            ranking = Ranking(tuple(dict.fromkeys(report.criteria)))
        names = {place: each.entrant.name for place, each in self._players.items()}
        pairs = []
        for line, one, two in report.prohibited:
            for place in (one, two):
                self._player(place, f"line {line}")
            pairs.append((names[one], names[two]))
        try:
            return Event(
                name=report.name,
                format=kind,
                rounds=max(report.rounds, self._played, 1) if kind == "swiss" else 0,
                games=self._games,
                clock=report.clock,
                scoring=self._scoring,
                ranking=ranking,
                cycles=cycles if kind == "round robin" else 1,
                absences=0,
                prohibited=tuple(pairs),
            )
        except CompetitionError as error:
            raise CompetitionError(f"the event: {error}") from None

    def _find_games(self) -> int:
        """Return how many games a board has: as many as a remark says of one that is over."""
        counts = [len(tokens) for _, tokens in self._report.games.values()]
        return max(counts, default=1) if self._report.several else 1

    def _find_scoring(self) -> Scoring:
        """Return the scheme in which a win and a draw bring what line 162 says, or chess's own."""
        won, drawn = (self._report.points.get(letter) for letter in "WD")
        if won is None or drawn is None:
            return SCORINGS["1-½-0"]
        tokens = {token for _, games in self._report.games.values() for token in games}
        fitting = [
            each
            for each in SCORINGS.values()
            if not each.streaks
            and Fraction(each.whole(self._games), each.scale) == won
            and Fraction(each.half(self._games), each.scale) == drawn
        ]
        for each in fitting:
            if all(token in each.outcomes or token in FORFEITS for token in tokens):
                return each
        if fitting:
            return fitting[0]  # which names the result that it does not know
        raise CompetitionError(f"points: no scheme brings {won} and {drawn}; say which one it is")

    def _player(self, place: int, where: str) -> _Player:
        if place not in self._players:
            raise CompetitionError(f"{where}: there is no player {place}")
        return self._players[place]

    def _round(self, number: int) -> list[Encounter]:
        before = dict(self._total)
        found: list[tuple[tuple[int, int, int, int], Encounter]] = []
        for place, player in self._players.items():
            cell = player.cell(number)
            where = f"line {player.line}: round {number}"
            if not cell.other:
                board = Encounter(one=player.entrant.name, alone=self._alone(cell.result))
                key = (1 if board.alone == "bye" else 2, 0, 0, place)
            else:
                other = self._opponent(number, place, cell, where)
                if cell.side != "w":
                    continue
                games = self._results(number, place, cell, other)
                name = self._players[cell.other].entrant.name
                extra = self._take_remark(self._report.extra, number, place, cell.other)
                board = Encounter(one=player.entrant.name, two=name, games=games, extra=extra)
                ours, theirs = before[place], before[cell.other]
                key = (0, -max(ours, theirs), -ours - theirs, min(place, cell.other))
                self._total[cell.other] += board.points(self._scoring, self._games)[1]
            self._total[place] += board.points(self._scoring, self._games)[0]
            found.append((key, board))
        return [board for _, board in sorted(found, key=lambda each: each[0])]

    def _alone(self, letter: str) -> Alone:
        return _BYES.get(letter, "absent" if self._swiss else "free")

    def _opponent(self, number: int, place: int, cell: _Cell, where: str) -> _Cell:
        """Return the cell of an opponent, who says the same. Raises `CompetitionError`."""
        if cell.other == place:
            raise CompetitionError(f"{where}: meets himself")
        back = self._player(cell.other, where).cell(number)
        if back.other != place:
            raise CompetitionError(f"{where}: meets number {cell.other}, who does not say so")
        if back.side == cell.side:
            raise CompetitionError(f"{where}: he and number {cell.other} have the same side")
        pair = {cell.result, back.result}
        if cell.result == back.result and cell.result in "=D*-":
            return back
        if pair in ({"1", "0"}, {"W", "L"}, {"+", "-"}):
            return back
        raise CompetitionError(
            f"{where}: result {cell.result}, number {cell.other} has {back.result}"
        )

    def _results(self, number: int, place: int, cell: _Cell, other: _Cell) -> tuple[str, ...]:
        """Return the games of a board: those of a remark, else what its letters stand for."""
        line = self._report.games.get((number, place, cell.other), (0, ()))[0]
        tokens = self._take_remark(self._report.games, number, place, cell.other)
        usual = results_of(self._scoring, self._games, cell.result, other.result)
        if not line:
            return usual
        where = f"line {line}: round {number}"
        if len(tokens) > self._games:
            raise CompetitionError(f"{where}: {len(tokens)} results of {self._games} games")
        one, two = self._scoring.encounter(tokens)
        won = {"1": one > two, "W": one > two, "0": one < two, "L": one < two}
        if not won.get(cell.result, cell.result in "+-*" or one == two):
            raise CompetitionError(f"{where}: {' '.join(tokens)} is not the result of the players")
        return tokens

    def _take_remark(
        self, remarks: dict[_Place, tuple[int, tuple[str, ...]]], number: int, one: int, two: int
    ) -> tuple[str, ...]:
        """Take the results that a remark has of a board. Raises `CompetitionError`."""
        line, tokens = remarks.pop((number, one, two), (0, ()))
        try:
            self._scoring.game_points(tokens)
        except CompetitionError as error:
            raise CompetitionError(f"line {line}: round {number}: {error}") from None
        return tokens

    def _check_points(self) -> None:
        """Raise `CompetitionError` where somebody has other points than his rounds bring."""
        if left := {**self._report.games, **self._report.extra}:
            (number, one, two), (line, _) = min(left.items())
            raise CompetitionError(f"line {line}: {one} and {two} do not meet so in round {number}")
        if self._report.cancelled:
            return  # they count for nobody
        for place, player in self._players.items():
            total = Fraction(self._total[place], self._scoring.scale)
            if player.points is not None and player.points != total:
                raise CompetitionError(
                    f"line {player.line}: {player.entrant.name} has {float(player.points):g}"
                    f" points, the rounds bring {float(total):g}"
                )
