"""Who finds a move: how often players of each level would choose it."""

from __future__ import annotations

from collections.abc import Iterable

from crownhead.engines.builtin import BuiltinEngine
from crownhead.engines.levels import HIGHEST
from crownhead.errors import CrownheadError
from crownhead.game import Game
from crownhead.move import Move
from crownhead.position import Position

GAMES = 10
"""In how many games a level is asked for its move, each with errors of its own."""


def find_rates(
    position: Position, moves: Iterable[Move | str], *, games: int = GAMES, seed: int = 0
) -> tuple[float, ...]:
    """Return how often levels 1 to 9 would choose one of these moves, each from 0 to 1.

    Each level meets the position in so many `games`, and errs in each of them in another way;
    another `seed` gives other games. The highest level is not asked: it makes no errors on purpose,
    and takes seconds for a move. Raises `IllegalMove` and the like for a move that cannot be
    played, and `CrownheadError` where `games` is less than 1.

    >>> import crownhead as ch
    >>> position = ch.Position.from_fen("W:W18,19,27,30:B5,9,12,13", "english")
    >>> rates = find_rates(position, ["18-15"])
    >>> len(rates), rates[0] < rates[8]
    (9, True)
    """
    if games < 1:
        raise CrownheadError(f"games={games!r}: a level is asked in at least one game")
    wanted = set()
    for move in moves:
        position.play(move)  # refuses what cannot be played
        wanted.add(position.parse(move) if isinstance(move, str) else move)
    return tuple(
        _count(position, wanted, level, range(seed, seed + games)) / games
        for level in range(1, HIGHEST.number)
    )


def _count(position: Position, wanted: set[Move], level: int, seeds: range) -> int:
    """Return in how many games a level plays one of the wanted moves."""
    found = 0
    for seed in seeds:
        with BuiltinEngine(level, seed=seed, megabytes=1) as engine:
            found += engine.play(Game(start=position)) in wanted
    return found
