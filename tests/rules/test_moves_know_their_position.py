"""A move of a list is known to be legal in the position of the list, and nowhere else."""

from __future__ import annotations

import pytest

from crownhead import IllegalMove, Position


def test_a_listed_move_is_played_like_its_text() -> None:
    position = Position.initial("international")
    for move in position.legal_moves:
        after = position.play(move)
        assert after == position.play(str(move)) == position.play(position.parse(str(move)))
        assert after.draw_counts == position.play(str(move)).draw_counts


def test_a_listed_move_is_refused_where_it_is_not_legal() -> None:
    there = Position.from_fen("W:W32:B5", "international")
    move = there.parse("32-28")
    here = Position.from_fen("W:W32,43:B27", "international")
    with pytest.raises(IllegalMove):
        here.play(move)
    with pytest.raises(IllegalMove):
        there.play(move).play(move)


def test_a_listed_move_crowns_and_moves_as_the_piece_that_is_there() -> None:
    man = Position.from_fen("W:W32:B5", "international")
    king = Position.from_fen("W:WK32:B5", "international")
    assert king.play(man.parse("32-28")).fen() == "B:WK28:B5"
    assert man.play(king.parse("32-28")).fen() == "B:W28:B5"


def test_a_faulty_move_is_no_legal_one() -> None:
    position = Position.from_fen("W:W32,43:B27", "international")
    move = position.faulty_moves[0]
    assert position.play_faulty(move).turn == "black"
    with pytest.raises(IllegalMove):
        position.play(move)


@pytest.mark.parametrize("given", [None, 5, ("32", "28")])
def test_what_is_no_move_is_a_type_error(given: object) -> None:
    position = Position.initial("international")
    for call in (position.play, position.play_faulty, position.parse):
        with pytest.raises(TypeError, match="A move is a Move or its text"):
            call(given)  # type: ignore[arg-type]
