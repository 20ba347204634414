"""Whose points a result names first: White's, or in files of checkers those of Black."""

from __future__ import annotations

import io

import pytest

from crownhead.errors import CrownheadError
from crownhead.formats import pdn
from crownhead.formats.pdn import survey
from crownhead.formats.pdn.reader import Reader, games
from crownhead.formats.pdn.source import Source

# Ends on the board: Black takes the last man; White does.
BLACK_WINS = '[FEN "B:W22:B18,1"]\n1. 18x25'
WHITE_WINS = '[FEN "B:W22,26:B13"]\n1. 13-17 22x13'
# Given up: Black has two men more at the end, or White.
BLACK_AHEAD = '[FEN "B:W31,32:B1,2,3,4"]\n1. 1-5 31-27'
WHITE_AHEAD = '[FEN "B:W29,30,31,32:B1,2"]\n1. 1-5 31-27'
OPEN = "1. 11-15 23-19 2. 8-11 22-17"


def game(body: str, result: str, players: str = "[Black] [White]", kind: str = "21") -> str:
    sides = players.replace("]", ' "x"]')
    return f'{sides}\n[Result "{result}"]\n[GameType "{kind}"]\n{body} {result}\n\n'


def read(text: str, results: str = "auto") -> list[pdn.PdnGame]:
    return list(pdn.read(io.StringIO(text), results=results))


def outcomes(text: str, results: str = "auto") -> list[str]:
    return [each.result for each in read(text, results)]


def test_a_file_that_names_the_side_first_that_begins() -> None:
    """1-0 was White's win in every file, though in many it is that of Black, who begins."""
    text = game(OPEN, "1-0") + game(BLACK_WINS, "1-0") + game(WHITE_WINS, "0-1") + game(OPEN, "0-1")
    found = read(text)
    assert [each.result for each in found] == ["0-1", "0-1", "1-0", "1-0"]
    assert [each.tags["Result"] for each in found] == ["1-0", "1-0", "0-1", "0-1"]
    for each in found:
        (warning,) = each.warnings
        assert "2 of 2 games of the file show" in str(warning) and each.errors == ()
    assert "'1-0' is read as a win for Black" in str(found[0].warnings[0])
    assert found[0].warnings[0].line == 2


def test_a_file_that_names_white_first_is_left_alone() -> None:
    text = game(OPEN, "1-0") + game(BLACK_WINS, "0-1") + game(WHITE_WINS, "1-0") + game(OPEN, "0-1")
    found = read(text)
    assert [each.result for each in found] == ["1-0", "0-1", "1-0", "0-1"]
    assert [each.warnings for each in found] == [()] * 4


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([(BLACK_AHEAD, "1-0")] * 3, "0-1"),
        ([(WHITE_AHEAD, "0-1")] * 3, "0-1"),
        ([(BLACK_AHEAD, "0-1")] * 3, "1-0"),
        ([(BLACK_AHEAD, "1-0")] * 2, "1-0"),  # too few
        ([(BLACK_AHEAD, "1-0")] * 9 + [(WHITE_AHEAD, "1-0")], "0-1"),
        ([(BLACK_AHEAD, "1-0")] * 5 + [(WHITE_AHEAD, "1-0")] * 5, "1-0"),  # divided
        ([(OPEN + " {White resigned here}", "1-0")], "0-1"),
        ([(OPEN + " {Red resigns}", "1-0")], "1-0"),
        ([(BLACK_WINS, "1-0"), (BLACK_AHEAD, "0-1")], "0-1"),  # the board says more than men
    ],
)
def test_what_games_show(rows: list[tuple[str, str]], expected: str) -> None:
    assert outcomes(game(OPEN, "1-0") + "".join(game(*row) for row in rows))[0] == expected


def test_what_is_not_decided_is_said() -> None:
    (found,) = read(game(OPEN, "1-0"))
    assert found.result == "1-0"
    assert "whose points stand first, the games of the file do not show" in str(found.warnings[0])
    text = game(BLACK_WINS, "1-0") + game(BLACK_WINS, "0-1")
    assert all("the games differ" in str(each.warnings[0]) for each in read(text))


@pytest.mark.parametrize("players", ["[White] [Black]", "[White] [Red]", "[Event]", "[Black]"])
def test_where_white_stands_first_nothing_is_turned(players: str) -> None:
    text = game(BLACK_WINS, "1-0", players) * 5
    assert [(each.result, each.warnings) for each in read(text)] == [("1-0", ())] * 5


