"""FEN in all its forms: forgiving in form, strict in meaning, canonical when written."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.scattered import play_at_random, scatter

from crownhead import VARIANTS, Position, Variant
from crownhead.errors import CrownheadError, InvalidFen

READ = [
    ("B:W18,24:B9,K13", "B:W18,24:B9,K13", "as it is written"),
    ("B:B9,K13:W18,24", "B:W18,24:B9,K13", "either colour first"),
    ("B:W24,18:BK13,9", "B:W18,24:B9,K13", "any order of squares"),
    ("B:W18,24-26:B1-4,K8", "B:W18,24,25,26:B1,2,3,4,K8", "ranges"),
    ("W:WK30-32:B1", "W:WK30,K31,K32:B1", "a range of kings"),
    ("W:W31-31:B1", "W:W31:B1", "a range of one square"),
    ("W:W21-32:B1-12", "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", "all"),
    ("?:W31:B1", "B:W31:B1", "an unknown turn is that of the side that begins"),
    ("W:W31:B1.", "W:W31:B1", "a final dot"),
    ("W:W031,32:B01", "W:W31,32:B1", "leading zeros"),
    ("W:W31:B", "W:W31:B", "no black piece"),
    ("W:W:B1", "W:W:B1", "no white piece"),
    ("W:W31", "W:W31:B", "one list only"),
    ("B::", "B:W:B", "no piece at all"),
    ("w:wk31:b1", "W:WK31:B1", "small letters"),
    (" W : W 31 , 32 : B 1 ", "W:W31,32:B1", "spaces"),
    ('"W:W31:B1"', "W:W31:B1", "the quotes of a PDN tag"),
    ("W:Wa1,Kc3:Bh8", "W:WK22,29:B4", "letters in a game of numbers"),
    ("W:W31:B1:H12:F30", "W:W31:B1", "the counters of lidraughts"),
    ("W:W31:B1:H0:F1:+0+0", "W:W31:B1", "and its runs of kings"),
]


@pytest.mark.parametrize(("text", "canonical", "why"), READ)
def test_reading_is_forgiving_and_writing_canonical(text: str, canonical: str, why: str) -> None:
    position = Position.from_fen(text, "english")
    assert position.fen() == canonical, why
    again = Position.from_fen(canonical, "english")
    assert again == position and again.fen() == canonical


@pytest.mark.parametrize(
    ("variant", "text", "canonical"),
    [
        ("lite", "W:Wa1,Kc3:Bh8", "W:WKc3,a1:Bh8"),
        ("lite", "W:W29,K22:B4", "W:WKc3,a1:Bh8"),
        ("russian", "?:Wc3:Bf6", "W:Wc3:Bf6"),
        ("turkish", "W:WKh1:Ba8", "W:WKh1:Ba8"),
        ("turkish", "W:WK64:B1", "W:WKh1:Ba8"),
        ("spanish", "W:W1-3:BK32", "W:W1,2,3:BK32"),
        ("canadian", "B:WK72:B1-3", "B:WK72:B1,2,3"),
    ],
)
def test_squares_are_written_as_the_game_writes_them(
    variant: str, text: str, canonical: str
) -> None:
    assert Position.from_fen(text, variant).fen() == canonical


@pytest.mark.parametrize(
    ("text", "wrong", "column"),
    [
        ("", "is empty", 1),
        ("X:W1:B2", "does not start with the side to move", 1),
        ("W", "has no ':' after the side to move", 2),
        ("WW31:B1", "has no ':' after the side to move", 2),
        ("W:W33:B1", "names a square that is not on the board", 4),
        ("W:W0:B1", "names a square that is not on the board", 4),
        ("W:Wa2:B1", "names a square that is not on the board", 4),
        ("W:Wi1:B1", "names a square that is not on the board", 4),
        ("W:WK:B1", "names a square that is not on the board", 5),
        ("W:W31,:B1", "has a comma with no square after it", 7),
        ("W:W1,1:B2", "puts two pieces on one square", 6),
        ("W:W1:B1", "puts two pieces on one square", 7),
        ("W:W1-5:B3", "puts two pieces on one square", 9),
        ("W:W5-3:B1", "has a range that is no range of squares", 7),
        ("W:W30-40:B1", "has a range that is no range of squares", 7),
        ("W:W30 31:B1", "has no comma between two squares", 7),
        ("W:Wa1-c1:Bh8", "has no comma between two squares", 6),
        ("W:W1:W2", "lists White twice", 6),
        ("B:B1:B2", "lists Black twice", 6),
        ("W:W31:B1:H:F1", "has a counter without a number", 11),
        ("W:W31:B1:Q1", "has a field that starts with none of", 10),
        ("W:W31:B1:+0", "has only one count of king moves", 12),
        ("W:W31:B1:++", "has a '+' without a count", 11),
        ("W:" + "W" * 999, "is longer than 1000 characters", 1),
        ("Wbbb", "has fewer letters than the board has squares", 5),
        ("B" + "e" * 33, "has more letters than the board has squares", 34),
        ("Wbbbx" + "e" * 28, "has a letter other than w, b and e", 5),
        ("Z" + "e" * 30 + " e", "has a letter other than w, b and e", 32),
    ],
)
def test_an_error_says_what_and_in_which_column(text: str, wrong: str, column: int) -> None:
    with pytest.raises(InvalidFen) as error:
        Position.from_fen(text, "english")
    assert wrong in str(error.value)
    assert f"(column {error.value.column})" in str(error.value)
    assert error.value.column == column
    assert len(str(error.value)) < 200


def test_a_fen_is_as_long_as_it_has_characters() -> None:
    """Cyrillic letters have two bytes each, and the limit was one of bytes."""
    text = "W:Wа1,с1:Ве7"
    full = text + " " * (1000 - len(text))
    assert len(full) == 1000 < len(full.encode())
    assert Position.from_fen(full, "russian") == Position.from_fen("W:Wa1,c1:Be7", "russian")
    with pytest.raises(InvalidFen, match="is longer than 1000 characters"):
        Position.from_fen(full + " ", "russian")


@pytest.mark.parametrize("text", ["\udcff", 5, None, b"W:W1:B2"])
def test_what_is_no_text_is_an_invalid_fen(text: Any) -> None:
    with pytest.raises(InvalidFen, match="is not text"):
        Position.from_fen(text, "english")


def test_the_first_unconditional_count_is_written_and_read() -> None:
    position = Position.from_fen("W:WK31:BK1:H17:F40", "english")
    assert position.draw_counts == (17,)
    assert position.fen(counters=True) == "W:WK31:BK1:H17"
    assert position.play("31-27").fen(counters=True) == "B:WK27:BK1:H18"
    assert Position.from_fen("W:WK31:BK1:H9999", "english").draw_counts == (254,)
    kings, three, two = Position.from_fen("W:WK31:BK1:H7", "international").draw_counts
    assert (kings, three, two) == (7, -1, 0)


def test_runs_of_kings_are_part_of_a_frisian_position() -> None:
    text = "W:W31,K46:B1,K5:+15+346"
    position = Position.from_fen(text, "frisian")
    assert position.fen(counters=True) == text
    assert position.fen() == "W:W31,K46:B1,K5"
    assert position != Position.from_fen("W:W31,K46:B1,K5", "frisian")
    assert not [move for move in position.legal_moves if move.origin == 46]
    quiet = Position.from_fen("W:W31,K46:B1,K5:H4:F2:+0+0", "frisian")
    assert quiet == Position.from_fen("W:W31,K46:B1,K5", "frisian")


@pytest.mark.parametrize(
    ("runs", "wrong"),
    [
        ("+1+3", "without the king's square"),
        ("+131+0", "a king that is not there"),
        ("+0+331", "a king that is not there"),
        ("+0+399", "not on the board"),
    ],
)
def test_runs_of_kings_that_are_not_there_are_refused(runs: str, wrong: str) -> None:
    with pytest.raises(InvalidFen, match=wrong):
        Position.from_fen(f"W:W31,K46:B1,K5:{runs}", "frisian")


def test_letters_of_hub_and_dxp() -> None:
    position = Position.from_fen("W:W31,K46:B1,K5", "international")
    hub = "W" + "beeeB" + "e" * 25 + "w" + "e" * 14 + "Weeee"
    assert position.letters() == hub and len(hub) == 51
    dxp = "W" + "zeeeZ" + "e" * 25 + "w" + "e" * 14 + "Weeee"
    assert position.letters(dxp=True) == dxp
    assert Position.from_fen(hub, "international") == position
    assert Position.from_fen(dxp, "international") == position
    black = Position.from_fen("Z" + dxp[1:], "international")
    assert black.turn == "black" and black.letters(dxp=True)[0] == "Z"
    assert Position.from_fen("B" + hub[1:], "international") == black


@pytest.mark.parametrize("change", ["short", "long", "letter"])
def test_letters_must_fit_the_board(change: str) -> None:
    hub = Position.initial("international").letters()
    text = {"short": hub[:-1], "long": hub + "e", "letter": hub[:-1] + "q"}[change]
    with pytest.raises(InvalidFen):
        Position.from_fen(text, "international")


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_position_is_written_and_read_back(key: str) -> None:
    for seed in range(25):
        source = random.Random(seed)
        made = scatter if seed % 2 else play_at_random
        position = made(VARIANTS[key], source)
        again = Position.from_fen(position.fen(counters=True), key)
        assert again == position and hash(again) == hash(position)
        assert Position.from_fen(position.fen(), key).pieces == position.pieces
        for dxp in (False, True):
            letters = Position.from_fen(position.letters(dxp=dxp), key)
            assert letters.pieces == position.pieces and letters.turn == position.turn


@settings(deadline=None, max_examples=300, derandomize=True)
@given(
    st.sampled_from(["english", "lite", "frisian", "turkish"]),
    st.text(max_size=40) | st.text(alphabet="WBKwbe?:,.-+HF0123456789ac ", max_size=60),
)
def test_any_text_is_a_position_or_an_invalid_fen(key: str, text: str) -> None:
    try:
        position = Position.from_fen(text, key)
    except InvalidFen as error:
        assert 1 <= error.column <= len(text.encode()) + 1
        assert isinstance(error, CrownheadError)
    else:
        assert Position.from_fen(position.fen(counters=True), key) == position


def test_k1_on_the_largest_board_was_read_as_a_king_on_1() -> None:
    letters = Variant.house("Letters", VARIANTS["canadian"].rules, notation="algebraic")
    position = Position.from_fen("W:Wk1:BKk3", letters)
    assert position.fen() == "W:Wk1:BKk3"
    assert sorted(position.pieces.values()) == ["black_king", "white_man"]
