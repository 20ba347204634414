"""Events as TRF26, the report file of FIDE, which pairing programs and rating officers read.

Chess has one game in an encounter: of several games a cell says who won the encounter, the points
are those of draughts, and the games stand in remarks (`###`), as does each result for which chess
has no letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from crownhead.competition.competition import Competition
from crownhead.competition.encounters import Encounter
from crownhead.competition.event import Format
from crownhead.competition.lottery import lot_number
from crownhead.competition.scoring import Scoring

TYPES: Mapping[tuple[Format, int], str] = {
    ("swiss", 1): "FIDE_DUTCH_2026",
    ("round robin", 1): "FIDE_ROUNDROBIN",
    ("round robin", 2): "FIDE_DOUBLEROUNDROBIN",
    ("knockout", 1): "CUSTOM_KNOCKOUT",
}
_CRITERIA = {
    "points": "PTS",
    "solkoff": "BH",
    "truncated 1": "BH/C1",
    "truncated 2": "BH/C2",
    "median": "BH/M1",
    "sonneborn-berger": "SB",
    "mutual": "DE",
    "wins": "WON",
    "average rating": "ARO",
}
CRITERIA: Mapping[str, str] = {code: name for name, code in _CRITERIA.items()}
"""What FIDE's names of tie-breaks are called here."""


def dumps(competition: Competition) -> str:
    """Return the report of an event.

    Players have their pairing numbers. Criteria that FIDE does not have are left out of the list.

    >>> from crownhead.competition import Entrant, Event
    >>> club = Competition(event=Event(name="Club", format="round robin"))
    >>> club = club.enter(Entrant(name="Anna")).enter(Entrant(name="Bert", rating=1500)).pair()
    >>> dumps(club.record(1, 1, ["0-2"])).splitlines()[-2].split()
    ['001', '1', 'Bert', '1500', '0.0', '2', '2', 'w', '0']
    """
    return "".join(f"{line.rstrip()}\n" for line in _lines(competition))


def _lines(competition: Competition) -> Iterator[str]:
    event, entrants = competition.event, competition.entrants
    names = competition.draft().names
    numbers = {name: n for n, name in enumerate(names, 1)}
    rated = sum(each.rating is not None for each in entrants)
    yield f"012 {event.name}"
    yield f"062 {len(names)}"
    yield f"072 {rated}"
    yield f"092 {event.format}"
    if event.clock:
        yield f"122 {event.clock}"
    yield f"142 {competition.rounds_planned}"
    seed = competition.numbers_seed
    starts = not seed or lot_number(seed, "number 1") % 2 == 1
    yield f"152 {'W' if starts else 'B'}"
    scoring, games, scale = event.scoring, event.games, event.scoring.scale
    whole, half = scoring.whole(games), scoring.half(games)
    values = {"W": whole, "D": half, "L": 0, "A": 0, "P": scoring.bye_points(games)}
    yield "162  " + "    ".join(
        f"{sign}{_points(value, scale):>4}" for sign, value in values.items()
    )
    if (event.format, event.cycles) in TYPES:
        yield f"192 {TYPES[event.format, event.cycles]}"
    known = [_CRITERIA[name] for name in event.ranking.criteria if name in _CRITERIA]
    yield f"212 {','.join(known)}"
    last = max(1, competition.rounds_planned)
    for one, two in event.prohibited:
        if one in numbers and two in numbers:
            yield f"260 {1:>3} {last:>3} {numbers[one]:>4} {numbers[two]:>4}"
    for change in competition.trail:
        if change.kind == "manual":
            yield f"### MPA @ Round {change.round}: {change.what} ({change.reason})"
        if change.kind == "event" and "criteria" in change.settings:
            before = ", ".join(change.settings["criteria"])
            round_ = f"Round {change.after_rounds + 1}"
            yield f"### Tie-breaks @ {round_}: before {before} ({change.reason})"
    if games > 1:
        yield "### encounters of several games: letters say who won, points are those of draughts"
    for number, published in enumerate(competition.rounds, 1):
        for board in published.boards:
            if board.two is None:
                continue
            pair = f"{numbers[board.one]}-{numbers[board.two]}"
            if board.games != results_of(scoring, games, *_letters(competition, board)):
                yield f"### round {number}: {pair}: {' '.join(board.games)}"
            if board.extra:
                yield f"### tie-break {number}: {pair}: {' '.join(board.extra)}"
    for each in entrants:
        if each.cancelled:
            yield f"### results cancelled: {numbers[each.name]}"
    yield from _players(competition, names, numbers)


def _players(competition: Competition, names: list[str], numbers: dict[str, int]) -> Iterator[str]:
    scale = competition.event.scoring.scale
    places = {row.name: n for n, row in enumerate(competition.standing(), 1)}
    points = competition.table().points
    for name in names:
        entrant = competition.entrant(name)
        cells = "".join(
            _cell(competition, published.boards, name, numbers) for published in competition.rounds
        )
        title = entrant.title[:3]
        rating = entrant.rating if entrant.rating is not None else ""
        yield (
            f"001 {numbers[name]:4}  {title:>3} {name[:33]:33} {rating:>4} {'':3} {'':11} "
            f"{'':10} {_points(points[name], scale):>4} {places[name]:4}{cells}"
        )


def _points(value: int, scale: int) -> str:
    number = Fraction(value, scale)
    return f"{float(number):.1f}"


def _cell(
    competition: Competition, boards: tuple[Encounter, ...], name: str, numbers: dict[str, int]
) -> str:
    board = next((each for each in boards if name in each.names), None)
    if board is None:
        return "  0000 - Z"
    if board.two is None:
        letter = {"bye": "U", "requested": "H", "absent": "Z", "free": "Z"}[str(board.alone)]
        return f"  0000 - {letter}"
    other = board.two if board.one == name else board.one
    color = "w" if board.one == name else "b"
    one, two = _letters(competition, board)
    return f"  {numbers[other]:4} {color} {one if board.one == name else two}"


def _letters(competition: Competition, board: Encounter) -> tuple[str, str]:
    """Return the letters of a board for both players."""
    if not board.games:
        return "*", "*"
    event = competition.event
    one, two = board.points(event.scoring, event.games)
    won, lost, drawn = ("1", "0", "=") if board.played else ("+", "-", "-")
    if one == two:
        return drawn, drawn
    return (won, lost) if one > two else (lost, won)


def results_of(scoring: Scoring, games: int, one: str, two: str) -> tuple[str, ...]:
    """Return the games for which the letters of both players stand where nothing more is said.

    >>> from crownhead.competition import SCORINGS
    >>> results_of(SCORINGS["2-1-0"], 2, "1", "0"), results_of(SCORINGS["2-1-0"], 1, "-", "+")
    (('2-0', '2-0'), ('-/+',))
    """
    if "*" in (one, two):
        return ()
    if one in "+-":
        return (f"{one}/{two}",) * games
    outcomes = scoring.outcomes
    if one in "=D":
        drawn = [t for t, each in outcomes.items() if each.one == each.two and not each.plus]
        return (max(drawn, key=lambda token: outcomes[token].one),) * games
    if one in "1W":
        return (max(outcomes, key=lambda token: outcomes[token].one),) * games
    return (max(outcomes, key=lambda token: outcomes[token].two),) * games
