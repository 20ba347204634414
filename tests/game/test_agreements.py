"""What a game is made with: a judge and a time control that are none are refused at once."""

from __future__ import annotations

from typing import Any

import pytest

import crownhead as ch
from crownhead.adjudication import ArbiterAdjudicator, Verdict
from crownhead.engines.adjudicator import TablesAdjudicator
from crownhead.errors import InvalidRecord
from crownhead.rules import Color
from crownhead.timecontrol import Stage, TimeControl

CONTROL: Any = TimeControl


class Mine:
    def judge(self, position: ch.Position, strong_side: Color) -> Verdict | None:
        return Verdict(True, "I say so")


def test_whoever_can_judge_is_an_adjudicator() -> None:
    for judge in (None, Mine(), TablesAdjudicator(), ArbiterAdjudicator()):
        assert ch.Game("english", adjudicator=judge).adjudicator is judge


@pytest.mark.parametrize("wrong", [lambda position, side: True, Mine, "tables", 5, ch.Position])
def test_whoever_cannot_judge_is_refused_when_the_game_is_made(wrong: Any) -> None:
    needed = r"^An adjudicator is an object with judge\(position, strong_side\) -> Verdict"
    record = ch.Game("english").to_json()
    with pytest.raises(TypeError, match=needed):
        ch.Game("english", refusal_duty=40, adjudicator=wrong)
    with pytest.raises(TypeError, match=needed):
        ch.Game.from_json(record, adjudicator=wrong)


def test_a_time_that_is_no_time_control_is_refused() -> None:
    wrong: Any
    for wrong in ("5+3", 300, (300, 5)):
        with pytest.raises(TypeError, match=r"time is a TimeControl, as TimeControl.from_pdn"):
            ch.Game("english", time=wrong)
    with pytest.raises(TypeError, match=r"write TimeControl.from_pdn\('300\+5'\)"):
        CONTROL("300+5")
    for wrong in ((300,), [Stage(300_000)], 300):
        with pytest.raises(TypeError, match=r"a tuple of Stage\(time, moves, bonus\)"):
            CONTROL(wrong)
    with pytest.raises(TypeError, match="is a text such as '300.5', not int"):
        CONTROL.from_pdn(300)


@pytest.mark.parametrize("text", ["5:00+3", "5:00", " 0:30 + 1", "15:00"])
def test_minutes_and_seconds_are_no_pdn(text: str) -> None:
    with pytest.raises(InvalidRecord, match="300.3 is five minutes and three seconds a move"):
        TimeControl.from_pdn(text)


def test_stages_with_a_colon_are_read_as_ever() -> None:
    for text in ("40/7200:3600+60", "40/60:30", "20/10:20/15:00300"):
        control = TimeControl.from_pdn(text)
        assert control is not None and len(control.stages) == text.count(":") + 1
