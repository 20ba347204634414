"""The criteria by which a ranking is made: one function each, from a table to a number.

A criterion is named by text, so that a list of them is data: `solkoff`, `truncated 2`, `by rank`.
`CRITERIA` holds them; `truncated` takes the number of opponents that are struck out, or `full`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from crownhead.competition.explanation import Explanation, Term
from crownhead.competition.failure import CompetitionError
from crownhead.competition.lottery import lot_number
from crownhead.competition.scoring import FORFEITS
from crownhead.competition.table import Line, Table

Group = Sequence[str]
"""Those who are still level."""
Rank = Sequence[Sequence[str]]
"""All entrants, in groups of those who are level so far, the best first."""
Criterion = Callable[[Table, Group, Rank], Mapping[str, Explanation]]

MOST_CUT = 99


def evaluate(name: str, table: Table, group: Group, rank: Rank) -> Mapping[str, Explanation]:
    """Return the numbers of a criterion for those who are level.

    Raises `CompetitionError` for a name that is none.
    """
    return criterion(name)(table, group, rank)


def criterion(name: str) -> Criterion:
    """Find a criterion by its name. Raises `CompetitionError`, naming all.

    >>> criterion("truncated 1") is not None
    True
    """
    if name in CRITERIA:
        return CRITERIA[name]
    first, _, rest = name.partition(" ")
    if first == "truncated" and rest == "full":
        return _truncated_full
    if (
        first == "truncated"
        and rest.isascii()
        and rest.isdecimal()
        and 0 < int(rest[:4]) <= MOST_CUT
    ):
        cut = int(rest)
        return lambda table, group, rank: {n: _cut(table, n, cut) for n in group}
    known = ", ".join([*CRITERIA, "truncated 1", "truncated full"])
    raise CompetitionError(f"criterion {name[:40]!r}: known are {known}")


def _each(number: Callable[[Table, str], Explanation]) -> Criterion:
    return lambda table, group, rank: {name: number(table, name) for name in group}


def _sum(name: str, terms: Sequence[Term], unit: int = 1, note: str = "") -> Explanation:
    total = sum((term.value for term in terms if not term.struck), Fraction(0))
    return Explanation(name, (total,), tuple(terms), unit, note)


def _points(table: Table, name: str) -> Explanation:
    terms = [Term(line.round, line.opponent, Fraction(line.points)) for line in table.lines[name]]
    return _sum("points", terms, table.scoring.scale)


def _opponents(table: Table, name: str) -> list[tuple[Line, Term]]:
    """Return a term for the points of each opponent; who was not met counts as the table says."""
    found = []
    for line in table.lines[name]:
        if line.played and line.opponent is not None:
            found.append((line, Term(line.round, line.opponent, table.adjusted[line.opponent])))
        elif table.unplayed == "fide":
            found.append((line, _dummy(table, name, line)))
        elif table.unplayed == "real" and line.opponent is not None:
            points = Fraction(table.points[line.opponent])
            found.append((line, Term(line.round, line.opponent, points, note="not played")))
        elif line.opponent is not None:
            found.append((line, Term(line.round, line.opponent, Fraction(0), note="not played")))
    return found


def _dummy(table: Table, name: str, line: Line) -> Term:
    """Return the term of a round without a game by C.07 art. 16.4: a dummy with capped points."""
    own = Fraction(table.points[name])
    if line.opponent is not None:
        cap, why = table.adjusted[line.opponent], "dummy, no more than the opponent"
    else:
        cap, why = table.draw * len(table.rounds), "dummy, no more than draws bring"
    return Term(line.round, line.opponent, min(own, cap), note=why)


def _solkoff(table: Table, name: str) -> Explanation:
    terms = [term for _, term in _opponents(table, name)]
    return _sum("solkoff", terms, table.scoring.scale)


def _strike(table: Table, name: str, low: int, high: int = 0) -> list[Term]:
    """Return the terms of `solkoff`, the lowest and the highest struck out.

    By C.07 art. 16.5 what one chose not to play is struck out before anything else.
    """
    rows = _opponents(table, name)
    left = list(range(len(rows)))
    struck: dict[int, str] = {}
    for _ in range(min(low, len(left))):
        lowest = min(left, key=lambda i: (rows[i][1].points, rows[i][0].round))
        if table.unplayed == "fide":
            own = [i for i in left if rows[i][0].voluntary and not rows[i][0].played]
            lowest = min(own, key=lambda i: (rows[i][1].points, rows[i][0].round), default=lowest)
        left.remove(lowest)
        struck[lowest] = "lowest"
    for _ in range(min(high, len(left))):
        highest = max(left, key=lambda i: (rows[i][1].points, -rows[i][0].round))
        left.remove(highest)
        struck[highest] = "highest"
    return [
        Term(term.round, term.opponent, term.points, term.factor, True, struck[i])
        if i in struck
        else term
        for i, (_, term) in enumerate(rows)
    ]


def _cut(table: Table, name: str, low: int, high: int = 0, called: str = "") -> Explanation:
    terms = _strike(table, name, low, high)
    return _sum(called or f"truncated {low}", terms, table.scoring.scale)


def _truncated_full(table: Table, group: Group, rank: Rank) -> Mapping[str, Explanation]:
    """Compare truncated 1; where that is equal, truncated 2, and so on (FMJD before 2022)."""
    found = {}
    for name in group:
        cuts = range(1, max(2, len(table.rounds)))
        numbers = tuple(_cut(table, name, low).total for low in cuts)
        first = _strike(table, name, 1)
        found[name] = Explanation(
            "truncated full",
            numbers,
            tuple(first),
            table.scoring.scale,
            "then with more struck out",
        )
    return found


def _solkoff_plus(table: Table, name: str) -> Explanation:
    terms = []
    for line, term in _opponents(table, name):
        if line.opponent is None:
            terms.append(term)
            continue
        counts = line.played or table.unplayed == "real"
        points = _solkoff(table, line.opponent).total if counts else Fraction(0)
        terms.append(Term(line.round, line.opponent, points, note=term.note))
    return _sum("solkoff plus", terms, table.scoring.scale)


def _sonneborn_berger(table: Table, name: str) -> Explanation:
    terms = [
        Term(term.round, term.opponent, term.points, Fraction(line.points), note=term.note)
        for line, term in _opponents(table, name)
    ]
    return _sum("sonneborn-berger", terms, table.scoring.scale**2)


def _riga(table: Table, name: str) -> Explanation:
    """Weigh two-game results 4-0, 3-1, 2-2, 1-3, 0-4 with 4 to 0 (EKL)."""
    terms = []
    for line, term in _opponents(table, name):
        won, lost = table.scoring.game_points(line.games)
        weight = Fraction(4 * won, won + lost) if won + lost else Fraction(0)
        terms.append(Term(term.round, term.opponent, term.points, weight, note=term.note))
    return _sum("riga", terms, table.scoring.scale)


def _count_lines(name: str, count: Callable[[Table, Line], int | Fraction]) -> Criterion:
    def number(table: Table, entrant: str) -> Explanation:
        rows = [(line, Fraction(count(table, line))) for line in table.lines[entrant]]
        return _sum(name, [Term(line.round, line.opponent, value) for line, value in rows if value])

    return _each(number)


def _wins(table: Table, line: Line) -> int:
    """Count games won on the board; a win by forfeit is none."""
    outcomes = (table.scoring.outcome(token) for token in line.games if token not in FORFEITS)
    return sum(outcome.one > outcome.two for outcome in outcomes)


def _encounters_won(table: Table, line: Line) -> int:
    ours, theirs = table.scoring.game_points(line.games)
    return int(line.played and ours > theirs)


def _plus_draws(table: Table, line: Line) -> int:
    return sum(table.scoring.outcome(token).plus for token in line.games)


def _game_points(table: Table, name: str) -> Explanation:
    terms = [
        Term(line.round, line.opponent, Fraction(table.scoring.game_points(line.games)[0]))
        for line in table.lines[name]
        if line.opponent is not None
    ]
    return _sum("game points", terms, table.scoring.unit)


def _top_board(table: Table, name: str) -> Explanation:
    """Count the points on the first board of team matches (Grodno 2021)."""
    terms = [
        Term(
            line.round,
            line.opponent,
            Fraction(table.scoring.game_points(line.games[: table.games])[0]),
        )
        for line in table.lines[name]
        if line.games
    ]
    return _sum("top board", terms, table.scoring.unit)


def _mutual(table: Table, group: Group, rank: Rank) -> Mapping[str, Explanation]:
    """Count the points among exactly those who are level, if all of them have met."""
    among = set(group)
    met = {
        name: {line.opponent for line in table.lines[name] if line.opponent in among}
        for name in group
    }
    if len(group) < 2 or any(len(others) < len(group) - 1 for others in met.values()):
        note = "not all of those who are level have met"
        return {name: Explanation("mutual", None, note=note) for name in group}
    found = {}
    for name in group:
        lines = [line for line in table.lines[name] if line.opponent in among]
        terms = [Term(line.round, line.opponent, Fraction(line.points)) for line in lines]
        found[name] = _sum("mutual", terms, table.scoring.scale)
    return found


def _by_rank(table: Table, group: Group, rank: Rank) -> Mapping[str, Explanation]:
    """Compare results against number 1, then against number 2, and so on.

    Those who are level are one number. Nobody is compared by results against his own group.
    """
    others = [members for members in rank if set(members) != set(group)]
    found = {}
    for name in group:
        met = [[table.encounters_between(name, other) for other in members] for members in others]
        key = tuple(Fraction(sum(line.points for lines in each for line in lines)) for each in met)
        found[name] = Explanation("by rank", key or None, (), table.scoring.scale)
    return found


def _average_rating(table: Table, name: str) -> Explanation:
    """Take the mean of the ratings of those who were met on the board (FMJD annex 3)."""
    terms = []
    for line in table.lines[name]:
        rating = table.entrant(line.opponent).rating if line.opponent else None
        if line.played and rating:
            terms.append(Term(line.round, line.opponent, Fraction(rating)))
    mean = sum((term.value for term in terms), Fraction(0)) / max(1, len(terms))
    return Explanation("average rating", (mean,), tuple(terms), note=f"of {len(terms)} ratings")


def _lot(table: Table, name: str) -> Explanation:
    """Draw lots: the greatest is first. The same seed gives the same result."""
    if not table.seed:
        return Explanation("lot", None, note="its seed is not revealed")
    return Explanation(
        "lot", (Fraction(lot_number(table.seed, name)),), note="by the seed of the event"
    )


CRITERIA: Mapping[str, Criterion] = MappingProxyType(
    {
        "points": _each(_points),
        "solkoff": _each(_solkoff),
        "median": _each(lambda table, name: _cut(table, name, 1, 1, "median")),
        "solkoff plus": _each(_solkoff_plus),
        "sonneborn-berger": _each(_sonneborn_berger),
        "riga": _each(_riga),
        "wins": _count_lines("wins", _wins),
        "advanced": _count_lines("advanced", lambda table, line: int(line.advanced)),
        "encounters won": _count_lines("encounters won", _encounters_won),
        "game points": _each(_game_points),
        "mutual": _mutual,
        "by rank": _by_rank,
        "average rating": _each(_average_rating),
        "plus draws": _count_lines("plus draws", _plus_draws),
        "top board": _each(_top_board),
        "lot": _each(_lot),
    }
)
