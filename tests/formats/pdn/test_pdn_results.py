"""Whose points a result names first: White's, or in files of checkers those of Black."""

from __future__ import annotations

import io

import pytest

from crownhead.errors import CrownheadError
from crownhead.formats import pdn
from crownhead.formats.pdn import points, survey
from crownhead.formats.pdn.reader import Reader, games
from crownhead.formats.pdn.source import Source

# Ends on the board: Black takes the last man; White does.
BLACK_WINS = '[FEN "B:W22:B18,1"]\n1. 18x25'
WHITE_WINS = '[FEN "B:W22,26:B13"]\n1. 13-17 22x13'
# Given up with two men less.
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
    text = game(BLACK_WINS, "1-0") + game(BLACK_WINS, "0-1") + game(OPEN, "1-0")
    assert "the games differ" in str(read(text)[2].warnings[0])


@pytest.mark.parametrize("others", ["1-0", "0-1"])
def test_who_has_won_on_the_board_is_not_outvoted(others: str) -> None:
    text = game(BLACK_WINS, others) * 9 + game(BLACK_WINS, "1-0") + game(BLACK_WINS, "0-1")
    found = read(text)
    assert [each.result for each in found] == ["0-1"] * 11
    turned = found[-1 if others == "1-0" else -2]
    assert "a win for Black, who has won on the board" in str(turned.warnings[0])


def test_a_result_that_the_board_contradicts_is_said() -> None:
    said = "'1-0' is read as a win for White, but Black has won on the board"
    (found,) = read(game(BLACK_WINS, "1-0", "[White] [Black]"))
    assert (found.result, said in str(found.warnings[0])) == ("1-0", True)
    (found,) = read(game(BLACK_WINS, "1-0"), "white")
    assert (found.result, said in str(found.warnings[0])) == ("1-0", True)
    (found,) = read(game(BLACK_WINS, "1-1"))
    assert "is read as a draw, but Black has won on the board" in str(found.warnings[0])
    for result in ("0-1", "0-2", "*", "0-0"):
        assert read(game(BLACK_WINS, result, "[White] [Black]"))[0].warnings == ()


@pytest.mark.parametrize("players", ["[White] [Black]", "[White] [Red]", "[Event]", "[Black]"])
def test_where_white_stands_first_nothing_is_turned(players: str) -> None:
    text = game(BLACK_WINS, "1-0", players) * 5
    assert [each.result for each in read(text)] == ["1-0"] * 5


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
    for each in (*read(text, "first"), *read(text, "white")[:2]):
        assert each.warnings == ()
    with pytest.raises(CrownheadError, match="results are auto, deep, white, first, not 'black'"):
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
    text = game(OPEN, "1-0") * 12 + game(BLACK_AHEAD, "1-0") * 30
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


def test_who_gives_up_before_the_men_are_taken_has_lost() -> None:
    assert outcomes(game(OPEN, "1-0") + game(SHOT, "0-1") * 3)[0] == "0-1"
    assert outcomes(game(OPEN, "1-0") + game(SHOT, "1-0") * 3)[0] == "1-0"


def test_only_so_many_games_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(points, "MOST_SEARCHED", 2)
    text = game(OPEN, "1-0") * 2 + game(SHOT, "0-1") * 3
    assert outcomes(text)[0] == "1-0"
    assert outcomes(text, "deep")[0] == "0-1"


# Three of 22 games of a well-known collection; in none of them is the winner a man ahead.
GIVEN_UP = (
    ("11-15 23-18 9-14 18x11 8x15 22-18 15x22 25x9 5x14 27-23 4-8 29x25 8-11 24-19 6-9 26-22 11-15"
     " 32-27 15x24 28x19 7-11 30-26 3-7 22-18 12-16 19x12 10x15", "1-0"),
    ("9-13 22-18 6-9 18-14 10x17 21x14 9x18 23x14 12-16 26-22 11-15 24-20 7-11 31-26 8-12 27-23 2-6"
     " 25-21 6-9 14-10 9-14 29x25 5-9 32-27 4-8 10-6 1x10 27-24 3-7 24-19 15x24 28x19", "0-1"),
    ("11-15 23-18 12-16 18x11 8x15 24-20 9-14 20x11 7x16 22-17 4-8 26-23 8-11 25-22 16-20 17-13 5-9"
     " 28-24 3-8 22-17 15-18 29x25 8-12 30-26 11-15 32-28", "0-1"),
)  # fmt: skip


def test_a_well_known_collection_names_black_first() -> None:
    text = "".join(f'[Black "A"]\n[White "B"]\n[Result "{r}"]\n{m} {r}\n\n' for m, r in GIVEN_UP)
    found = read(text)
    assert [each.errors for each in found] == [()] * 3
    assert [each.result for each in found] == ["0-1", "1-0", "1-0"]
