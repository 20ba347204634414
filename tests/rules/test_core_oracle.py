"""The core against the oracle: random positions of every game and of random house rules.

`python3 dev.py nightly` runs a million of them, an ordinary run a few thousand.
"""

from __future__ import annotations

import os
import random
from typing import Any

import oracle
import pytest
from oracle import fen, positions
from support.oracle_positions import outcome, position_of

from crownhead import VARIANTS, Position, Rules, Variant

POSITIONS = 1_000_000 if os.environ.get("CROWNHEAD_NIGHTLY") else 4_000
PER_GAME = POSITIONS // 40
START = 1


def compare(state: oracle.State, variant: Variant, record: dict[str, Any]) -> Position:
    """Check legal moves, faulty moves and the result of one position."""
    position = position_of(state, variant, record)
    where = f"{position.fen()} under {record['rules']}"
    moves, turned = oracle.moves(state), fen.numbering(record)
    found = [outcome(move, turned) for move in position.legal_moves]
    assert len(set(found)) == len(found), where
    assert set(found) == {tuple(move) for move in moves}, where
    faulty = {outcome(move, turned) for move in position.faulty_moves}
    assert faulty == {tuple(move) for move in oracle.faulty(state)}, where
    return position


def play_on(state: oracle.State, variant: Variant, record: dict[str, Any], seed: int) -> None:
    """Play a few plies through both, comparing positions, counts and results."""
    position, turned = compare(state, variant, record), fen.numbering(record)
    rng = random.Random(seed)
    for _ in range(3):
        choices = oracle.moves(state)
        if not choices:
            break
        chosen = rng.choice(choices)
        state = oracle.play(state, chosen)
        move = next(m for m in position.legal_moves if outcome(m, turned) == tuple(chosen))
        if rng.random() < 0.5:
            text = move.notation(rng.choice(["short", "full", "hub"]))
            assert position.parse(text) == move, (position.fen(), text)
        position = position.play(move)
        assert position.fen() == position_of(state, variant, record).fen()
        compare(state, variant, record)


@pytest.mark.parametrize("key", VARIANTS)
def test_known_game(key: str) -> None:
    variant = VARIANTS[key]
    record = variant.to_dict()
    for seed in range(START, START + PER_GAME):
        play_on(positions.sample(seed, record["rules"]), variant, record, seed)


def test_house_rules() -> None:
    for seed in range(START, START + POSITIONS // 2):
        state = positions.sample(seed)
        rules = Rules.from_dict(positions.house_rules(random.Random(seed)))
        variant = Variant.house("House", rules)
        play_on(state, variant, variant.to_dict(), seed)


@pytest.mark.parametrize("key", VARIANTS)
def test_counts_and_results_along_games(key: str) -> None:
    """Draw counts and outcomes agree ply by ply, kings shuffling to the very limit."""
    variant = VARIANTS[key]
    record = variant.to_dict()
    turned = fen.numbering(record)
    for seed in range(START, START + 3):
        rng = random.Random(seed)
        state = positions.random_placement(rng, record["rules"])
        position = position_of(state, variant, record)
        for _ in range(150):
            expected = oracle.result(state)
            result = position.outcome
            assert (result is None) == (expected is None), position.fen(counters=True)
            if result is not None and expected is not None:
                assert result.winner == expected.winner
                break
            capped = zip(oracle.counts(state), position.draw_counts, strict=True)
            assert all(theirs == ours or min(theirs, 254) == ours for theirs, ours in capped)
            chosen = rng.choice(oracle.moves(state))
            state = oracle.play(state, chosen)
            move = next(m for m in position.legal_moves if outcome(m, turned) == tuple(chosen))
            position = position.play(move)
