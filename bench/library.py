"""The library from Python: against py-draughts and the oracle's law in the same run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from time import perf_counter, process_time

import draughts

from bench import replay
from crownhead import Position

GAMES = {"international": "StandardBoard", "english": "AmericanBoard", "russian": "RussianBoard"}
PLIES = 40


def main() -> int:
    """Print seconds per call and the ratios."""
    print(f"import crownhead: {time_import('crownhead') - time_import('sys'):.1f} ms")
    print(f"a Position takes {sys.getsizeof(Position.initial('english'))} bytes")
    for game, board in GAMES.items():
        ours = along_a_game(game)
        theirs = their_boards(getattr(draughts, board), len(ours))
        our_list = each(ours, lambda p: list(p.legal_moves))
        their_list = each(theirs, lambda b: list(b.legal_moves))
        our_play = each([(p, p.legal_moves[0]) for p in ours], lambda pm: pm[0].play(pm[1]))
        their_play = each([(b, next(iter(b.legal_moves))) for b in theirs], push_and_pop)
        print(
            f"{game:14} list of moves {our_list:6.2f} µs, theirs {their_list:6.2f} µs,"
            f" ratio {their_list / our_list:5.1f};"
            f" play {our_play:5.2f} µs, their push and pop {their_play:5.2f} µs,"
            f" ratio {their_play / our_play:4.1f}"
        )
    return replay.main()


def time_import(module: str) -> float:
    """Return the CPU milliseconds of a fresh interpreter that imports a module, best of 7."""
    code = f"import {module}, time; print(time.process_time() * 1000)"
    runs = (subprocess.check_output([sys.executable, "-c", code]) for _ in range(7))
    return min(map(float, runs))


def along_a_game(game: str) -> list[Position]:
    """Return the positions of a game in which always the middle move is played."""
    positions = [Position.initial(game)]
    while len(positions) < PLIES and positions[-1].outcome is None:
        moves = positions[-1].legal_moves
        positions.append(positions[-1].play(moves[len(moves) // 2]))
    return [position for position in positions if position.has_legal_move]


def their_boards(kind: type, count: int) -> list[object]:
    """Return as many of their boards, each a position further in a game of middle moves."""
    boards = []
    for plies in range(count):
        board = kind()
        for _ in range(plies):
            moves = list(board.legal_moves)
            board.push(moves[len(moves) // 2])
        if list(board.legal_moves):
            boards.append(board)
    return boards


def push_and_pop(pair: tuple[object, object]) -> None:
    """Play one of their moves and take it back."""
    board, move = pair
    board.push(move)  # type: ignore[attr-defined]
    board.pop()  # type: ignore[attr-defined]


def each(items: list, call: Callable, seconds: float = 0.3) -> float:  # type: ignore[type-arg]
    """Return the microseconds of CPU time a call takes, over all items again and again."""
    calls, start, until = 0, process_time(), perf_counter() + seconds
    while perf_counter() < until:
        for item in items:
            call(item)
        calls += len(items)
    return (process_time() - start) / calls * 1e6
