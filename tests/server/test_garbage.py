"""Searches for garbage look at what is new, and at everything when there is time."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from crownhead.server.process import garbage
from crownhead.server.process.garbage import Garbage


class Knot:
    """Refers to itself, so that only a search finds it."""

    def __init__(self) -> None:
        self.itself = self


def put_aside() -> weakref.ref[Knot]:
    """Return a knot that died after a search had put it aside."""
    knot = Knot()
    gc.collect()
    return weakref.ref(knot)


@pytest.fixture
def collector() -> Iterator[Garbage]:
    gc.collect()
    made = Garbage()
    made.start()
    yield made
    made.stop()


@pytest.fixture
def searches() -> Iterator[list[int]]:
    """Note how many objects each full search finds that are not put aside."""
    found: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] == 2:
            found.append(len(gc.get_objects()))

    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)


def test_a_search_looks_at_nothing_twice(collector: Garbage, searches: list[int]) -> None:
    kept = [[] for _ in range(50_000)]
    gc.collect()
    before = gc.get_freeze_count()
    gc.collect()
    assert before > len(kept)
    assert searches[0] > len(kept) and searches[1] < searches[0] - len(kept)


def test_a_circle_that_dies_young_is_found_by_the_next_search(collector: Garbage) -> None:
    dead = weakref.ref(Knot())
    gc.collect()
    assert dead() is None


def test_a_circle_that_was_put_aside_is_found_when_there_is_time(
    collector: Garbage, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = put_aside()
    for _ in range(garbage.ENOUGH):
        collector.look()
        assert dead() is not None
        gc.collect()
    monkeypatch.setattr(garbage, "QUIET", 0.0)
    monkeypatch.setattr(garbage, "LITTLE", 1e9)
    collector.look()
    assert dead() is None


def test_a_busy_process_looks_through_everything_only_when_far_more_is_put_aside(
    collector: Garbage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "QUIET", 1e9)
    dead = put_aside()

    def work() -> None:
        while collector._portions < garbage.MANY:
            gc.collect()
        collector.look()

    work()
    assert dead() is not None
    monkeypatch.setattr(garbage, "GROWN", 0.5)
    work()
    assert dead() is None
