"""Compositions from files, the search of a collection, and printed sheets."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import crownhead as ch
from crownhead import compose
from crownhead.compose import reading
from crownhead.compose.composition import Composition
from crownhead.compose.finding import find
from crownhead.compose.sheet import COLUMNS, sheet
from crownhead.errors import InvalidComposition
from crownhead.locales import Catalogue

DATA = Path(__file__).parents[2] / "data"
GAME = """[GameType "21"] [FEN "W:WK17,18:B10,K25"] {extra}
1... 17-21 2. 25-22 (2. 25-30 18-14 3. 10-17 21-14) (2. 25-29 18-14) 18-14 (18-15)
3. 10-17 21-14 {end}
"""


def test_variations_of_the_defence_are_lines_and_those_of_the_attack_are_not(
    tmp_path: Path,
) -> None:
    path = tmp_path / "x.pdn"
    path.write_text(GAME.format(extra="", end="1-0"), encoding="utf-8")
    (given,) = reading.read(path)
    lines = [" ".join(map(str, line)) for line in given.lines]
    assert lines == [
        "17-21 25-22 18-14 10x17 21x14",
        "17-21 25-30 18-14 10x17 21x14",
        "17-21 25-29 18-14",
    ]
    assert given.goal == "win"
    assert given.attacker == "white"


@pytest.mark.parametrize(
    ("extra", "end", "goal"),
    [
        ("", "1/2-1/2", "draw"),
        ("", "*", "win"),
        ("", "0-1", "win"),
        ('[Goal "gain"]', "1/2-1/2", "gain"),
        ('[Goal "Draw"]', "1-0", "draw"),
    ],
)
def test_what_is_to_be_reached(tmp_path: Path, extra: str, end: str, goal: str) -> None:
    path = tmp_path / "x.pdn"
    path.write_text(GAME.format(extra=extra, end=end), encoding="utf-8")
    assert [one.goal for one in reading.read(path)] == [goal]
    assert [one.goal for one in reading.read(path, goal="gain")] == ["gain"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[GameType "21"] [FEN "W:WK17,18:B10,K25"] 1... 17-1 *', "game 1: line 1"),
        ('[GameType "21"] [FEN "W:WK17,18:B10,K25"] [Goal "fame"] 1... 17-21 *', "'fame'"),
        ('[GameType "21"] [FEN "W:W:B1"] *', "no move"),
        ("W:WK17,18:B10,K25", "which game"),
    ],
)
def test_what_is_no_composition_says_where(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "x.pdn"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidComposition, match=said):
        list(reading.read(path))


def test_one_that_is_wrong_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "x.fen"
    path.write_text("W:WK17,18:B10,K25\n\nW:W99:B1\nW:W31,K30:BK29,22,19\n", encoding="utf-8")
    told: list[InvalidComposition] = []
    given = list(reading.read(path, ch.VARIANTS["english"], told=told.append))
    assert [one.name for one in given] == ["x.fen, line 1", "x.fen, line 4"]
    assert [re.sub(":.*", "", str(error)) for error in told] == ["x.fen, line 3"]


def test_puzzles_are_compositions_with_their_goals() -> None:
    from crownhead.puzzles import sets

    known = sets.load("english").puzzles
    path = Path(str(sets.SHIPPED / "english.json"))
    given = list(reading.read(path))
    assert [(one.name, one.goal, one.solution) for one in given] == [
        (puzzle.id, puzzle.goal, puzzle.line) for puzzle in known
    ]


def test_our_own_files_hold_what_they_say() -> None:
    assert len(list(reading.read(DATA / "compositions.pdn"))) == 61
    goals = [one.goal for one in reading.read(DATA / "motifs.pdn")]
    assert (len(goals), goals.count("draw"), goals.count("gain")) == (139, 13, 22)


def test_a_position_is_found_in_any_solution() -> None:
    collection = list(reading.read(DATA / "compositions.pdn"))
    wanted = collection[0]
    position = wanted.start.play(wanted.solution[0]).play(wanted.solution[1])
    (hit,) = find(position, collection)
    assert (hit.number, hit.ply, hit.mirrored, hit.other_turn) == (1, 2, False, False)
    (hit,) = find(position.mirror().pass_turn(), collection)
    assert (hit.number, hit.mirrored, hit.other_turn) == (1, True, True)
    assert not list(find(position.mirror(), collection, exact=True))
    assert not list(find(ch.Position.initial("russian"), collection))


class _Outline(HTMLParser):
    """What a sheet consists of: its elements in order, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def outline(text: str) -> _Outline:
    """Return the outline of an HTML text."""
    found = _Outline()
    found.feed(text)
    return found


@pytest.mark.parametrize("language", ["de", "en", "nl", "ru"])
def test_a_sheet_has_its_diagrams_first_and_its_answers_behind(language: str) -> None:
    given = list(reading.read(DATA / "compositions.pdn"))[:7]
    words = Catalogue(language)
    text = sheet(given, words, title="Ä & <b>", per_page=6)
    found = outline(text)
    assert found.tags.count("svg") == 7
    assert found.tags.count("section") == 3
    assert found.tags.count("li") == 7
    last = text.rindex("<section>")
    assert "<svg" not in text[last:]
    assert "1. 2-7 10x3 2. 16-11" in "".join(outline(text[last:]).text)
    assert "10x3" not in text[:last]
    assert "Ä &amp; &lt;b&gt;" in text


def test_a_sheet_of_nothing_or_of_odd_pages_is_refused() -> None:
    with pytest.raises(InvalidComposition, match="1 to 600"):
        sheet([], Catalogue("en"))
    given = [compose.of_fen("W:WK17,18:B10,K25", "english")]
    with pytest.raises(InvalidComposition, match="known are"):
        sheet(given, Catalogue("en"), per_page=5)
    assert sorted(COLUMNS) == [1, 2, 4, 6, 9, 12]


def test_an_unsolved_composition_says_so_on_the_sheet() -> None:
    given = Composition(ch.Position.from_fen("B:W26,23,K4:B24,K20,1", "english"))
    text = sheet([given], Catalogue("en"))
    assert "No solution is given." in text
    assert "Black to move and win" in text