def test_red_is_black() -> None:
    assert outcomes(game(BLACK_WINS, "1-0", "[Red] [White]")) == ["0-1"]


def test_other_games_and_other_results_stay_as_they_are() -> None:
    text = game(BLACK_WINS, "1-0") * 3
    text += game("1. 32-28 19-23", "2-0", kind="20") + game("1. c3-d4 f6-g5", "1-0", kind="25")
    text += "".join(game(OPEN, result) for result in ("2-0", "0-2", "1-1", "1/2-1/2", "*", "0-0"))
    expected = ["2-0", "1-0", "1-0", "0-1", "1/2-1/2", "1/2-1/2", "*", "0-0"]
    assert outcomes(text)[3:] == expected


def test_the_reader_can_be_told() -> None:
    text = game(OPEN, "1-0") + game(OPEN, "0-1", "[White] [Black]") + game(BLACK_WINS, "1-0")
    assert outcomes(text, "first") == ["0-1", "1-0", "0-1"]
    assert outcomes(text, "white") == ["1-0", "0-1", "1-0"]
    for each in (*read(text, "first"), *read(text, "white")):
        assert each.warnings == ()
    with pytest.raises(CrownheadError, match="results are auto, search, white, first, not 'black'"):
        read(text, "black")


def test_a_turned_result_is_written_as_it_is_read() -> None:
    (found,) = read(game(BLACK_WINS, "1-0"))
    text = pdn.dumps(found)
    assert '[Result "0-1"]' in text
    again = pdn.loads(text)
    assert (again.result, again.warnings) == ("0-1", ())
    found.result = "1-0"
    assert found.result == "1-0"


def test_a_result_behind_the_moves_alone_is_turned_too() -> None:
    text = '[Black "x"] [White "y"] [GameType "21"]\n' + BLACK_WINS + " 1-0\n"
    assert outcomes(text) == ["0-1"]


def test_games_wait_only_until_it_is_clear() -> None:
    taken = []

    def texts() -> object:
        for text in games(Source(io.StringIO(game(OPEN, "1-0") + game(BLACK_WINS, "1-0") * 500))):
            taken.append(text)
            yield text

    reader = Reader()
    next(reader.survey(texts()))  # type: ignore[arg-type]
    assert len(taken) < 20


def test_games_that_decide_nothing_wait_no_longer_than_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(survey, "MOST_DOUBTFUL", 10)
    text = game(OPEN, "1-0") * 12 + game(BLACK_WINS, "1-0") * 30
    assert outcomes(text) == ["1-0"] * 42
    assert all(each.warnings for each in read(text)[:12])


def test_a_game_that_is_read_by_its_header_shows_it_alone() -> None:
    file = io.BytesIO((game(BLACK_WINS, "1-0") + game(OPEN, "1-0")).encode())
    first, second = pdn.headers(file)
    assert (first.read().result, second.read().result) == ("0-1", "1-0")
    assert "do not show" in str(second.read().warnings[0])
    assert second.read(results="first").result == "0-1"


def test_a_visitor_hears_results_as_they_are_read() -> None:
    class Results(pdn.Visitor):
        def __init__(self) -> None:
            self.told: list[object] = []

        def begin_game(self, line: int, tags: dict[str, str]) -> bool | None:
            self.told.append(line)
            return tags["Result"] != "0-1"

        def result(self, result: str) -> None:
            self.told.append(result)

    text = game(OPEN, "1-0") + game(OPEN, "0-1") + game(BLACK_WINS, "1-0")
    assert pdn.visit(io.StringIO(text), Results()).told == [1, "0-1", 6, 11, "0-1"]


# Men are level and nobody captures, but White, to move, wins two men.
SHOT = "1. 10-15 23-19 9-14 19x10 6x15 24-20 1-6 27-24 11-16 20x11 7x16"


def test_a_search_tells_what_men_do_not() -> None:
    for result, expected in (("0-1", "1-0"), ("1-0", "1-0")):
        text = game(OPEN, "1-0") + game(SHOT, result) * 3
        assert outcomes(text)[0] == "1-0" and read(text)[0].warnings
        assert outcomes(text, "search")[1] == expected
    assert outcomes(game(OPEN, "1-0") + game(SHOT, "0-1") * 3, "search")[0] == "0-1"
    assert outcomes(game(OPEN, "1-0") * 3, "search") == ["1-0"] * 3  # level: nothing is seen
