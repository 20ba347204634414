"""Switches that make no game, and games that cannot begin: each refusal has a reason in words."""

from __future__ import annotations

from typing import Any

import pytest

from crownhead import Position, Variant
from crownhead.errors import InvalidRules
from crownhead.locales import LANGUAGES, Catalogue
from crownhead.reasons import (
    DutyWhereLosingWins,
    HuffingNeedsDuty,
    ManOnLastRow,
    MenMustAdvance,
    MenMustNotRetreat,
    PieceWithoutLine,
    Reason,
    RowsFillBoard,
    SideWithoutPieces,
    StraightNeedsAllSquares,
    SwitchOutOfRange,
    TooManyDrawRules,
    TooManyPieces,
)
from crownhead.rules import Aim, Choice, DrawRule, Ending, Rules, Step
from crownhead.server.messages import bodies as r
from crownhead.server.room.terms import agree
from crownhead.variants import get


@pytest.mark.parametrize(
    ("switches", "reason"),
    [
        ({"men_rows": 4}, RowsFillBoard(3)),
        ({"men_rows": 0}, RowsFillBoard(3)),
        ({"men_move": Step.SIDEWAYS}, MenMustAdvance()),
        ({"men_move": Step.DIAGONAL}, MenMustNotRetreat()),
        ({"men_capture": Step(0)}, PieceWithoutLine()),
        ({"king_move": Step.STRAIGHT}, StraightNeedsAllSquares()),
        ({"huffing": True, "compulsory": False}, HuffingNeedsDuty()),
        ({"aim": Aim.LOSE, "refusal_duty": 40}, DutyWhereLosingWins()),
        ({"king_run": 101}, SwitchOutOfRange("king_run", 100)),
        ({"refusal_duty": -1}, SwitchOutOfRange("refusal_duty", 1000)),
        ({"repetition": 1}, SwitchOutOfRange("repetition", 100)),
        ({"draw_rules": (DrawRule("x", 255),)}, SwitchOutOfRange("plies", 254)),
        ({"draw_rules": 7 * (DrawRule("x", 9),)}, TooManyDrawRules(6)),
        ({"draw_rules": (DrawRule("x", 9, endings=7 * (Ending(),)),)}, TooManyDrawRules(6)),
    ],
)
def test_switches_that_make_no_game_are_refused_with_a_reason(
    switches: dict[str, Any], reason: Reason
) -> None:
    with pytest.raises(InvalidRules) as refused:
        Rules(**switches)
    assert refused.value.reason == reason
    for language in LANGUAGES:
        assert Catalogue(language).error(refused.value) == Catalogue(language).reason(reason)


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("W:W:B1", SideWithoutPieces("white")),
        ("W:W32:B", SideWithoutPieces("black")),
        ("W:W20,21,22,23,24,25,26,27,28,29,30,31,32:B1", TooManyPieces("white")),
        ("W:W1:B5", ManOnLastRow("white")),
        ("W:W9:B32", ManOnLastRow("black")),
    ],
)
def test_positions_that_no_game_reaches_are_refused_with_a_reason(fen: str, reason: Reason) -> None:
    wish = r.NewGame(variant="english", start=fen, opponent=r.SameDevice())
    with pytest.raises(InvalidRules) as refused:
        agree(wish, "same_device", None)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    ("switches", "said"),
    [
        ({"choise": Choice.MOST}, "Rules: unknown switch choise; did you mean choice?"),
        ({"xyz": True}, "Rules: unknown switch xyz"),
        ({"choice": "most"}, "Rules: choice='most' is not a Choice: write Choice.MOST"),
        ({"board": "10x10"}, "Rules: board='10x10' is not a Board: write Board.DARK_10"),
        ({"board": "9x9"}, "Rules: board='9x9' is not a Board"),
    ],
)
def test_a_switch_that_there_is_not_is_refused_with_what_was_meant(
    switches: dict[str, Any], said: str
) -> None:
    with pytest.raises(InvalidRules) as refused:
        Rules().but(**switches)
    assert str(refused.value) == said


def test_a_move_beside_a_capture_with_two_routes_has_a_route_of_its_own() -> None:
    rules = get("international").rules.but(compulsory=False)
    position = Position.from_fen("W:W28,50:B22,23,12,13", Variant.house("Free", rules))
    routes = {move.notation(): move.route for move in position.legal_moves}
    assert routes == {"28x28": (28, 19, 8, 17, 28), "50-45": (50, 45), "50-44": (50, 44)}
