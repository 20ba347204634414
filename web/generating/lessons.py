"""The boards of the first minute: positions with their moves, for a newcomer to play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from crownhead.rules import Aim, Board, Choice, Landing, Rules, Step
from crownhead.variants import VARIANTS
from generating.fixtures import case


class Lesson(NamedTuple):
    """What a board teaches, the game it is played by, its position, and where it holds."""

    name: str
    game: str
    fen: str
    holds: Callable[[Rules], bool] = lambda rules: True


def _lands_anywhere(rules: Rules) -> bool:
    return rules.flying and rules.landing in (Landing.FREE, Landing.CONTINUING)


def _counts(rules: Rules) -> bool:
    return rules.choice in (Choice.MOST, Choice.MOST_KINGS, Choice.CASCADE)


LESSONS = (
    Lesson("move", "lite", "W:Wc3,e3,d2:Bb6,d6,f6"),
    Lesson("capture", "lite", "W:Wd4,g1,a1:Be5,b8,g7"),
    Lesson("crown", "lite", "W:Wc7,e1:Bh4,g5"),
    Lesson("king", "lite", "W:WKb2,g1:Be5,a7", _lands_anywhere),
    Lesson("king_short", "english", "W:WKd6,g1:Be5,a7", lambda rules: not rules.flying),
    Lesson("most", "lite", "W:We3,h2:Bd4,b6,g3", _counts),
)


def boards() -> dict[str, Any]:
    """Return all boards, and by the places of which each game is taught."""
    lessons = [{"id": name, **case(game, fen)} for name, game, fen, _ in LESSONS]
    taught = {
        key: [place for place, lesson in enumerate(LESSONS) if lesson.holds(variant.rules)]
        for key, variant in VARIANTS.items()
        if _fits(variant.rules)
    }
    return {"lessons": lessons, "taught": taught}


def _fits(rules: Rules) -> bool:
    """Return whether what the boards have in common is right under these rules."""
    return (
        rules.board != Board.FULL_8
        and rules.men_move == Step.FORWARD
        and Step.FORWARD in rules.men_capture
        and rules.king_move == Step.FORWARD | Step.BACKWARD
        and rules.king_run == 0
        and rules.compulsory
        and rules.aim == Aim.NORMAL
    )
