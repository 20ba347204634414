"""An event for spreadsheets: its results, one a line, as CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from crownhead.competition.competition import Competition

Row = Sequence[str]


def csv_text(headings: Row, rows: Sequence[Row]) -> str:
    """Return a table as CSV.

    What a spreadsheet would take for a formula has an apostrophe before it, also behind a sign at
    which one of another language begins a new cell.

    >>> csv_text(["name"], [["=1+1"], ["Anna, B."], ["-2/14b"], ["A;=1+1"]]).splitlines()
    ['name', "'=1+1", '"Anna, B."', '-2/14b', "A;'=1+1"]
    """
    text = io.StringIO()
    writer = csv.writer(text)
    for row in (headings, *rows):
        writer.writerow([_harmless(cell) for cell in row])
    return text.getvalue()


_RESULT = re.compile(r"[-+/\d½¼¾., ]*[wb+]?")
"""Results, points and cells of a cross table, which may begin like a formula."""
_FORMULA = re.compile(r"(^|[;\t\r\n])(\s*\"?)(?=[=@＝＠+＋\-－\t])")


def _harmless(cell: str) -> str:
    return cell if _RESULT.fullmatch(cell) else _FORMULA.sub(r"\1\2'", cell)


def results(event: Competition) -> tuple[list[str], list[list[str]]]:
    """Return headings and rows: every board of every round, its results, points and card.

    >>> from crownhead.competition import Entrant, Event
    >>> two = Competition(event=Event(name="Club", format="round robin"))
    >>> two = two.enter(Entrant(name="Anna")).enter(Entrant(name="Bert")).pair()
    >>> results(two.record(1, 1, ["0-2"]))[1][0][:7]
    ['1', '1', 'Anna', 'Bert', '0-2', '0', '2']
    """
    rows = []
    for number, published in enumerate(event.rounds, 1):
        for n, board in enumerate(published.boards, 1):
            one, two = board.points(event.event.scoring, event.event.games)
            text = event.event.scoring.text
            rows.append(
                [
                    str(number),
                    str(n),
                    board.one,
                    board.two or "",
                    " ".join(board.games),
                    text(one),
                    "" if board.two is None else text(two),
                    board.alone or "",
                    published.card(n) or "",
                ]
            )
    headings = ["round", "board", "starts", "answers", "games", "points", "against", "alone"]
    return [*headings, "card"], rows
