"""Replay of a game of 100 moves: the law of the core against the oracle's, in one run."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

from crownhead import Game, Position
from crownhead.events import from_dict

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from oracle.law import record  # noqa: E402
from oracle.law.game import LawGame  # noqa: E402

PLIES = 200
GAMES = ("english", "canadian")


def main() -> int:
    """Print the milliseconds of CPU time of a replay, and the ratios."""
    for variant in GAMES:
        game = long_game(variant)
        text = game.to_json()
        bodies = [event.to_dict() for event in game.events]
        slow, fast, stored = best_times(
            lambda text=text: by_the_oracle(text),
            lambda text=text: Game.from_json(text),
            lambda game=game, bodies=bodies: event_by_event(game, bodies),
        )
        print(
            f"{variant:14} replay of {len(game.moves) // 2} moves {fast:6.3f} ms,"
            f" by the oracle {slow:6.2f} ms, ratio {slow / fast:5.1f};"
            f" event by event, as a server does, {stored:5.2f} ms, ratio {slow / stored:4.1f}"
        )
    return 0


def long_game(variant: str) -> Game:
    """Return a game of 100 moves on each side, of random moves."""
    for seed in range(1_000):
        dice = random.Random(seed)
        game = Game(variant, draws="claim")
        while game.outcome is None and len(game.events) < PLIES:
            game.play(dice.choice(list(game.position.legal_moves)))
        if game.outcome is None:
            return game
    raise AssertionError(f"no long game of {variant}")


def by_the_oracle(text: str) -> LawGame:
    """Replay a record by the oracle's law."""
    setup, _, events = record.load(text)
    game = LawGame(start=setup.start, draws=setup.draws, refusal_duty=setup.refusal_duty)
    for event in events:
        game.add(event)
    return game


def event_by_event(like: Game, bodies: list[dict[str, object]]) -> Game:
    """Replay a log whose events come one at a time as plain data."""
    game = Game(start=Position.from_fen(like.start.fen(), like.variant), draws=like.setup.draws)
    for body in bodies:
        game.add(from_dict(body))
    return game


def best_times(*calls: Callable[[], object], rounds: int = 40) -> list[float]:
    """Return the least milliseconds of CPU time that each call took, the calls in turn."""
    taken: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for call, times in zip(calls, taken, strict=True):
            start = process_time()
            call()
            times.append(process_time() - start)
    return [min(times) * 1000 for times in taken]


if __name__ == "__main__":
    sys.exit(main())
