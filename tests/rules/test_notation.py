"""Moves as text: every notation is read, one is written, nothing is guessed."""

from __future__ import annotations

import random

import pytest
from support.scattered import play_at_random, scatter

from crownhead import VARIANTS, Position
from crownhead.errors import AmbiguousMove, CrownheadError, IllegalMove, InvalidMove


@pytest.mark.parametrize(
    "text",
    [
        "11-15",
        "11 15",
        "1115",
        " 11 - 15 ",
        "11\t15",
        "11-15!",
        "11-15?",
        "11-15!?",
        "11-15?!",
        "11-15 !!",
    ],
)
def test_quiet_moves_are_read_in_every_form(text: str) -> None:
    move = Position.initial("english").parse(text)
    assert str(move) == "11-15"
    assert not move.is_capture and move.captures == () and not move.crowns


@pytest.mark.parametrize("text", ["9-14", "09-14", "0914", "b6-c5", "b6c5", "B6-C5", "b6 c5"])
def test_leading_zeros_and_letters_are_read(text: str) -> None:
    assert str(Position.initial("english").parse(text)) == "9-14"


@pytest.mark.parametrize(
    "text",
    [
        "32x14",
        "32:14",
        "32-14",
        "32 14",
        "3214",
        "32x23x14",
        "32:23:14",
        "32-23-14",
        "32 23 14",
        "32X14",
        "32x14x19x28",  # as the hub writes it: the captured pieces in any order
        "32x14x28x19",
        "d4xh8",
        "d4:f6:h8",
        "d4h8",
    ],
)
def test_captures_are_read_in_every_form(text: str) -> None:
    position = Position.from_fen("W:W32:B28,19", "international")
    assert position.parse(text).captures == (19, 28)


def test_forms_of_writing() -> None:
    move = Position.from_fen("W:W32:B28,19", "international").parse("32x14")
    assert str(move) == move.notation() == move.notation("short") == "32x14"
    assert move.notation("full") == "32x23x14"
    assert move.notation("hub") == "32x14x19x28"
    assert repr(move) == "<Move 32x14>"
    quiet = Position.initial("international").parse("32-28")
    assert [quiet.notation(form) for form in ("short", "full", "hub")] == ["32-28"] * 3
    with pytest.raises(CrownheadError, match="'long' is not short, full or hub"):
        move.notation("long")


@pytest.mark.parametrize(
    ("variant", "fen", "short", "full", "hub"),
    [
        ("lite", "W:Wc3:Bd4,f6", "c3xg7", "c3xe5xg7", "22x8x11x18"),
        ("russian", "W:Wc3:Bd4,f6", "c3:g7", "c3:e5:g7", "22x8x11x18"),
        ("thai", "W:WK29:B22", "29-18", "29-18", "29x18x22"),
        ("turkish", "W:Wd4:Bd5", "d4xd6", "d4xd6", "36x20x28"),
        ("spanish", "W:W11:B15", "11x20", "11x20", "11x20x15"),
    ],
)
def test_every_game_has_its_own_notation(
    variant: str, fen: str, short: str, full: str, hub: str
) -> None:
    position = Position.from_fen(fen, variant)
    (move,) = position.legal_moves
    assert (str(move), move.notation("full"), move.notation("hub")) == (short, full, hub)
    for text in (short, full, hub):
        assert position.parse(text) == move


def test_an_ambiguous_capture_is_written_long_and_never_guessed() -> None:
    position = Position.from_fen("W:W22:B17,18,9,10", "english")
    texts = sorted(map(str, position.legal_moves))
    assert texts == ["22x13x6", "22x15x6"]
    with pytest.raises(AmbiguousMove) as error:
        position.play("22x6")
    assert sorted(map(str, error.value.candidates)) == texts
    assert all(text in str(error.value) for text in texts)
    left, right = (position.parse(text) for text in texts)
    assert left != right and left.captures == (9, 17) and right.captures == (10, 18)
    assert position.play("22x15x6").fen() == "B:W6:B9,17"
    assert position.play(left).fen() == "B:W6:B10,18"
    assert position.parse("22x6x18x10") == right  # the hub's list of captures tells them apart
    assert "22x6" in position.legal_moves  # legal it is, only not clear


def test_routes_with_one_outcome_are_one_move() -> None:
    position = Position.from_fen("W:WK30:B25,26,17,18", "english")
    (move,) = position.legal_moves
    assert str(move) == "30x30" and move.captures == (17, 18, 25, 26)
    assert sorted(position.routes(move)) == [(30, 21, 14, 23, 30), (30, 23, 14, 21, 30)]
    for route in position.routes(move):
        assert position.parse("x".join(map(str, route))) == move


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "names no square"),
        ("...", "has a character that belongs to no move"),
        ("11", "names only one square"),
        ("11-", "names only one square"),
        ("x11-15", "starts with a capture sign"),
        ("!11-15", "has a mark before the move"),
        ("33-1", "names a square that is not on the board"),
        ("0-1", "names a square that is not on the board"),
        ("i3-h4", "belongs to no move|not on the board"),
        ("a2-b3", "names a square that is not on the board"),
        ("111", "has a number that is no square"),
        ("322314", "has a number that is no square"),
        ("11-15*", "has a character that belongs to no move"),
        ("11–15", "has a character that belongs to no move"),
        ("$1", "has a character that belongs to no move"),
        ("9" * 201, "is longer than 200 characters"),
        ("ж" * 201, "is longer than 200 characters"),
        ("ж" * 200, "has a character that belongs to no move"),  # of two bytes each
        ("\udcff", "is not text"),
    ],
)
def test_what_is_no_move_is_refused_with_the_column(text: str, wrong: str) -> None:
    position = Position.initial("english")
    for read in (position.parse, position.play, position.explain):
        with pytest.raises(InvalidMove, match=wrong) as error:
            read(text)
        assert "(column " in str(error.value)
        assert len(str(error.value)) < 200
    assert text not in position.legal_moves


def test_a_quiet_move_written_as_a_capture_is_illegal() -> None:
    for text in ("11x15", "11:15"):
        with pytest.raises(IllegalMove):
            Position.initial("english").parse(text)


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_move_is_found_again_from_each_of_its_texts(key: str) -> None:
    variant = VARIANTS[key]
    for seed in range(30):
        source = random.Random(seed)
        position = (scatter if seed % 3 else play_at_random)(variant, source)
        moves = position.legal_moves
        for move in moves:
            assert position.parse(str(move)) == move, (position.fen(), str(move))
            assert position.parse(move.notation("hub")) == move
            if not move.is_capture:
                assert position.parse(move.notation("full")) == move
            assert move.route[0] == move.origin and move.route[-1] == move.target
            assert not move.is_capture or move.route in position.routes(move)
        assert len({str(move) for move in moves}) == len(moves)


def test_two_squares_that_are_a_whole_route_mean_that_capture() -> None:
    position = Position.from_fen("W:WKd6:Bc7,b6,c5,g5,c3,e3", "russian")
    loop, jump = (position.parse(text) for text in ("d6:b4:d2:f4:b8", "d6:b8"))
    assert (len(loop.captures), len(jump.captures)) == (4, 1)
    assert [str(loop), str(jump)] == ["d6:b4:d2:f4:b8", "d6:b8"]
