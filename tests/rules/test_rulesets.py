"""From variants to the core's rulesets: one each, whoever asks, and places kept for known games."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from crownhead import VARIANTS, Game, Position, Variant, rulesets
from crownhead._core import Ruleset
from crownhead.errors import InvalidRules
from crownhead.rules import DrawRule, Progress
from crownhead.rulesets import law_of

HOUSES = 200_000 if os.environ.get("CROWNHEAD_NIGHTLY") else 20_000


def resident() -> float:
    """Return the memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.fixture
def eager_threads() -> Iterator[None]:
    """Switch threads as often as possible."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def house(number: int) -> Variant:
    """Return one of many games of house rules."""
    counts = tuple(
        DrawRule("house", 1 + plies % 250, Progress.CAPTURE) for plies in (number, number // 250)
    )
    rules = VARIANTS["russian"].rules.but(draw_rules=counts, king_run=number // 62_500)
    return Variant.house(f"House {number}", rules)


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


def test_house_rules_that_nobody_plays_any_more_are_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets, "_house", {})
    monkeypatch.setattr(rulesets, "_full", rulesets.FORGOTTEN_AT)
    others, before = Ruleset.counted(), resident()
    kept = [Position.initial(house(number)) for number in range(100)]
    for number in range(100, HOUSES):
        position = Position.initial(house(number))
        assert len(position.legal_moves) == 7
        assert Ruleset.counted() - others <= rulesets.FORGOTTEN_AT
    assert resident() - before < 30
    for number, position in enumerate(kept):
        assert position.variant == house(number)
        assert position == Position.initial(house(number))


def test_what_points_to_a_ruleset_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets, "_house", {})
    variant = Variant.house("Kept", VARIANTS["russian"].rules.but(king_run=3))
    game = Game(variant)
    game.play("c3-d4")
    ruleset = rulesets.ruleset(variant)
    before = Ruleset.counted()
    rulesets._house.clear()
    law_of.cache_clear()
    move, moves, state = game.state.move, game.position.legal_moves, game.state
    read = Position.from_fen(state.position.fen(), variant)
    assert move is not None
    text, record = str(move), game.to_json()
    del ruleset, game
    gc.collect()
    assert str(move) == text
    assert state.position.play(moves[0]).variant == variant
    assert read.square_name(1) == "1" and read == state.position
    assert Game.from_json(record).position == state.position
    del move, moves, state, read
    rulesets._house.clear()
    law_of.cache_clear()
    gc.collect()
    assert Ruleset.counted() < before


def test_a_game_that_was_forgotten_and_made_again_is_the_same_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    variant = Variant.house("Twice", VARIANTS["russian"].rules)
    first = Position.initial(variant)
    monkeypatch.setattr(rulesets, "_house", {})
    second = Position.initial(variant)
    assert first.ruleset is not second.ruleset
    assert first == second and hash(first) == hash(second)
    assert first.legal_moves == second.legal_moves
    assert hash(first.legal_moves) == hash(second.legal_moves)
    assert first.legal_moves[0] == second.legal_moves[0]
    assert first.play(second.legal_moves[0]) == second.play(first.legal_moves[0])
    assert first != Position.initial(house(3))


def test_known_games_can_be_made_when_house_rules_have_filled_all_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rulesets, "MOST_RULESETS", 0)
    monkeypatch.setattr(rulesets, "_full", 0)
    monkeypatch.setattr(rulesets, "_house", {})
    monkeypatch.setattr(rulesets, "_known", {})
    with pytest.raises(InvalidRules):
        Position.initial(house(1_000_000))
    for variant in VARIANTS.values():
        assert Position.initial(variant).variant == variant
