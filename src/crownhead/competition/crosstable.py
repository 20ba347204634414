"""Cross tables as draughts people write them: a row for each, a cell `2/14b` for each round.

The first part of a cell is what the round brought, the number is that of the opponent's row, the
letter the colour in the first game, `w` or `b`. Rows stand in order of places. `+` instead of a
letter is an encounter that was not played, `-` a round without an opponent::

    2/14b   2 points against number 14, with black
    0/3+    absent against number 3, or he was: nothing was played
    2/-     a bye that brought 2 points
    -       no opponent, no points
"""

from __future__ import annotations

import csv
from fractions import Fraction
from io import StringIO
from itertools import combinations_with_replacement

from crownhead.competition.competition import Competition
from crownhead.competition.encounters import Alone, Encounter
from crownhead.competition.entrants import Entrant
from crownhead.competition.failure import CompetitionError
from crownhead.competition.scoring import FORFEITS, Scoring

MOST_ROWS = 4000
MOST_ROUNDS = 400

Grid = tuple[list[str], list[list[str]]]
_FRACTIONS = {"½": "1/2", "¼": "1/4", "¾": "3/4"}


def grid(competition: Competition) -> Grid:
    """Return headings and rows: place, name, club, rating, a cell for each round, points.

    >>> from crownhead.competition import Entrant, Event
    >>> two = Competition(event=Event(name="Club", format="round robin"))
    >>> two = two.enter(Entrant(name="Anna")).enter(Entrant(name="Bert")).pair()
    >>> grid(two.record(1, 1, ["0-2"]))[1]
    [['1', 'Bert', '', '', '2/2w', '2'], ['2', 'Anna', '', '', '0/1b', '0']]
    """
    event, rows = competition.event, competition.standing()
    numbers = {row.name: n for n, row in enumerate(rows, 1)}
    starts = event.game.first[0]
    letters = (starts, "b" if starts == "w" else "w")
    cells: dict[str, list[str]] = {row.name: [] for row in rows}
    for count, published in enumerate(competition.rounds, 1):
        for board in published.boards:
            points = board.points(event.scoring, event.games)
            for name, earned, letter in zip(board.names, points, letters, strict=False):
                text = event.scoring.text(earned)
                other = board.two if name == board.one else board.one
                if other is None or other == name:
                    cell = f"{text}/-" if earned else "-"
                elif not board.games:
                    cell = f"?/{numbers[other]}{letter}"
                else:
                    cell = f"{text}/{numbers[other]}{letter if board.played else '+'}"
                cells[name] += [""] * (count - 1 - len(cells[name])) + [cell]
    planned = len(competition.rounds)
    total = competition.table().points
    table = []
    for n, row in enumerate(rows, 1):
        entrant = competition.entrant(row.name)
        own = cells[row.name] + [""] * (planned - len(cells[row.name]))
        rating = str(entrant.rating or "")
        table.append(
            [str(n), row.name, entrant.club, rating, *own, event.scoring.text(total[row.name])]
        )
    return ["no", "name", "club", "rating", *map(str, range(1, planned + 1)), "points"], table


def loads(
    text: str | bytes, scoring: Scoring, games: int = 1
) -> tuple[tuple[Entrant, ...], tuple[tuple[Encounter, ...], ...]]:
    """Read a cross table in CSV: entrants, and rounds of encounters of so many games.

    Of several games the table knows the sum alone: those that are read bring it, and no more can be
    said of each of them. Needed are the columns `no` and `name`, and one for each round, called by
    its number. What the two say of one another must fit. Raises `CompetitionError`, saying in which
    row and round.

    >>> from crownhead.competition import SCORINGS
    >>> text = "no,name,1\\n1,Anna,2/2w\\n2,Bert,0/1b\\n"
    >>> loads(text, SCORINGS["2-1-0"])[1][0][0].games
    ('2-0',)
    """
    headings, rows = _rows(text)
    columns = {name: n for n, name in enumerate(headings)}
    if "no" not in columns or "name" not in columns or "1" not in columns:
        raise CompetitionError("the first line names the columns: no, name, 1, 2 and so on")
    count = 1
    while str(count + 1) in columns and count < MOST_ROUNDS:
        count += 1
    names: dict[int, str] = {}
    entrants = []
    for line, row in enumerate(rows, 2):
        number = row[columns["no"]]
        if not number.isascii() or not number.isdecimal() or int(number[:6]) in names:
            raise CompetitionError(f"line {line}: {number[:20]!r} is no number of a row, or twice")
        rating = row[columns["rating"]] if "rating" in columns else ""
        names[int(number[:6])] = row[columns["name"]]
        entrants.append(
            Entrant(
                name=row[columns["name"]],
                rating=int(rating[:6]) if rating.isascii() and rating.isdecimal() else None,
            )
        )
    rounds = []
    for nth in range(1, count + 1):
        cells = {int(row[columns["no"]]): row[columns[str(nth)]].strip() for row in rows}
        rounds.append(_round(nth, cells, names, scoring, games))
    return tuple(entrants), tuple(rounds)


