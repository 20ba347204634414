"""What becomes of a game that an engine ends by itself with a claim (DXP)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.engines.adjudicator import DEPTH, MARGIN
from crownhead.engines.interface import Engine, Limit
from crownhead.sides import other

if TYPE_CHECKING:
    from crownhead.position import Position
    from crownhead.rules import Color


def decide(position: Position, claim: str) -> tuple[Color | None, str] | None:
    """Return winner (None: a draw) and ground, or None where the claim is false.

    The side to move claims `win`, `draw`, or nothing (`unknown`). The built-in engine decides, at
    the depth and margin of the adjudicator: a win must be shown, a draw must not hide a loss, and
    who claims nothing gets what the position gives. Programs with endgame tables end their games
    so before the rules do.

    >>> from crownhead import Position
    >>> lone = Position.from_fen("B:WK1,K2,K3:BK32", "english")
    >>> decide(lone, "draw") is None, decide(lone, "unknown")[0]
    (True, 'white')
    """
    with Engine.builtin() as engine:
        score = engine.analyse(position, Limit(depth=DEPTH)).score
    ground = f"{claim} claimed, engine: depth {DEPTH}, score {score:+d}, margin {MARGIN}"
    winner: Color | None = None
    if score >= MARGIN:
        winner = position.turn
    elif score <= -MARGIN:
        winner = other(position.turn)
    if claim == "draw":
        return None if winner == other(position.turn) else (None, ground)
    if claim == "win" and winner != position.turn:
        return None
    return winner, ground
