"""Clocks as values: every mode, stages, pauses, and the PDN text of a time control."""

from __future__ import annotations

import pytest

from crownhead import Game
from crownhead.clock import Clock
from crownhead.errors import CrownheadError, InvalidRecord
from crownhead.timecontrol import Stage, TimeControl


def start_clock(control: TimeControl) -> Clock:
    return Clock.of(control).start("white", 1_000)


def test_a_clock_that_has_not_begun_stands() -> None:
    clock = Clock.of(TimeControl.sudden_death(60_000))
    assert not clock.begun
    assert clock.remaining("white", 999_999) == 60_000
    with pytest.raises(CrownheadError):
        clock.press(5)


def test_sudden_death_only_runs_down() -> None:
    clock = start_clock(TimeControl.sudden_death(60_000))
    assert clock.remaining("white", 31_000) == 30_000
    clock = clock.press(31_000)
    assert clock.running == "black"
    assert clock.remaining("white", 40_000) == 30_000
    assert clock.remaining("black", 40_000) == 51_000


def test_fischer_adds_the_bonus_after_the_move() -> None:
    clock = start_clock(TimeControl.fischer(10_000, 3_000)).press(2_000)
    assert clock.remaining("white") == 12_000


def test_bronstein_gives_back_at_most_what_was_used() -> None:
    control = TimeControl.bronstein(10_000, 3_000)
    assert start_clock(control).press(3_000).remaining("white") == 10_000
    assert start_clock(control).press(6_000).remaining("white") == 8_000


def test_bronstein_flag_falls_before_the_bonus() -> None:
    assert start_clock(TimeControl.bronstein(10_000, 3_000)).is_out("white", 11_000)


def test_delay_waits_before_time_runs() -> None:
    clock = start_clock(TimeControl.delay(10_000, 3_000))
    assert clock.remaining("white", 4_000) == 10_000
    assert clock.remaining("white", 5_000) == 9_000
    assert not clock.is_out("white", 13_999)
    assert clock.is_out("white", 14_000)
    assert clock.press(3_500).remaining("white") == 10_000


def test_time_per_move_is_given_anew() -> None:
    clock = start_clock(TimeControl.per_move(5_000)).press(4_000).press(5_000)
    assert clock.running == "white"
    assert clock.remaining("white", 5_000) == 5_000
    assert clock.is_out("white", 10_000)


def test_stages_add_their_time_and_the_last_one_repeats() -> None:
    clock = start_clock(TimeControl((Stage(10_000, 2), Stage(5_000, 1))))
    at = 1_000
    seen = []
    for _ in range(4):
        at += 1_000
        clock = clock.press(at)
        seen.append(clock.remaining("white"))
        clock = clock.press(at)
    assert seen == [9_000, 13_000, 17_000, 21_000]


def test_the_bonus_of_a_stage_is_its_own() -> None:
    control = TimeControl((Stage(10_000, 1, 100), Stage(5_000, 0, 2_000)))
    clock = start_clock(control).press(1_000)
    assert clock.remaining("white") == 15_100
    clock = clock.press(1_000).press(1_000)
    assert clock.remaining("white") == 17_100


def test_a_pause_takes_no_time_and_keeps_the_move_under_way() -> None:
    clock = start_clock(TimeControl.bronstein(10_000, 3_000)).pause(2_000)
    assert clock.remaining("white", 50_000) == 9_000
    clock = clock.resume(60_000)
    assert clock.remaining("white", 61_000) == 8_000
    assert clock.press(61_000).remaining("white") == 10_000


def test_pausing_twice_changes_nothing() -> None:
    clock = start_clock(TimeControl.sudden_death(10_000)).pause(2_000)
    assert clock.pause(9_000) == clock


def test_lag_is_not_charged() -> None:
    clock = start_clock(TimeControl.sudden_death(10_000))
    assert clock.remaining("white", 3_000, lag=500) == 8_500
    assert clock.press(3_000, lag=500).remaining("white") == 8_500
    assert clock.press(3_000, lag=99_000).remaining("white") == 10_000


