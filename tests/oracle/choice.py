"""Which of several captures must be chosen: those of the highest rank."""

from __future__ import annotations

from typing import Any

from oracle.board import State, is_king
from oracle.captures import Outcome


def rank(state: State, outcome: Outcome, taken_kings: tuple[bool, ...]) -> tuple[Any, ...]:
    """Return what the rule of choice compares, the most important first.

    `taken_kings` is the order in which kings were taken; only the Italian rule looks at it.
    """
    squares = state.rules.squares
    by_king = is_king(state.pieces[squares[outcome.origin - 1]])
    taken = [state.pieces[squares[number - 1]] for number in outcome.captures]
    kings = len([piece for piece in taken if is_king(piece)])
    men = len(taken) - kings
    if state.rules.choice == "most":
        return (men + kings,)
    if state.rules.choice == "most-kings":
        return men + kings, kings
    if state.rules.choice == "cascade":
        return men + kings, by_king, kings, taken_kings
    if state.rules.choice == "value":
        return men + 2 * kings, -kings, by_king
    if state.rules.choice == "king-first":
        return (by_king,)
    return ()