def _rows(text: str | bytes) -> tuple[list[str], list[list[str]]]:
    try:
        plain = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        sign = ";" if ";" in plain.partition("\n")[0] else ","
        rows = [row for row in csv.reader(StringIO(plain), delimiter=sign) if row]
    except (UnicodeDecodeError, csv.Error):
        raise CompetitionError("is no CSV in UTF-8") from None
    if not 2 <= len(rows) <= MOST_ROWS + 1:
        raise CompetitionError(f"has {max(0, len(rows) - 1)} rows, not 1 to {MOST_ROWS}")
    headings = [cell.strip().lower() for cell in rows[0]]
    for line, row in enumerate(rows[1:], 2):
        if len(row) != len(headings):
            raise CompetitionError(f"line {line}: {len(row)} cells in {len(headings)} columns")
    return headings, [[cell.strip() for cell in row] for row in rows[1:]]


def _round(
    number: int, cells: dict[int, str], names: dict[int, str], scoring: Scoring, games: int
) -> tuple[Encounter, ...]:
    boards: list[Encounter] = []
    read = {own: _cell(number, names[own], cell, scoring) for own, cell in cells.items()}
    for own, (points, other, sign) in read.items():
        name = names[own]
        if other is None:
            whole = scoring.whole(games)
            alone: Alone = (
                "bye" if points == whole and points else "requested" if points else "free"
            )
            if points and points not in (whole, scoring.half(games)):
                raise CompetitionError(f"round {number}, {name}: no bye brings so much")
            boards.append(Encounter(one=name, alone=alone))
            continue
        if other == own or other not in read or read[other][1] != own:
            raise CompetitionError(
                f"round {number}: {name} meets number {other}, who does not say so"
            )
        back = read[other]
        if (sign == "+") != (back[2] == "+") or (sign == back[2] and sign in ("w", "b")):
            raise CompetitionError(f"round {number}: {name} and {names[other]}: colours differ")
        first = sign == "w" if sign in ("w", "b") else own < other
        if not first:
            continue
        tokens = _tokens(scoring, (points, back[0]), sign == "+", games)
        if tokens is None:
            raise CompetitionError(
                f"round {number}: {name} and {names[other]}: no result brings "
                f"{scoring.text(points)} and {scoring.text(back[0])}"
            )
        boards.append(Encounter(one=name, two=names[other], games=tokens))
    return tuple(boards)


def _cell(number: int, name: str, cell: str, scoring: Scoring) -> tuple[int, int | None, str]:
    """Return points, number of the opponent, and sign of a cell."""
    if cell in ("", "-"):
        return 0, None, ""
    said, stroke, rest = cell.partition("/")
    try:
        if not stroke:
            raise ValueError
        value = _points(said) * scoring.scale
        if value.denominator != 1 or not 0 <= value <= 1000:
            raise ValueError
        if rest == "-":
            return int(value), None, ""
        sign = rest[-1:] if rest[-1:] in ("w", "b", "+") else ""
        digits = rest.removesuffix(sign) if sign else rest
        if not digits.isascii() or not digits.isdecimal() or len(digits) > 6:
            raise ValueError
        return int(value), int(digits), sign
    except (ValueError, ZeroDivisionError):
        raise CompetitionError(
            f"round {number}, {name}: {cell[:20]!r} is no cell such as 2/14b"
        ) from None


def _points(text: str) -> Fraction:
    whole = text.rstrip("½¼¾")
    part = _FRACTIONS.get(text[len(whole) :], "0") if text != whole else "0"
    return Fraction((whole or "0").replace(",", ".")) + Fraction(part)


def _tokens(
    scoring: Scoring, points: tuple[int, int], unplayed: bool, games: int
) -> tuple[str, ...] | None:
    """Return results that bring these points, draws first."""
    known = tuple(FORFEITS) if unplayed else tuple(scoring.outcomes)
    drawn = sorted(known, key=lambda t: abs(scoring.outcome(t).one - scoring.outcome(t).two))
    for tokens in combinations_with_replacement(drawn, games):
        if scoring.encounter(tokens) == points:
            return tokens
    return None
