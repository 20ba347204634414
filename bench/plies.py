"""A random ply from Python: list the moves, choose one, play it; against two peers in one run."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from time import process_time

from crownhead import Position

ROUNDS = 15
PLIES = 40
GAMES = 25

Player = Callable[[Callable[[], float]], int]
"""Plays games of at most `PLIES` random plies with such dice, and returns how many it played."""


def play_ours(dice: Callable[[], float]) -> int:
    """Play random games of international draughts here."""
    plies = 0
    for _ in range(GAMES):
        position = Position.initial("international")
        for _ in range(PLIES):
            moves = position.legal_moves
            if not moves:
                break
            position = position.play(moves[int(dice() * len(moves))])
            plies += 1
    return plies


def play_by(board: Callable[[], object]) -> Player:
    """Return a player of random games on a board of a peer, which remembers its moves."""

    def play(dice: Callable[[], float]) -> int:
        plies = 0
        for _ in range(GAMES):
            now = board()
            for _ in range(PLIES):
                moves = now.legal_moves  # type: ignore[attr-defined]
                if not moves:
                    break
                now.push(moves[int(dice() * len(moves))])  # type: ignore[attr-defined]
                plies += 1
        return plies

    return play


PEERS = {"py-draughts": ("draughts", "StandardBoard"), "dame-rs": ("dame", "Board")}
"""Packages with their module and board; one that is not installed is left out."""


def players() -> dict[str, Player]:
    """Return who plays: this library, and the peers that are installed."""
    found: dict[str, Player] = {"crownhead": play_ours}
    for name, (module, board) in PEERS.items():
        if find_spec(module):
            found[name] = play_by(getattr(import_module(module), board))
    return found


def measure(play: Player, seed: int) -> float:
    """Return the microseconds of CPU time that a random ply takes."""
    dice = random.Random(seed).random
    start = process_time()
    plies = play(dice)
    return (process_time() - start) / plies * 1e6


def main(_: Sequence[str] = ()) -> int:
    """Print the median time of a ply of each, and how many times as long the peers need."""
    playing = players()
    times: dict[str, list[float]] = {name: [] for name in playing}
    for seed in range(ROUNDS):
        for name, play in playing.items():
            times[name].append(measure(play, seed))
    ours = times["crownhead"]
    for name, theirs in times.items():
        ratio = median(b / a for a, b in zip(ours, theirs, strict=True))
        print(f"{name:12} {median(theirs):6.2f} µs a random ply, {ratio:5.1f} times ours")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
