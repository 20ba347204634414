"""What becomes of a game that an engine ends by itself with a claim (DXP)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.adjudication import Ground
from crownhead.engines.adjudicator import ProgramAdjudicator
from crownhead.sides import other

if TYPE_CHECKING:
    from crownhead.position import Position
    from crownhead.rules import Color


def decide(position: Position, claim: str) -> tuple[Color | None, str] | None:
    """Return winner (None: a draw) and ground, or None where the claim is false.

    The side to move claims `win`, `draw`, or nothing (`unknown`). The adjudicator decides, by
    tables, a search or its margin: a win must be shown, a draw must not hide a loss, and who claims
    nothing gets what the position gives. Programs with endgame tables end their games so before
    the rules do.

    >>> from crownhead import Position
    >>> lone = Position.from_fen("B:WK1,K2,K3:BK32", "english")
    >>> decide(lone, "draw") is None, decide(lone, "unknown")[0]
    (True, 'white')
    """
    verdict = ProgramAdjudicator().judge(position, position.turn)
    ground = f"{claim} claimed, {verdict.reason}"
    winner = position.turn if verdict.advantage else None
    if is_behind(Ground.parse(verdict.reason)):
        winner = other(position.turn)
    if claim == "draw":
        return None if winner == other(position.turn) else (None, ground)
    if claim == "win" and winner != position.turn:
        return None
    return winner, ground


def is_behind(ground: Ground | None) -> bool:
    """Return whether the other side has a decided advantage."""
    if ground is None:
        return False
    if ground.score is None or ground.margin is None:
        return ground.value == "loss"
    return ground.score <= -ground.margin
