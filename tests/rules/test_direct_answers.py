"""What is answered without nanobind's dispatch (core/bindings/direct.hpp) answers as before."""

from __future__ import annotations

import random

import numpy as np
import pytest

from crownhead import VARIANTS, Move, Position, _core
from crownhead.outcome import outcome_of
from crownhead.rulesets import law_of


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_what_goes_on_has_no_outcome(name: str) -> None:
    dice = random.Random(f"{name} goes on")
    ended = 0
    for _ in range(20):
        position = Position.initial(name)
        for _ in range(200):
            law = outcome_of(_core.outcome_on_board(law_of(position.variant), position))
            assert position.outcome == law
            assert not (position._goes_on and law is not None)
            if not position.legal_moves:
                assert law is not None
                ended += 1
                break
            position = position.play(dice.choice(position.legal_moves))
    assert ended


@pytest.mark.parametrize("fen", ["W:W18:B", "B:W18:B", "W:W:B", "W:WK1:BK32:H200"])
def test_a_side_without_pieces_and_full_counts_end_as_the_law_says(fen: str) -> None:
    for name in sorted(VARIANTS):
        position = Position.from_fen(fen, name)
        law = outcome_of(_core.outcome_on_board(law_of(position.variant), position))
        assert position.outcome == law


def test_a_list_of_moves_is_a_sequence() -> None:
    moves = Position.initial("english").legal_moves
    assert len(moves) == 7 and bool(moves)
    assert [moves[i] for i in range(7)] == list(moves)
    assert moves[-1] == list(moves)[-1] and list(reversed(moves)) == list(moves)[::-1]
    assert moves[1:3] == [moves[1], moves[2]]
    assert not Position.from_fen("W:W:B1", "english").legal_moves
    for place in (7, -8):
        with pytest.raises(IndexError, match="only 7 moves"):
            moves[place]
    for key in ("11-15", None, 1.0):
        with pytest.raises(TypeError, match="moves are numbered"):
            moves[key]  # type: ignore[call-overload]


def test_play_takes_one_move_by_place_or_name() -> None:
    start = Position.initial("english")
    for move in ("11-15", start.parse("11-15")):
        assert start.play(move) == start.play(move=move)

    class Own(Position):
        """A type of its own stays."""

    own = Own.initial("english")
    assert type(own.play(own.legal_moves[0])) is type(own.play("11-15")) is Own
    for call in (
        lambda: start.play(),  # type: ignore[call-arg]
        lambda: start.play("11-15", "22-18"),  # type: ignore[call-arg]
        lambda: start.play(text="11-15"),  # type: ignore[call-arg]
        lambda: start.play("11-15", move="11-15"),  # type: ignore[misc]
    ):
        with pytest.raises(TypeError, match="one argument"):
            call()


def test_what_was_never_made_is_refused() -> None:
    unmade = Position.__new__(Position)
    move = Position.initial("english").legal_moves[0]
    with pytest.raises(TypeError, match="not initialised"):
        _ = unmade.legal_moves
    with pytest.raises(TypeError, match="not initialised"):
        unmade.play(move)
    with pytest.raises(TypeError, match="not initialised"):
        _ = unmade._goes_on
    with pytest.raises(TypeError, match="not initialised"):
        len(_core.LegalMoves.__new__(_core.LegalMoves))


@pytest.mark.filterwarnings("ignore:.*uninitialized:RuntimeWarning")
def test_a_move_that_was_never_made_is_not_played() -> None:
    """What lay in its memory before was played."""
    start = Position.initial("international")
    list(start.legal_moves)
    with pytest.raises(TypeError):
        start.play(Move.__new__(Move))


def test_a_list_is_indexed_by_whatever_is_a_number() -> None:
    moves = Position.initial("english").legal_moves
    assert (
        moves[np.int64(2)] == moves[2] and moves[np.int8(-1)] == moves[-1] == moves[len(moves) - 1]
    )
    assert moves[True] == moves[1]
    for far in (len(moves), -len(moves) - 1, 10**30, -(10**30), np.int64(99)):
        with pytest.raises(IndexError):
            moves[far]


@pytest.mark.parametrize(("kings", "least"), [("K46", 9), ("K23", 17), ("K23,K31,K8", 33)])
def test_a_list_of_any_length_holds_each_move_whole(kings: str, least: int) -> None:
    position = Position.from_fen(f"W:W{kings}:B50", "international")
    moves = position.legal_moves
    assert len(moves) == position.perft(1) >= least
    listed = {(move.origin, move.target) for move in moves}
    assert len(listed) == len(moves) and all(
        move.route == (move.origin, move.target) and position.play(move) for move in moves
    )


def test_names_of_other_libraries_are_not_listed() -> None:
    position = Position.initial("english")
    assert not hasattr(position, "uci") and not hasattr(Position, "push")
    assert "push" not in dir(position) and "play" in dir(position)
    with pytest.raises(AttributeError, match=r"write position = position.play\(move\)"):
        Position.push  # type: ignore[attr-defined]  # noqa: B018
