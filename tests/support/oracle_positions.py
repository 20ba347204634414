"""Positions of the oracle as the core has them, and moves of the core as the oracle has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import oracle
from oracle import fen

from crownhead import Move, Position, Variant

Numbering = Callable[[int], int]


def outcome(move: Move, turned: Numbering) -> tuple[int, int, frozenset[int], bool]:
    squares = [turned(n) for n in (move.origin, move.target, *move.captures)]
    return squares[0], squares[1], frozenset(squares[2:]), move.crowns


def position_of(state: oracle.State, variant: Variant, record: dict[str, Any]) -> Position:
    text = fen.write(state, record)
    turned = fen.numbering(record)
    runs = dict.fromkeys(("black", "white"), "0")
    for side, (square, count) in state.runs.items():
        number = turned(state.rules.numbers[square])
        runs[side] = f"{count}{number}"
    if state.rules.king_run and any(run != "0" for run in runs.values()):
        text += f":+{runs['black']}+{runs['white']}"
    return Position.from_fen(text, variant)
