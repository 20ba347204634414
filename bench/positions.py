"""The positions of games: handed out beside reading the games, in one run."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from time import process_time

from bench.pdn import GAMES, sample
from crownhead import Game
from crownhead.formats import pdn
from crownhead.openings import opening_of

COPIES = 4


def main() -> int:
    """Print games per second, and how many times reading each takes."""
    text = (sample() * COPIES).encode()
    games = sum(GAMES.values()) * COPIES
    played = [Game.from_json(game.to_game().to_json()) for game in pdn.read(io.BytesIO(text))]
    calls: dict[str, Callable[[], object]] = {
        "read": lambda: each(text, lambda game: game),
        "read, .moves": lambda: each(text, lambda game: game.moves),
        "read, .positions": lambda: each(text, lambda game: game.positions),
        "read, opening_of": lambda: each(text, lambda game: opening_of(game.positions)),
        "read, tree": lambda: each(text, lambda game: game.root),
        "read, tree, .positions": lambda: each(text, lambda game: (game.root, game.positions)),
        "Game.moves": lambda: [game.moves for game in played],
        "Game.positions": lambda: [game.positions for game in played],
    }
    taken = {name: best_time(call) for name, call in calls.items()}
    plies = sum(len(game.moves) for game in played) / games
    print(f"{games} games of {plies:.0f} plies")
    for name, seconds in taken.items():
        share = seconds / taken["read"]
        print(f"{name:22} {games / seconds:9.0f} games/s, {share:5.2f} times reading")
    return 0


def each(text: bytes, look: Callable[[pdn.PdnGame], object]) -> None:
    """Read games and look at each while it is at hand."""
    for game in pdn.read(io.BytesIO(text)):
        look(game)


def best_time(call: Callable[[], object], rounds: int = 5) -> float:
    """Return the least seconds of CPU time that a call took."""
    taken = []
    for _ in range(rounds):
        start = process_time()
        call()
        taken.append(process_time() - start)
    return min(taken)


if __name__ == "__main__":
    sys.exit(main())
