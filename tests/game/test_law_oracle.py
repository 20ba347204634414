"""The law of the core against the oracle's, in random games of events."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest
from support.law_games import compared

from crownhead.errors import TooComplex
from crownhead.events import EVENTS

GAMES = 1_000_000 if os.environ.get("CROWNHEAD_NIGHTLY") else 3_000
PARTS = 4  # for as many workers
SEED = int(os.environ.get("CROWNHEAD_SEED") or random.SystemRandom().randrange(2**32))


@pytest.mark.parametrize("part", range(PARTS))
def test_D_E_H_the_core_and_the_oracle_judge_random_games_alike(part: int) -> None:
    made: Counter[tuple[str, bool]] = Counter()
    for seed in range(SEED + part, SEED + GAMES, PARTS):
        try:
            made += compared(seed)
        except TooComplex:  # of a question to the position; the core may need to ask less
            continue
        except BaseException as error:
            error.add_note(f"CROWNHEAD_SEED={seed}")
            raise
    for kind in EVENTS:
        assert made[kind, True], f"no {kind} was ever accepted"
        assert made[kind, False], f"no {kind} was ever refused"
