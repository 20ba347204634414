"""Positions rich in kings: exact where they can be, refused for bounded work where not."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress

import pytest
from oracle import positions

from crownhead import VARIANTS, Position, Rules, TooComplex, Variant

BUDGET = 1 << 19  # states, as in core/rules/budget.hpp

LATTICE_10 = "7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40"
FRISIAN = "13,32,K26,15,K14,46,40,K23,K24,30,K16,K19,K44,K41,K11,4,K12,37,K48,K22"


@pytest.mark.parametrize(
    ("variant", "fen", "taken"),
    [
        ("international", f"W:WK47:BK{LATTICE_10.replace(',', ',K')}", 16),
        ("antidraughts", f"W:WK47:BK{LATTICE_10.replace(',', ',K')}", 16),
    ],
)
def test_a_lattice_of_kings_is_solved_exactly(variant: str, fen: str, taken: int) -> None:
    moves = Position.from_fen(fen, variant).legal_moves
    assert {len(move.captures) for move in moves} == {taken}


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        ("frisian", f"W:WK1:B{FRISIAN}"),
        ("turkish", "W:WK22,K57:BK17,K60,K50,K63,K52,33,21,K7,10,K15,29,K40,36,K5,K2,K30,K45,K23"),
        ("international", "W:W" + ",".join(f"K{n}" for n in range(1, 41)) + ":BK45"),
    ],
)
def test_no_position_hangs_the_generator(variant: str, fen: str) -> None:
    position = Position.from_fen(fen, variant)
    with suppress(TooComplex):  # refused, not hung
        assert len(position.legal_moves) > 0


HANGING = [
    # Faulty moves that took 7.7 s, over a minute, over a minute
    "W:WK13,K46:B27,K17,K39,K18,24,K37,36,K47,K43",
    "W:WK46:BK36,K31,K22,K49,K29,K48,K45,K34,8,39,K5,K19,K27,K38,25,K40,K23,K1,K11,K20",
    "W:WK46:B6,K9,K5,K18,K41,38,K17,K40,K37,K19,21,K29,K47,K12,K45,23",
]


@pytest.mark.parametrize("fen", HANGING)
def test_H_faulty_moves_of_king_rich_positions_are_listed_within_the_budget(fen: str) -> None:
    position = Position.from_fen(fen, "frisian")
    assert 0 < position.complexity(huffing=True) <= BUDGET
    outcomes = {(m.origin, m.target, m.captures, m.crowns) for m in position.faulty_moves}
    assert len(outcomes) == len(position.faulty_moves) > 100


def test_an_explanation_past_the_budget_is_too_complex() -> None:
    position = Position.from_fen(HANGING[2], "frisian")
    with pytest.raises(TooComplex):
        position.explain("46x6x17x28x30x50x28x26x42x33x13x24x15")


def test_a_position_past_a_budget_is_told_before_a_game_is_made() -> None:
    position = Position.from_fen(HANGING[1], "frisian")
    work = position.complexity(huffing=True)
    assert position.complexity(huffing=True, budget=work) == work
    with pytest.raises(TooComplex):
        position.complexity(huffing=True, budget=work - 1)
    assert Position.initial("international").complexity() < 1000


def king_rich(source: random.Random) -> Position:
    """Return a position full of kings, of a known game or of house rules."""
    variant = source.choice(list(VARIANTS.values()))
    if source.random() < 0.5:
        variant = Variant.house("House", Rules.from_dict(positions.house_rules(source)))
    squares = list(range(1, variant.rules.board.squares + 1))
    source.shuffle(squares)
    own = squares[: source.randint(1, 4)]
    others = squares[4 : 4 + source.randint(8, len(squares) // 2)]
    white = ",".join(f"K{square}" for square in own)
    black = ",".join(f"{source.choice(('', 'K', 'K'))}{square}" for square in others)
    return Position.from_fen(f"W:W{white}:B{black}", variant)


def test_whatever_is_asked_of_a_king_rich_position_is_answered_or_too_complex() -> None:
    seed = random.randrange(2**32)
    source = random.Random(seed)
    answered = refused = 0
    for _ in range(60):
        position = king_rich(source)
        squares = position.variant.rules.board.squares
        text = "x".join(
            position.square_name(source.randint(1, squares)) for _ in range(source.randint(2, 9))
        )
        asked: tuple[Callable[[], object], ...] = (
            lambda p=position: p.legal_moves,
            lambda p=position: p.faulty_moves,
            lambda p=position: [p.routes(move) for move in p.legal_moves[:20]],
            lambda p=position, t=text: p.explain(t),
            lambda p=position, t=text: t in p.legal_moves,
        )
        for ask in asked:
            try:
                ask()
                answered += 1
            except TooComplex:
                refused += 1
        with suppress(TooComplex):
            assert position.complexity(huffing=True) <= BUDGET, (seed, position)
    assert answered > refused, seed