def test_settled_charges_without_bonus_or_stage() -> None:
    clock = start_clock(TimeControl((Stage(10_000, 1, 500), Stage(5_000)))).settle(3_000)
    assert clock.remaining("white", 99_000) == 8_000
    assert clock.stages.white == (0, 0)


def test_remaining_goes_below_zero_when_the_flag_is_down() -> None:
    clock = start_clock(TimeControl.sudden_death(10_000))
    assert clock.remaining("white", 12_000) == -1_000
    assert clock.press(12_000).remaining("white") == 0


@pytest.mark.parametrize(
    "text", ["300", "300+5", "40/7200", "40/7200:3600", "40/7200:3600+60", "50/7200:25/3600"]
)
def test_pdn_time_controls_round_trip(text: str) -> None:
    control = TimeControl.from_pdn(text)
    assert control is not None
    assert control.pdn == text
    assert TimeControl.from_dict(control.to_dict()) == control


@pytest.mark.parametrize("text", ["-", "?", "", " - "])
def test_pdn_none_and_unknown_are_no_time_control(text: str) -> None:
    assert TimeControl.from_pdn(text) is None


@pytest.mark.parametrize(
    "text", ["*30", "40/", "/5", "300+", "a", "300:40/60", "0", "1:" * 50, "9" * 300, "１/5x"]
)
def test_what_pdn_cannot_say_is_refused(text: str) -> None:
    with pytest.raises(InvalidRecord, match="Time control"):
        TimeControl.from_pdn(text)


def test_what_has_no_pdn_is_a_question_mark() -> None:
    assert TimeControl.delay(60_000, 1_000).pdn == "?"
    assert TimeControl.per_move(60_000).pdn == "?"
    assert TimeControl.sudden_death(1_500).pdn == "?"
    assert TimeControl.bronstein(60_000, 0).pdn == "60"


@pytest.mark.parametrize(
    "values",
    [
        None,
        [],
        {},
        {"stages": [], "mode": "fischer"},
        {"stages": [{"time": 5}], "mode": "hourglass"},
        {"stages": [{"time": 5}]},
        {"stages": [{"time": 5.5}], "mode": "fischer"},
        {"stages": [{"time": True}], "mode": "fischer"},
        {"stages": [{"time": -5}], "mode": "fischer"},
        {"stages": [{"time": 10**11}], "mode": "fischer"},
        {"stages": [{"when": 5}], "mode": "fischer"},
        {"stages": [7], "mode": "fischer"},
        {"stages": [{"time": 5}] * 2, "mode": "fischer"},
        {"stages": [{"time": 5, "moves": 2}], "mode": "per-move"},
        {"stages": [{"time": 5}], "mode": []},
    ],
)
def test_a_broken_time_control_is_refused(values: object) -> None:
    with pytest.raises(InvalidRecord, match="Time control"):
        TimeControl.from_dict(values)


@pytest.mark.parametrize(
    ("control", "falls"),
    [
        (TimeControl.sudden_death(60_000), 61_000),
        (TimeControl.fischer(60_000, 5_000), 61_000),
        (TimeControl.delay(60_000, 5_000), 66_000),
        (TimeControl.per_move(9_000), 10_000),
    ],
)
def test_the_flag_of_a_game_falls_when_the_time_and_a_delay_are_over(
    control: TimeControl, falls: int
) -> None:
    game = Game("english", time=control)
    assert game.flag_falls is None
    game.resume(at=1_000)
    assert game.flag_falls == falls
    assert game.fallen_flag(falls - 1) is None
    assert game.fallen_flag(falls) == "black"
    game.flag("black", at=falls)
    assert game.flag_falls is None
    assert game.fallen_flag(falls) is None


@pytest.mark.parametrize(
    "text", ["x", "5+", "/5", "5/", "12345/5", "12345678", "5+123456", "5:", "5 5", "60+٣", "5+0.1"]
)
def test_a_broken_pdn_time_control_is_refused_with_its_part(text: str) -> None:
    with pytest.raises(InvalidRecord, match=r"part \d .*cannot be read; write whole"):
        TimeControl.from_pdn(text)
