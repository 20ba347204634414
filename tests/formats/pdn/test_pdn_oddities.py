"""What is written oddly and can mean only one thing: a warning at most, never an error."""

from __future__ import annotations

import io

import pytest

from crownhead import Position
from crownhead.errors import CrownheadError, InvalidFen
from crownhead.formats import pdn


def read(text: str, variant: str | None = None) -> pdn.PdnGame:
    return next(iter(pdn.read(io.StringIO(text), variant=variant)))


def moves(game: pdn.PdnGame) -> list[str]:
    return [str(move) for move in game.moves]


ROUND = "line {}, column 1: Tag '[Round 3]' has no value in quotes"


@pytest.mark.parametrize("end", ["\\r", "\\n", "\\r\\n", "\\r "])
def test_ends_of_lines_that_are_spelt_out_are_one_warning(end: str) -> None:
    """Two tournaments had five errors in every game."""
    lines = ['[White "A"]', '[Black "B"]', '[GameType "20"]', "[Round 3]", '[Result "1-1"]', ""]
    lines += ["1. 32-28 19-23", "2. 28x19 14x23 1-1", ""]
    games = list(pdn.read(io.StringIO("\n".join(line + end for line in lines * 2))))
    assert len(games) == 2
    for game in games:
        assert [str(error) for error in game.errors] == [ROUND.format(game.line + 3)]
        assert (len(game.warnings), game.result) == (1, "1-1")
        assert (game.tags["Black"], moves(game)) == ("B", ["32-28", "19-23", "28x19", "14x23"])
        assert "unread" not in pdn.dumps(game)


def test_warnings_stand_in_their_order() -> None:
    text = '[GameType "21"]\\r\n[Variant "Moon"]\n[Empty]\n1. 11x15 *'
    places = [(each.line, each.column) for each in read(text).warnings]
    assert places == [(1, 16), (2, 1), (3, 1), (4, 4)]


def test_a_backslash_within_a_line_is_an_error_as_before() -> None:
    game = read('[GameType "20"] 1. 32-28 \\r 19-23 *')
    assert len(game.errors) == 1 and moves(game) == ["32-28", "19-23"]


def test_a_tag_that_says_nothing_is_a_warning() -> None:
    game = read('[Event "x"]\n[Empty]\n[GameType "21"]\n1. 11-15 *')
    assert game.errors == () and moves(game) == ["11-15"]
    assert str(game.warnings[0]) == "line 2, column 1: Tag '[Empty]' says nothing and is left out"
    assert "Empty" not in pdn.dumps(game)


def test_an_apostrophe_may_be_escaped() -> None:
    game = read(r'[White "D\'Almeida \"Joe\""] [Black "C:\dir"] 1. 11-15 *')
    assert game.tags == {"White": 'D\'Almeida "Joe"', "Black": r"C:\dir"}
    assert pdn.loads(pdn.dumps(game)).tags["White"] == game.tags["White"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[FEN "W:W22,30:B18,11,1"] 1. 22x15 15x8 1-6 *', ["22x8", "1-6"]),
        ('[FEN "W:W22,30:B18,11,1"] 1. 22x15, 15x8 1-6 *', ["22x8", "1-6"]),
        ('[FEN "W:W22,30:B18,11,1"] 1. 22:15 15:8 1-6 *', ["22x8", "1-6"]),
        ('[FEN "W:W29,30:B25,18,10,4"] 1. 29x22 22x15 15x6 4-8 *', ["29x6", "4-8"]),
    ],
)
def test_a_capture_told_jump_by_jump(text: str, expected: list[str]) -> None:
    game = read(f'[GameType "21"] {text}')
    assert moves(game)[: len(expected)] == expected and game.errors == ()


def test_jumps_that_belong_together_are_one_move_and_one_warning() -> None:
    start = '[GameType "21"] [FEN "W:W22,30:B18,11,1"]'
    game = read(f"{start} 1. 22x15 15x8 {{fine}} (22x15 15x8 1-5) 1-6 *")
    assert (moves(game), game.errors) == (["22x8", "1-6"], ())
    assert game.root.next is not None and game.root.next.comment == "fine"
    assert "is one capture, told jump by jump; it is read as 22x15x8" in str(game.warnings[0])
    assert len(game.warnings) == 2
    assert pdn.loads(pdn.dumps(game)).warnings == ()


def test_jumps_that_lead_nowhere_are_illegal_as_before() -> None:
    for text in ("22x15 15x6 1-6", "22x15 1-6", "22x15 14x7", "22x15"):
        game = read(f'[GameType "21"] [FEN "W:W22,30:B18,11,1"] 1. {text} *')
        assert moves(game) == [] and len(game.errors) == 1
        assert "'22x15' is not legal" in str(game.errors[0])


@pytest.mark.parametrize(
    ("fen", "plain", "variant"),
    [
        ('[FEN "W:W31:B20"]', "W:W31:B20", "international"),
        (' [Fen  "W:W31:B20." ] ', "W:W31:B20", "international"),
        ('"W:W31:B20"', "W:W31:B20", "international"),
        ("W:W27,31:BG22,20", "W:W27,31:B20", "international"),  # a capture in progress
        ("W:WK3:BP13,G22,K40:H0:F9", "W:WK3:BK40", "international"),
        ("W:WG3,7:B30", "W:We7:Bc1", "russian"),  # numbers elsewhere: a man that is captured
        ("W:WG3:Bb6", "W:Wg3:Bb6", "russian"),  # letters: a square
        ("W:Wс3,Кd4:Bа7,е5", "W:WKd4,c3:Ba7,e5", "russian"),  # Cyrillic
        ("В:Wс3:Вf6", "B:Wc3:Bf6", "russian"),
    ],
)
def test_positions_as_people_paste_them(fen: str, plain: str, variant: str) -> None:
    assert Position.from_fen(fen, variant).fen() == plain


@pytest.mark.parametrize(
    ("fen", "column"),
    [("[FEN W:W31:B20]", 1), ("W:WG:B20", 5), ("W:Wс3:Bж4", 8), ("[]", 1), ('[FEN ""]', 7)],
)
def test_what_is_no_position_is_refused_where_it_goes_wrong(fen: str, column: int) -> None:
    with pytest.raises(InvalidFen) as refused:
        Position.from_fen(fen, "russian")
    assert refused.value.column == column


def test_captures_are_written_with_the_sign_that_is_asked_for() -> None:
    game = read('[GameType "25"] 1. c3-d4 f6-g5 2. b2-c3 g5-h4 3. c3-b4 g7-f6 4. d4-c5 b6:d4 *')
    assert "b6:d4" in pdn.dumps(game)
    text = pdn.dumps(game, capture="x")
    assert "b6xd4" in text and ":" not in text
    assert pdn.loads(text).moves == game.moves
    thai = read('[GameType "31"] [FEN "W:W19:B15"] 1. 19-10 *')
    assert "19x10" in pdn.dumps(thai, capture="x") and "19-10" in pdn.dumps(thai)
    with pytest.raises(CrownheadError, match="capture is 'x' or ':', not '-'"):
        pdn.dumps(game, capture="-")
