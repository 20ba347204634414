"""Positions rich in kings: exact where they can be, refused in bounded time where not."""

from __future__ import annotations

from contextlib import suppress
from time import process_time

import pytest

from crownhead import Position, TooComplex

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
    start = process_time()
    with suppress(TooComplex):  # refused, not hung
        assert len(position.legal_moves) > 0
    assert process_time() - start < 0.5
