"""The house rules of LITE Dame, one test for each (RULES L)."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest
from support.terminal_fakes import app

from crownhead import Game, Outcome, Position
from crownhead.cli.play.plan import Plan
from crownhead.errors import IllegalMove
from crownhead.outcome import Termination
from crownhead.reasons import MustCapture, MustCaptureMost, MustGoOn, NotOnLine, Occupied
from crownhead.rules import Progress
from crownhead.variants import VARIANTS


def moves(fen: str) -> set[str]:
    return {str(move) for move in Position.from_fen(fen, "lite").legal_moves}


def names(position: Position, piece: str) -> set[str]:
    return {position.square_name(s) for s, stands in position.pieces.items() if stands == piece}


def test_L1_three_rows_of_four_men_each_with_a_dark_near_left_corner() -> None:
    position = Position.initial("lite")
    white = {"a1", "c1", "e1", "g1", "b2", "d2", "f2", "h2", "a3", "c3", "e3", "g3"}
    black = {"b8", "d8", "f8", "h8", "a7", "c7", "e7", "g7", "b6", "d6", "f6", "h6"}
    assert names(position, "white_man") == white
    assert names(position, "black_man") == black
    assert position.ruleset.square_at(0, 0) is not None
    assert position.ruleset.square_at(7, 0) is None
    assert position.variant.rules.board.squares == 32


def test_L2_white_moves_first_and_is_preset_for_the_user(tmp_path: Path) -> None:
    assert Game("lite").turn == "white"
    assert Plan.of(VARIANTS["lite"]).color == "white"
    script, _ = app(["", "", "ende"], tmp_path)  # two times Enter
    assert "Dame (LITE), Stufe 3; du hast Weiß." in script.text


@pytest.mark.parametrize(
    ("move", "reason"),
    [("a1-b2", Occupied(25)), ("a3-a4", None), ("a1xc3", Occupied(22)), ("a3-c3", Occupied(22))],
)
def test_L3_only_to_empty_dark_squares_and_never_over_own_pieces(
    move: str, reason: Occupied | None
) -> None:
    game = Game("lite")
    with pytest.raises(ValueError) as refused:
        game.play(move)
    if reason is None:  # a4 is a light square: no square at all
        assert "not on the board" in str(refused.value)
    else:
        assert isinstance(refused.value, IllegalMove) and refused.value.reason == reason
    assert game.moves == () and game.turn == "white"


def test_L3_a_turn_moves_one_own_piece() -> None:
    position = Position.initial("lite")
    for move in position.legal_moves:
        assert position.piece_at(move.origin) == "white_man"
        assert len(position.pieces.items() ^ position.play(move).pieces.items()) == 2


def test_L4_a_man_moves_one_square_forward() -> None:
    assert moves("W:Wd4:Bh8") == {"d4-c5", "d4-e5"}
    assert moves("B:Wh2:Bd4") == {"d4-c3", "d4-e3"}
    assert moves("W:Wd4,c5:Bh8") == {"d4-e5", "c5-b6", "c5-d6"}


def test_L5_a_king_moves_up_to_the_first_occupied_square() -> None:
    assert moves("W:WKd4:Ba3") == {
        *("d4-c5", "d4-b6", "d4-a7", "d4-e5", "d4-f6", "d4-g7", "d4-h8"),
        *("d4-c3", "d4-b2", "d4-a1", "d4-e3", "d4-f2", "d4-g1"),
    }
    assert moves("W:WKa1,d4:Bh8") == {"a1-b2", "a1-c3", "d4-c5", "d4-e5"}
    position = Position.from_fen("W:WKa1:Bh8", "lite")
    assert position.explain("a1-a3") == NotOnLine(29, 21)


def test_L6_men_capture_backward_too_and_a_capture_is_one_move() -> None:
    assert moves("W:Wd4:Be3,h8") == {"d4xf2"}
    game = Game("lite", start="W:Wd4:Be5,e7,h2")
    assert len(game.play("d4xd8").captures) == 2
    assert game.turn == "black" and len(game.moves) == 1


def test_L7_capturing_is_compulsory() -> None:
    game = Game("lite", start="W:Wa3,h2:Bb4,h8")
    with pytest.raises(IllegalMove) as refused:
        game.play("h2-g3")
    assert refused.value.reason == MustCapture((21,), ("a3xc5",))
    assert refused.value.reason.rule_in("lite") == "L7"


def test_L8_the_most_pieces_must_be_taken_and_only_their_number_counts() -> None:
    assert moves("W:Wa3,h4:Bb4,d6,g5,h8") == {"a3xe7"}
    assert moves("W:Wa3,h4:Bb4,d6,Kg5,h8") == {"a3xe7"}
    assert moves("W:Wa3,h4:Bb4,Kg5,h8") == {"a3xc5", "h4xf6"}
    reason = Position.from_fen("W:Wa3,h4:Bb4,d6,g5,h8", "lite").explain("h4xf6")
    assert reason == MustCaptureMost(2, 1, ("a3xe7",))
    assert reason.rule_in("lite") == "L8"


def test_L9_a_man_jumps_an_adjacent_piece_and_completes_the_series() -> None:
    assert moves("W:Wa1:Bc3,h8") == {"a1-b2"}  # not adjacent
    assert moves("W:Wa1:Bb2,c3,h8") == set()  # no empty square behind
    game = Game("lite", start="W:Wa3:Bb4,d6,h8")
    with pytest.raises(IllegalMove) as refused:
        game.play("a3xc5")
    assert refused.value.reason == MustGoOn(14, (7,), ("a3xe7",))
    assert refused.value.reason.rule_in("lite") == "L9"
    assert game.play("a3xe7").route == (21, 14, 7)


def test_L10_a_king_captures_from_afar_and_lands_anywhere_behind() -> None:
    assert moves("W:WKa1:Bd4,a7") == {"a1xe5", "a1xf6", "a1xg7", "a1xh8"}
    assert moves("W:WKa1:Bg7,a7") == {"a1xh8"}
    assert not any("x" in move for move in moves("W:WKa1:Bd4,e5,a7"))


def test_L10_the_landing_must_not_shorten_the_series() -> None:
    assert moves("W:WKa1:Bc3,d6,h2") == {"a1xb8", "a1xc7"}  # by way of e5 only
    reason = Position.from_fen("W:WKa1:Bc3,d6,h2", "lite").explain("a1xf6")
    assert reason == MustCaptureMost(2, 1, ("a1xb8", "a1xc7"))


def test_L11_touching_the_far_row_in_a_series_does_not_crown() -> None:
    game = Game("lite", start="W:Wb6:Bc7,e7,a3")
    move = game.play("b6xf6")
    assert move.route == (9, 2, 11) and not move.crowns  # over d8
    assert game.position.piece_at(11) == "white_man"
    game = Game("lite", start="W:Wb6:Bc7,a3")
    assert game.play("b6xd8").crowns and game.position.piece_at(2) == "white_king"


def test_L12_captured_pieces_leave_after_the_move_and_bar_the_way() -> None:
    # Over c3, d6 and b6 to a5; from there c3, taken but still standing, bars the way to d2.
    position = Position.from_fen("W:WKa1:Bc3,d6,b6,d2", "lite")
    captured = {move.captures for move in position.legal_moves}
    assert captured == {(9, 10, 22)}
    for move in position.legal_moves:
        assert position.play(move).piece_at(26) == "black_man"


def test_L13_taking_all_pieces_wins() -> None:
    game = Game("lite", start="W:Wa3:Bb4")
    game.play("a3xc5")
    assert game.outcome == Outcome("white", Termination.NO_PIECES, "E7")


def test_L13_an_enemy_without_a_move_has_lost() -> None:
    blocked = Position.from_fen("W:Wa1:Bb2,c3", "lite")
    assert blocked.outcome == Outcome("black", Termination.BLOCKED, "E22")


def test_L14_twenty_moves_each_without_a_capture_draw_to_the_exact_ply() -> None:
    game = Game("lite", start="W:WKe1,a3:BKh8,h6")
    white, black = cycle(("e1-f2", "f2-e1")), cycle(("h8-g7", "g7-h8"))
    for ply in range(40):
        assert game.outcome is None, ply
        assert game.position.draw_counts == (ply,)
        (counter,) = game.counters
        assert (counter.rule, counter.plies, counter.left) == ("L14", ply, 40 - ply)
        assert counter.automatic and counter.resets == Progress.CAPTURE
        if ply == 20:
            game.play("a3-b4")  # a man that moves does not reset the count
        else:
            game.play(next(white if game.turn == "white" else black))
    assert game.outcome == Outcome(None, Termination.DRAW_COUNT, "L14")
