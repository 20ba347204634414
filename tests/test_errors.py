"""Errors as values: copied, and sent from one process to another."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable

import pytest

import crownhead as ch
from crownhead import errors
from crownhead.errors import CrownheadError


def kinds() -> list[type[CrownheadError]]:
    found = [kind for _, kind in inspect.getmembers(errors, inspect.isclass)]
    return [kind for kind in found if issubclass(kind, CrownheadError)]


def make_error(kind: type[CrownheadError]) -> CrownheadError:
    """Return an error with something in each of its fields."""
    code = kind.__init__.__code__ if inspect.isfunction(kind.__init__) else None
    names = code.co_varnames[2 : code.co_argcount] if code else ()
    return kind("what is wrong", **{name: f"what is {name}" for name in names})


def illegal_move() -> object:
    return ch.Position.initial("english").play("9-18")


def not_allowed() -> object:
    return ch.Game("english").claim_draw()  # type: ignore[func-returns-value]


def torn_pdn() -> object:
    return ch.pdn.loads("1. 11-15 99-1 *").to_game()


@pytest.mark.parametrize(
    "again",
    [lambda error: pickle.loads(pickle.dumps(error)), copy.copy, copy.deepcopy],
    ids=["pickle", "copy", "deepcopy"],
)
@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_every_error_comes_back_whole(
    kind: type[CrownheadError], again: Callable[[CrownheadError], CrownheadError]
) -> None:
    error = make_error(kind)
    error.add_note("in game 7")
    other = again(error)
    assert (type(other), other.args, str(other)) == (kind, error.args, str(error))
    assert vars(other) == vars(error)


@pytest.mark.parametrize("fail", [illegal_move, not_allowed, torn_pdn])
def test_a_refusal_tells_another_process_its_reason(fail: Callable[[], object]) -> None:
    """One that could not be unpickled left a pool of processes waiting for ever."""
    with pytest.raises(CrownheadError) as raised:
        fail()
    other = pickle.loads(pickle.dumps(raised.value))
    assert str(other) == str(raised.value)
    assert vars(other) == vars(raised.value)
