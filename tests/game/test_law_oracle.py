"""The law of the core against the oracle's, in random games of events."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest
from support.law_games import compare_laws

from crownhead.errors import TooComplex
from crownhead.events import EVENTS

GAMES = 1_000_000 if os.environ.get("CROWNHEAD_NIGHTLY") else 3_000
PARTS = 4  # for as many workers
SEED = int(os.environ.get("CROWNHEAD_SEED") or random.SystemRandom().randrange(2**32))


@pytest.mark.parametrize("part", range(PARTS))
def test_D_E_H_the_core_and_the_oracle_judge_random_games_alike(part: int) -> None:
    for seed in range(SEED + part, SEED + GAMES, PARTS):
        try:
            compare_or_skip(seed)
        except BaseException as error:
            error.add_note(f"CROWNHEAD_SEED={seed}")
            raise


def test_random_games_have_every_kind_of_event_accepted_and_refused() -> None:
    """Some are rare: these games are the same every time, so that none is missing by chance."""
    wanted = {(kind, accepted) for kind in EVENTS for accepted in (True, False)}
    for seed in range(GAMES):
        wanted -= compare_or_skip(seed).keys()
        if not wanted:
            return
    raise AssertionError(f"never seen: {wanted}")


def compare_or_skip(seed: int) -> Counter[tuple[str, bool]]:
    """Compare the game of a seed; count its events by kind and whether they were accepted."""
    try:
        return compare_laws(seed)
    except TooComplex:  # of a question to the position; the core may need to ask less
        return Counter()
