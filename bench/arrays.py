"""The speed of batches: positions turned into arrays and back, and steps of random games.

Millions a second. "one" is CPU time on one thread, "two" the clock with two: it means something
only where two processors are idle. A step is a move drawn by chance and made, with all that is to
be observed then: planes, counts, repetition, and the legal moves as numbers or as a mask. Beside
it stand py-draughts, and OpenSpiel's checkers where `pyspiel` is installed: their legal moves
listed, one drawn, and made, the next game begun where one has ended; a jump is a step there.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from time import perf_counter, process_time

from crownhead.arrays import ActionSpace, Positions
from crownhead.env import VectorEnv

GAMES = ("english", "international", "russian", "turkish")
SIZE = 50_000
PLIES = 24
RUNS = 3
GAMES_AT_ONCE = 4096
STEPS = 60
PEER_STEPS = 20_000
MILLION = 1e6


def main() -> int:
    """Print the tables; return 0."""
    print(f"Arrays, best of {RUNS} runs, millions a second")
    print(f"{'game':14} {'what':16} {'one':>8} {'two':>8}")
    alone = {}
    for game in GAMES:
        for what, size, work in (*conversions(game), *steps(game)):
            one, two = measure(work, size)
            alone[game, what] = one
            print(f"{game:14} {what:16} {one:8.2f} {two:8.2f}")
    print(
        f"\n{'beside':14} {'steps/s':>10} {'ratio':>8}  (ours: steps of the same game, one thread)"
    )
    for name, game, play in peers():
        speed = max(rate(play) for _ in range(RUNS))
        print(f"{name:14} {speed:10,.0f} {alone[game, 'step'] * MILLION / speed:8.1f}")
    return 0


def measure(work: Callable[[int], object], size: int) -> tuple[float, float]:
    """Return millions per second: of one thread by CPU time, of two by wall-clock time."""
    one = two = 0.0
    for _ in range(RUNS):
        begun = process_time()
        work(1)
        one = max(one, size / (process_time() - begun) / MILLION)
        begun = perf_counter()
        work(2)
        two = max(two, size / (perf_counter() - begun) / MILLION)
    return one, two


def middle_game(game: str) -> Positions:
    """Return positions after so many random plies."""
    env = VectorEnv(game, SIZE, masks=False)
    for seed in range(PLIES):
        env.step(env.sample(seed))
    seen = env.observation
    return Positions.from_planes(seen.planes, seen.turns, game, relative=True)


def conversions(game: str) -> list[tuple[str, int, Callable[[int], object]]]:
    """Return what is done to all positions, with its name."""
    batch, space = middle_game(game), ActionSpace(game)
    planes, bits, turns = batch.planes(), batch.bitboards(), batch.turns()
    few = Positions.from_planes(planes[:4096], turns[:4096], game)
    return [
        ("planes", SIZE, lambda n: batch.planes(threads=n)),
        ("from planes", SIZE, lambda n: Positions.from_planes(planes, turns, game, threads=n)),
        ("bitboards", SIZE, lambda n: batch.bitboards(threads=n)),
        ("from bitboards", SIZE, lambda n: Positions.from_bitboards(bits, turns, game, threads=n)),
        ("mask", len(few), lambda n: few.legal_mask(space, threads=n)),
    ]


def steps(game: str) -> list[tuple[str, int, Callable[[int], object]]]:
    """Return random play with moves as numbers and as masks."""
    return [
        (what, GAMES_AT_ONCE * STEPS, playing(game, masks))
        for what, masks in (("step", False), ("step, mask", True))
    ]


def playing(game: str, masks: bool) -> Callable[[int], None]:
    """Return what plays some steps on so many threads, the games being in full swing."""
    envs = {n: VectorEnv(game, GAMES_AT_ONCE, masks=masks, threads=n) for n in (1, 2)}
    for env in envs.values():
        for seed in range(100):
            env.step(env.sample(seed))

    def play(threads: int) -> None:
        env = envs[threads]
        for seed in range(STEPS):
            env.step(env.sample(seed))
            if not masks:
                env.legal_actions()

    return play


def rate(play: Callable[[int], None]) -> float:
    """Return the steps of a peer in a second of CPU time."""
    begun = process_time()
    play(PEER_STEPS)
    return PEER_STEPS / (process_time() - begun)


def peers() -> list[tuple[str, str, Callable[[int], None]]]:
    """Return the peers that are installed, each with the game of ours that it plays."""
    found: list[tuple[str, str, Callable[[int], None]]] = []
    for name, game, make in (
        ("py-draughts", "international", py_draughts("StandardBoard")),
        ("py-draughts", "russian", py_draughts("RussianBoard")),
        ("OpenSpiel", "english", open_spiel),
    ):
        try:
            found.append((name, game, make()))
        except ImportError as missing:
            print(f"{name}: {missing}")
    return found


def py_draughts(board_name: str) -> Callable[[], Callable[[int], None]]:
    """Return what makes a player of random games by py-draughts."""

    def make() -> Callable[[int], None]:
        board_type = getattr(import_module("draughts"), board_name)

        def play(plies: int) -> None:
            draw, board = random.Random(1), board_type()
            for _ in range(plies):
                moves = list(board.legal_moves)
                if not moves or board.game_over:
                    board = board_type()
                    moves = list(board.legal_moves)
                board.push(draw.choice(moves))

        return play

    return make


def open_spiel() -> Callable[[int], None]:
    """Return what plays random games by OpenSpiel's checkers."""
    game = import_module("pyspiel").load_game("checkers")

    def play(plies: int) -> None:
        draw, state = random.Random(1), game.new_initial_state()
        for _ in range(plies):
            if state.is_terminal():
                state = game.new_initial_state()
            state.apply_action(draw.choice(state.legal_actions()))

    return play
