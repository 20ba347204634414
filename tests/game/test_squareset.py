"""Sets of squares: a set as any other, and what a position says in them."""

from __future__ import annotations

import copy
import operator
import pickle
import random

import pytest

from crownhead import Position, SquareSet
from crownhead.errors import CrownheadError
from crownhead.rules import Board
from crownhead.variants import VARIANTS

OPERATORS = (operator.and_, operator.or_, operator.xor, operator.sub)
COMPARISONS = (operator.le, operator.lt, operator.ge, operator.gt, operator.eq, operator.ne)


def test_it_does_what_sets_do() -> None:
    rng = random.Random(1)
    for _ in range(500):
        one, other = (set(rng.sample(range(1, 73), rng.randrange(9))) for _ in range(2))
        first, second = SquareSet(one), SquareSet(other)
        for combine in OPERATORS:
            expected = combine(one, other)
            for found in (combine(first, second), combine(first, other), combine(one, second)):
                assert found == expected and sorted(found) == sorted(expected)
            assert isinstance(combine(first, second), SquareSet)
        for compare in COMPARISONS:
            expected_truth = compare(one, other)
            assert compare(first, second) == compare(first, other) == expected_truth
        assert list(first) == sorted(one) and len(first) == len(one) and bool(first) == bool(one)
        assert all((square in first) == (square in one) for square in range(-1, 130))
        assert hash(first) == hash(frozenset(one)) and {first: 1}[SquareSet(one)] == 1
        assert SquareSet.of_bits(first.bits) == first == SquareSet(first)
        assert pickle.loads(pickle.dumps(first)) == copy.deepcopy(first) == first
        assert eval(repr(first)) == first
    assert first.isdisjoint({200, "a"}) and not SquareSet([1]) & {"a", 2}
    assert SquareSet([1]) <= {1, "a"} and SquareSet([1, 2]) - {"a", 2} == {1}


@pytest.mark.parametrize("squares", [[0], [73], [-1], ["1"], [True], [1.0], [None]])
def test_what_is_no_square_is_refused(squares: list[object]) -> None:
    with pytest.raises(CrownheadError, match="no square of a board"):
        SquareSet(squares)  # type: ignore[arg-type]
    with pytest.raises(CrownheadError):
        SquareSet([1]) | set(squares)
    assert type(squares[0]) is int or squares[0] not in SquareSet(range(1, 73))


@pytest.mark.parametrize("bits", [-1, 1 << 72, 1.0, "1", True])
def test_what_are_no_bits_is_refused(bits: object) -> None:
    with pytest.raises(CrownheadError, match="not the bits"):
        SquareSet.of_bits(bits)  # type: ignore[arg-type]


def test_it_never_changes() -> None:
    made = SquareSet([1])
    with pytest.raises(AttributeError):
        made.bits = 3


@pytest.mark.parametrize("key", VARIANTS)
def test_a_position_says_who_stands_where_and_what_is_attacked(key: str) -> None:
    """Against the lists of the position itself, in random games of every variant."""
    rng = random.Random(key)
    position = Position.initial(key)
    board = position.variant.rules.board
    for _ in range(60):
        pieces = position.pieces
        assert position.squares() == set(pieces)
        for color in ("white", "black"):
            own = {square for square, piece in pieces.items() if piece.startswith(color)}
            assert position.squares(color) == own and len(own) == position.count(color)
            kings = {square for square in own if pieces[square].endswith("king")}
            assert position.squares(color, "king") == kings
            assert position.squares(color, "man") == own - kings
            moves = (position if position.turn == color else position.pass_turn()).legal_moves
            assert position.attacked_squares(color) == {
                at for move in moves for at in move.captures
            }
            for square in own:
                assert position.attacks(square) == {
                    at for at in pieces if square in position.attackers(at)
                }
        assert position.empty_squares() == SquareSet.of_board(board) - position.squares()
        assert position.mirror().squares("black") == position.squares("white").mirror(board)
        if not position.has_legal_move:
            break
        position = position.play(rng.choice(list(position.legal_moves)))


def test_an_empty_square_attacks_nothing() -> None:
    assert Position.initial("english").attacks(18) == SquareSet()


def test_a_board_has_its_squares() -> None:
    for board in Board:
        full = SquareSet.of_board(board)
        assert len(full) == board.squares and not full.complement(board)
        assert full.mirror(board) == full
