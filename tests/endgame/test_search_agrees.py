"""The tables against the search, which looks ahead without them: it must prove what they say."""

from __future__ import annotations

import os
import random

import pytest

from crownhead import Position
from crownhead._core import Search
from crownhead.endgame import Tables
from crownhead.engines.interface import WIN
from crownhead.errors import InvalidFen
from crownhead.variants import get

POSITIONS = 5_000 if os.environ.get("CROWNHEAD_NIGHTLY") else 80
DEPTH = 11


def scatter(key: str, dice: random.Random) -> Position:
    """Return a position of two to four pieces, White to move."""
    while True:
        pieces = dice.randrange(2, 5)
        squares = dice.sample(range(1, get(key).rules.board.squares + 1), pieces)
        white = dice.randrange(1, pieces)
        named = [f"{dice.choice(('K', ''))}{square}" for square in squares]
        try:
            ours, theirs = ",".join(named[:white]), ",".join(named[white:])
            return Position.from_fen(f"W:W{ours}:B{theirs}", key)
        except InvalidFen:
            continue


@pytest.mark.parametrize("key", ["english", "russian", "brazilian", "international"])
def test_what_the_search_proves_is_what_the_tables_say(key: str) -> None:
    seed = random.randrange(2**32)
    dice, tables, search = random.Random(seed), Tables.open(key), Search(16)
    proved = 0
    for _ in range(POSITIONS):
        position = scatter(key, dice)
        found = tables.value(position)
        if found is None:  # a man on the row where it would have been crowned
            continue
        value, plies = found
        search.clear()
        score = search.run(position, depth=DEPTH).score
        told = f"seed {seed}: {position.fen()}: tables {found}, search {score}"
        if abs(score) > WIN - 200:
            proved += 1
            assert value == (1 if score > 0 else -1), told
            assert plies is not None and plies <= WIN - abs(score), told
        elif plies is not None:
            assert value == 0 or plies > 3, told
    assert proved > POSITIONS // 10
