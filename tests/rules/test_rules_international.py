"""The rules of international draughts, one test for each (RULES P)."""

from __future__ import annotations

import random

import pytest

from crownhead import Game, Position, Variant
from crownhead.errors import IllegalMove
from crownhead.reasons import CapturedTwice, MustCaptureMost
from crownhead.rules import Removal
from crownhead.variants import VARIANTS

RULES = VARIANTS["international"].rules
STRIKE = "W:WK46:B13,17,32,43"  # 46x21 takes 32, 13 and 17; then 32 bars the way to 43


def moves(fen: str, variant: str | Variant = "international") -> set[str]:
    return {str(move) for move in Position.from_fen(fen, variant).legal_moves}


def test_P1_twenty_men_each_on_the_four_nearest_rows_of_a_10x10_board() -> None:
    position = Position.initial("international")
    assert {s for s, p in position.pieces.items() if p == "black_man"} == set(range(1, 21))
    assert {s for s, p in position.pieces.items() if p == "white_man"} == set(range(31, 51))
    at = position.ruleset.square_at
    used = {(x, y) for x in range(10) for y in range(10) if at(x, y) is not None}
    assert used == {(x, y) for x in range(10) for y in range(10) if (x + y) % 2 == 0}
    assert at(0, 0) == 46 and at(9, 9) == 5


def test_P2_white_moves_first_and_black_may_be_let_begin() -> None:
    assert Position.initial("international").turn == "white"
    black = Variant.house("Black begins", RULES.but(first="black"))
    game = Game(black)
    assert game.turn == "black"
    game.play("20-25")
    assert game.turn == "white"


def test_P3_men_move_forward_and_capture_both_ways() -> None:
    assert moves("W:W28:B1") == {"28-22", "28-23"}
    assert moves("W:W28:B33,1") == {"28x39"}
    assert moves("B:W17:B22") == {"22x11"}


def test_P4_a_king_moves_any_distance() -> None:
    assert moves("W:WK46:B1") == {f"46-{n}" for n in (41, 37, 32, 28, 23, 19, 14, 10, 5)}
    assert moves("W:WK46,28:B1") == {"46-41", "46-37", "46-32", "28-22", "28-23"}


def test_P5_a_king_captures_at_any_distance_and_lands_on_any_square_behind() -> None:
    assert moves("W:WK46:B28,1") == {f"46x{n}" for n in (23, 19, 14, 10, 5)}
    assert moves("W:WK46:B28,14,1") == {"46x10", "46x5"}  # landing before 14 goes on
    assert moves("W:WK46:B28,19,1") == {"46x14", "46x10", "46x5"}
    assert not any("x" in move for move in moves("W:WK46:B28,23,1"))  # two in a row


def test_P6_most_pieces_must_be_taken() -> None:
    game = Game("international", start="W:W32,50:B28,19,44,1")
    assert game.position.must_capture == (32,)
    with pytest.raises(IllegalMove) as refused:
        game.play("50x39")
    assert refused.value.reason == MustCaptureMost(best=2, this=1, best_moves=("32x14",))
    assert game.play("32x14").captures == (19, 28)


def test_P6_kings_and_men_count_one_each_and_kings_have_no_priority() -> None:
    assert moves("W:W32,50:B28,K44,1") == {"32x23", "50x39"}  # a man or a king taken
    by_king = moves("W:WK32,50:B28,44,1")  # taken by a king or by a man
    assert by_king == {"50x39", *(f"32x{n}" for n in (23, 19, 14, 10, 5))}
    assert moves("W:W32,50:B28,19,K44,1") == {"32x14"}  # two men rather than a king


def test_P7_captured_pieces_leave_after_the_whole_move() -> None:
    at_once = Variant.house("At once", RULES.but(removal=Removal.AT_ONCE))
    assert moves(STRIKE, at_once) == {"46x49"}  # 32 gone, 43 could be taken as well
    assert moves(STRIKE) == {"46x21", "46x26"}
    assert Position.from_fen(STRIKE, "international").play("46x21").fen() == "B:WK21:B43"


def test_P8_a_captured_piece_is_a_barrier_in_a_turkish_strike() -> None:
    game = Game("international", start=STRIKE)
    with pytest.raises(IllegalMove) as refused:
        game.play("46x19x8x21x49")
    assert refused.value.reason == CapturedTwice(32)
    move = game.play("46x26")
    assert move.captures == (13, 17, 32)
    assert game.position.fen() == "B:WK26:B43"
    assert Game.from_json(game.to_json()).position == game.position


def test_P8_an_empty_square_may_be_crossed_twice() -> None:
    crossing = Position.from_fen("W:WK46:B41,22,21,42", "international")  # twice over 37
    (move,) = crossing.legal_moves
    assert (str(move), move.captures) == ("46x48", (21, 22, 41, 42))
    circle = Position.from_fen("W:W37:B32,22,21,31", "international")
    (around,) = circle.legal_moves
    assert (str(around), around.captures) == ("37x37", (21, 22, 31, 32))


def test_P9_a_man_that_passes_the_far_row_stays_a_man() -> None:
    game = Game("international", start="W:W12:B8,9,36")
    move = game.play("12x14")
    assert move.route == (12, 3, 14) and not move.crowns
    assert game.position.piece_at(14) == "white_man"
    assert game.turn == "black"


def test_P9_a_man_whose_move_ends_on_the_far_row_is_crowned() -> None:
    game = Game("international", start="W:W12:B8,36")
    assert game.play("12x3").crowns
    assert game.position.piece_at(3) == "white_king"
    assert Position.from_fen("W:W8:B36", "international").play("8-2").piece_at(2) == "white_king"


def test_P10_the_lone_king_draws_with_the_tenth_ply() -> None:
    game = Game("international", start="W:WK46:BK1")
    assert game.position.draw_counts == (0, -1, 0)
    source = random.Random(3)
    for ply in range(1, 11):
        assert game.outcome is None
        safe = [m for m in game.position.legal_moves if not game.position.play(m).must_capture]
        fresh = [m for m in safe if game.position.play(m) not in game.positions]
        game.play(source.choice(fresh))
        assert game.position.draw_counts[2] == ply
    assert game.outcome is not None and game.outcome.rule == "P10.two"
