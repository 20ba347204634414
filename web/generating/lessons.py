"""The three boards of the first minute: positions with their moves, for a newcomer to play."""

from __future__ import annotations

from typing import Any

from crownhead.rules import Aim, Board, Rules, Step
from crownhead.variants import VARIANTS as VARIANTS_OF
from generating.fixtures import case

VARIANTS = ("lite", "english")
"""Where kings fly, and where they do not."""
LESSONS = {
    "move": "W:Wc3,e3,d2:Bb6,d6,f6",
    "capture": "W:Wd4,g1,a1:Be5,b8,g7",
    "crown": "W:Wc7,e1:Bh4,g5",
}
"""What each board teaches, and its position."""


def boards() -> dict[str, Any]:
    """Return the boards of each game they are shown in, and which of these teaches a game."""
    shown = {
        key: [{"id": name, **case(key, fen)} for name, fen in LESSONS.items()] for key in VARIANTS
    }
    taught = {key: _teaching(variant.rules) for key, variant in VARIANTS_OF.items()}
    return {"shown": shown, "taught": {key: by for key, by in taught.items() if by}}


def _teaching(rules: Rules) -> str:
    """Return the game whose boards teach nothing that is wrong under these rules, if any do."""
    said = (
        rules.board != Board.FULL_8
        and rules.men_move == Step.FORWARD
        and Step.FORWARD in rules.men_capture
        and rules.king_move == Step.FORWARD | Step.BACKWARD
        and rules.king_run == 0
        and rules.compulsory
        and rules.aim == Aim.NORMAL
    )
    return VARIANTS[not rules.flying] if said else ""
