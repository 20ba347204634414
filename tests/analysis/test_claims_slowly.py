"""The core's claims about lines of play against the same claims in Python, slow and obvious."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from support import slow_claims

import crownhead as ch
from crownhead.analysis import detectors

LINES = 100
KINDS: tuple[tuple[Callable[..., Any], Callable[..., Any]], ...] = (
    (detectors.shot, slow_claims.shot),
    (detectors.exchange, slow_claims.exchange),
    (detectors.find_caught, slow_claims.find_caught),
    (detectors.tempo, slow_claims.tempo),
    (detectors.breakthrough, slow_claims.breakthrough),
    (detectors.crowning, slow_claims.crowning),
    (detectors.opposition, slow_claims.opposition),
    (detectors.find_block, slow_claims.find_block),
    (detectors.majority, slow_claims.majority),
)


def line_from(start: ch.Position, dice: random.Random) -> tuple[ch.Move, ...]:
    """Return a line in which captures are likely and long."""
    line: list[ch.Move] = []
    for _ in range(dice.randrange(1, 14)):
        legal = list(start.legal_moves)
        if not legal or start.outcome is not None:
            break
        giving = [move for move in legal if start.play(move).must_capture]
        line.append(dice.choice(giving if giving and dice.random() < 0.7 else legal))
        start = start.play(line[-1])
    return tuple(line)


@pytest.mark.parametrize("variant", sorted(ch.VARIANTS))
def test_the_core_claims_what_is_claimed_slowly(variant: str) -> None:
    seed = random.Random().randrange(10**6)
    dice = random.Random(seed)
    found: set[str] = set()
    for _ in range(LINES):
        start = ch.Position.initial(variant)
        for _ in range(dice.randrange(4, 70)):
            legal = start.legal_moves
            if not legal or start.outcome is not None:
                break
            start = start.play(dice.choice(list(legal)))
        line = line_from(start, dice)
        for ours, theirs in KINDS:
            mine, expected = ours(start, line), theirs(start, line)
            shown = f"seed {seed}, {start.fen()} {' '.join(map(str, line))}"
            assert (mine is None) == (expected is None), shown
            if mine is not None:
                assert mine.__dict__ == expected.__dict__, shown
                assert mine.holds() and expected.holds()
                found.add(mine.kind)
    assert found, f"seed {seed}: nothing was claimed"
