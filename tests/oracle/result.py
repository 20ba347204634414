"""How the game stands: draw counts, and the result where it is over."""

from __future__ import annotations

from typing import NamedTuple

from oracle.board import State, other, side_of
from oracle.moves import moves, outnumbered_side, own_squares, race_is_over, winner_of_race


class Result(NamedTuple):
    """Who won (None for a draw), by what, and the draw rule that says so."""

    winner: str | None
    termination: str  # "first-king", "too-few", "no-pieces", "blocked" or "draw-count"
    draw_rule: str


def counts(state: State) -> tuple[int, ...]:
    """Return the plies counted under each draw rule; -1 where its ending is not on the board."""
    return state.draw_counts


def result(state: State) -> Result | None:
    """Return the result, by the position and the automatic draw counts; None if play goes on."""
    if race_is_over(state):
        return Result(winner_of_race(state), "first-king", "")
    loser = outnumbered_side(state)
    if loser:
        left = any(side_of(piece) == loser for piece in state.pieces.values())
        winner = loser if state.rules.aim == "lose" else other(loser)
        return Result(winner, "too-few" if left else "no-pieces", "")
    if not moves(state):
        loses = state.rules.aim == "lose"
        winner = state.turn if loses else other(state.turn)
        return Result(winner, "blocked" if own_squares(state) else "no-pieces", "")
    for rule, count in zip(state.rules.draw_rules, state.draw_counts, strict=True):
        if rule.automatic and count >= rule.plies:
            return Result(None, "draw-count", rule.rule)
    return None
