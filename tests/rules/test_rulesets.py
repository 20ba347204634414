"""From variants to the core's rulesets: one each, whoever asks, and places kept for known games."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

import pytest

from crownhead import VARIANTS, Position, Variant, rulesets
from crownhead.errors import InvalidRules


@pytest.fixture
def eager_threads() -> Iterator[None]:
    """Switch threads as often as possible."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def house(number: int) -> Variant:
    """Return one of many games of house rules."""
    return Variant.house(f"House {number}", VARIANTS["russian"].rules)


@pytest.mark.usefixtures("eager_threads")
def test_threads_that_make_the_same_games_at_once_get_the_same_rulesets() -> None:
    threads, games = 4, 200
    made: list[list[Position]] = [[] for _ in range(threads)]
    start = threading.Barrier(threads)

    def make(found: list[Position]) -> None:
        start.wait()
        found += [Position.initial(house(number)) for number in range(games)]

    workers = [threading.Thread(target=make, args=(found,)) for found in made]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for number in range(games):
        positions = [found[number] for found in made]
        assert {position.variant for position in positions} == {house(number)}
        assert all(position == positions[0] for position in positions)


def test_known_games_can_be_made_when_house_rules_have_filled_all_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rulesets, "MOST_RULESETS", 0)
    monkeypatch.setattr(rulesets, "_made", {})
    with pytest.raises(InvalidRules):
        Position.initial(house(1_000_000))
    for variant in VARIANTS.values():
        assert Position.initial(variant).variant == variant
