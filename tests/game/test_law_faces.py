"""The Python faces of events and reasons are those of the core's lists."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import MISSING, fields
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from oracle.law.state import State as SlowState
from support.law_games import QUESTIONS

from crownhead import Game, _core, reasons
from crownhead.events import EVENTS, Event, event_of
from crownhead.outcome import Termination
from crownhead.reasons import Reason
from crownhead.server.messages.frames import AnyGameAct, GameAct, MoveAct
from crownhead.server.messages.views import CoreView
from crownhead.sides import other
from crownhead.timecontrol import TimeControl

EVENT_TYPES = {"text": str, "flag": bool, "number": int}
REASON_TYPES = {"side": str, "text": str, "number": int, "squares": tuple[int, ...]}


def test_every_kind_of_event_has_its_class() -> None:
    assert list(EVENTS) == list(_core.event_faces())


@pytest.mark.parametrize("kind", EVENTS)
def test_the_fields_of_an_event_are_the_cores(kind: str) -> None:
    cls = EVENTS[kind]
    found = []
    for field in fields(cls):
        if field.name == "at":
            assert get_type_hints(cls)["at"] == int | None
            continue
        options, nullable = _options(get_type_hints(cls)[field.name])
        slot = next((slot for slot, of in EVENT_TYPES.items() if options == (of,)), "side")
        if slot == "side":
            assert options == ("white", "black")
        found.append((field.name, slot, nullable, field.default is not MISSING))
    assert found == _core.event_faces()[kind]


def _options(hint: Any) -> tuple[tuple[Any, ...], bool]:
    """Return what a field may be, and whether it may be None."""
    options = get_args(hint) if get_origin(hint) not in (None, Literal) else (hint,)
    some = tuple(option for option in options if option is not NoneType)
    flat = tuple(each for option in some for each in (get_args(option) or (option,)))
    return flat, NoneType in options


@pytest.mark.parametrize("code", _core.reason_faces())
def test_a_reason_of_the_procedure_has_its_class(code: str) -> None:
    rule, told = _core.reason_faces()[code]
    cls = next(
        kind
        for kind in vars(reasons).values()
        if isinstance(kind, type) and issubclass(kind, Reason) and kind.code == code
    )
    assert cls.rule == rule
    hints = get_type_hints(cls)
    assert [(f.name, hints[f.name]) for f in fields(cls)] == [
        (name, REASON_TYPES[slot]) for name, slot in told
    ]


FIELDS = _core.state_fields()


def test_python_and_the_oracle_have_every_field_of_a_state() -> None:
    game = Game("english", time=TimeControl.fischer(9_000, 1_000))
    game.play("11-15", at=0)
    for name in FIELDS:  # what is no plain data in Python has a property of its own
        value = getattr(game.state, name)
        assert type(value) is not tuple and "Law" not in type(value).__name__, name
    assert sorted(field.name for field in fields(SlowState)) == sorted(FIELDS)


FOR_HOSTS = {"at", "can_abort", "flag_falls"}
"""What the core shows to the host of a game alone."""

SHOWN_OTHERWISE = {
    "position": {"board", "turn", "fen", "legal"},
    "before": {"moves"},
    "move": {"last"},
    "erred": {"last"},
    "plies_since_capture": {"counters"},
    "offer_waits": {"allowed"},
    "duties": {"duties", "would_refuse", "verdict_due"},
    "fault": {"huffable", "must_answer"},
    "compelled": {"faulty"},
    "clock": {"clock"},
    "outcome": {"outcome"},
}
"""What of a view follows from a field that it does not have as it is."""

NOT_SHOWN = {
    "events": "a client has the number of each event from its messages",
    "huff": "the events of the game tell of each huff",
}


def test_a_view_has_what_the_core_shows() -> None:
    shown = json.loads(Game().view_json()).keys() - FOR_HOSTS
    assert sorted(shown) == sorted(CoreView.__struct_fields__)


def test_a_view_tells_of_every_field_of_a_state() -> None:
    as_it_is = {name for name, shown in FIELDS.items() if shown is not None}
    assert sorted([*as_it_is, *SHOWN_OTHERWISE, *NOT_SHOWN]) == sorted(FIELDS)
    shown = set().union(*SHOWN_OTHERWISE.values()) | {FIELDS[name] for name in as_it_is}
    assert shown - FOR_HOSTS <= set(CoreView.__struct_fields__)


def test_what_a_state_shows_that_nobody_has_asked_yet_is_in_the_list_of_questions() -> None:
    assert sorted(QUESTIONS) == sorted(field for field, _, _ in _core.question_faces().values())


METHODS: dict[str, Callable[[Game], object]] = {
    "played": lambda game: game.play("11-15"),
    "draw_offered": Game.offer_draw,
    "draw_accepted": Game.accept_draw,
    "draw_declined": Game.decline_draw,
    "draw_withdrawn": Game.withdraw_draw,
    "draw_claimed": Game.claim_draw,
    "huffed": lambda game: game.huff(11),
    "compelled": Game.compel,
    "stood": Game.stand,
    "resigned": Game.resign,
    "takeback_requested": lambda game: game.request_takeback("white"),
    "takeback_accepted": Game.accept_takeback,
    "takeback_declined": Game.decline_takeback,
    "adjudicated": lambda game: game.adjudicate(True),
    "awarded": lambda game: game.award(None),
    "time_forfeited": Game.flag,
    "paused": Game.pause,
    "resumed": Game.resume,
    "clock_set": lambda game: game.set_clock("white", 60_000),
}


@pytest.mark.parametrize("kind", EVENTS)
def test_a_game_has_a_method_for_every_kind_of_event(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game("english")
    added: list[Event] = []
    monkeypatch.setattr(Game, "add", lambda _, event: added.append(event))
    METHODS[kind](game)
    assert [event.kind for event in (*game.events, *added)] == [kind]


@pytest.mark.parametrize("asked", _core.question_faces())
def test_the_other_side_answers_a_question_or_the_game_ends(asked: str) -> None:
    field, *answers = _core.question_faces()[asked]
    game = Game("english")
    game.play("11-15")
    METHODS[asked](game)
    by = game.questions[asked]
    assert getattr(game.state, field)
    assert game.author_of(answers[0]) == game.author_of(answers[1]) == other(by)
    for kind in answers:
        assert kind not in game.allowed_events(by)
        answered = Game.from_json(game.to_json())
        answered.add(event_of(kind, {"by": other(by)}))
        assert not answered.questions
    game.resign(by)
    assert not game.questions


NOT_DONE_AT_A_TABLE = {
    "adjudicated": "the adjudicator gives verdicts",
    "awarded": "there is no arbiter",
    "time_forfeited": "the host of the game sees that a flag has fallen",
    "clock_set": "the arbiter of an event sets clocks",
}


def test_every_kind_of_event_is_brought_about_by_an_act_or_by_nobody_at_the_table() -> None:
    acts = [act.event for act in get_args(AnyGameAct)]
    assert sorted([*acts, *NOT_DONE_AT_A_TABLE]) == sorted(EVENTS)


@pytest.mark.parametrize("act", get_args(AnyGameAct))
def test_an_act_holds_what_its_event_needs(act: type[GameAct]) -> None:
    needed = {field.name for field in fields(EVENTS[act.event]) if field.default is MISSING}
    assert needed <= {"by", *act.__struct_fields__} | ({"move"} if act is MoveAct else set())


def test_every_termination_is_one_of_the_cores() -> None:
    assert [kind.value for kind in Termination] == _core.terminations()


def test_the_base_of_events_is_no_event() -> None:
    assert Event.kind not in EVENTS
