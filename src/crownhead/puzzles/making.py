"""Make puzzles: positions are mined, proved, sorted by themes; no two alike are kept."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from itertools import count
from multiprocessing import get_context
from pathlib import Path

from crownhead.errors import CrownheadError
from crownhead.move import Move
from crownhead.position import Position
from crownhead.puzzles import mining
from crownhead.puzzles.proof import SEARCHED, Judge, Solved
from crownhead.puzzles.puzzle import EASIEST, HARDEST, Puzzle
from crownhead.puzzles.themes import count_exchange, themes
from crownhead.rules import Aim
from crownhead.variants import Variant, get

ENDINGS = 0.2
"""The share of puzzles that come from endgame tables, where there are any."""
MOST_ENDINGS = 0.4
"""The most endings among the puzzles of a set: games full of kings would give little else."""
TRIED = 200
"""Random endings looked at for one puzzle."""
LEAST_LINE = {"table": 5, "search": 3}
"""The plies a solution has at least: what one move does at once, any eye sees."""

Trait = tuple[tuple[int, int, tuple[int, ...]], ...]


def make(
    variant: Variant | str,
    wanted: int,
    *,
    seed: int = 1,
    nodes: int = SEARCHED,
    workers: int = 1,
    files: tuple[Path, ...] = (),
    alone: bool = False,
    known: tuple[Puzzle, ...] = (),
    first: int = 0,
    told: Callable[[int, list[Puzzle]], None] | None = None,
) -> list[Puzzle]:
    """Return `known` and new puzzles of a game, `wanted` together; the same for the same seed.

    Games of `files` come first, then, unless they are to be looked at `alone`, games against itself
    from number `first` on, a fifth of the numbers being random endings of the endgame tables.
    `told` hears after each source how many have been looked at, and all puzzles so far: with both
    the work can go on after a break.
    `workers` processes do not change what is found; a script that asks for several does so behind
    `if __name__ == "__main__"`, for each of them reads it. Raises `CrownheadError` where one of
    them was ended, by the system for example because memory was short.
    """
    variant = get(variant)
    kept = list(known)
    traits = {trait(puzzle) for puzzle in kept}
    starts = {puzzle.id for puzzle in kept}

    def keep(found: list[Puzzle]) -> None:
        for puzzle in found:
            mark = trait(puzzle)
            if len(kept) >= wanted or mark in traits or puzzle.id in starts:
                continue
            endings = sum("ending" in each.themes for each in [*kept, puzzle])
            if "ending" in puzzle.themes and endings > MOST_ENDINGS * (len(kept) + 1):
                continue
            kept.append(puzzle)
            traits.add(mark)
            starts.add(puzzle.id)

    with Judge(variant, nodes=nodes) as judge:
        for path in files:
            for positions in mining.of_file(path, variant):
                keep([p for p in (puzzle_of(judge, each) for each in positions) if p][:1])
                if len(kept) >= wanted:
                    return kept
    if alone:
        return kept
    with ExitStack() as stack:
        for number, found in _find_puzzles(variant, seed, nodes, workers, first, stack):
            keep(found)
            if told is not None:
                told(number + 1, kept)
            if len(kept) >= wanted:
                return kept
    return kept


def _find_puzzles(
    variant: Variant, seed: int, nodes: int, workers: int, first: int, stack: ExitStack
) -> Iterator[tuple[int, list[Puzzle]]]:
    """Yield the puzzles of one source after the other, found by several processes at once."""
    if workers == 1:
        for number in count(first):
            yield number, source(variant, seed, number, nodes)
    pool = stack.enter_context(ProcessPoolExecutor(workers, get_context("spawn")))
    stack.callback(pool.shutdown, wait=False, cancel_futures=True)
    ahead = 2 * workers
    waiting = {
        number: pool.submit(source, variant, seed, number, nodes)
        for number in range(first, first + ahead)
    }
    for number in count(first):
        try:
            found = waiting.pop(number).result()
        except BrokenProcessPool as error:
            raise CrownheadError(
                "A process that looked for puzzles was ended", "worker_ended"
            ) from error
        yield number, found
        waiting[number + ahead] = pool.submit(source, variant, seed, number + ahead, nodes)


def source(variant: Variant, seed: int, number: int, nodes: int = SEARCHED) -> list[Puzzle]:
    """Return the puzzle of one game against itself, or of random endings; often there is none."""
    with Judge(variant, nodes=nodes) as judge:
        if judge.tables.pieces >= 3 and number % round(1 / ENDINGS) == 0:
            candidates = mining.first(mining.of_tables(judge.tables, f"{seed} {number}"), TRIED)
        else:
            candidates = list(mining.of_game(variant, f"{seed} {number}"))
        return next(([p] for p in (puzzle_of(judge, c) for c in candidates) if p), [])


def puzzle_of(judge: Judge, start: Position) -> Puzzle | None:
    """Return the puzzle that a position is, or None; raises as `Judge.solve`.

    There is none where `Judge.solve` finds none, nor for what it finds but nobody need think of:
    a solution of one move, or, where tables prove it, of two; a capture that takes more than any
    other; a gain where the aim is not to take all; and what has no theme. Whoever wants these,
    too, asks `Judge.solve` itself.

    >>> start = Position.from_fen("W:WK14:BK26", "english")
    >>> with Judge("english", nodes=2_000) as judge:
    ...     print(*judge.solve(start).line, puzzle_of(judge, start))
    14-18 26-31 18-23 None
    """
    solved = judge.solve(start)
    if solved is None or len(solved.line) < LEAST_LINE[solved.proof]:
        return None
    if solved.goal == "gain" and start.variant.rules.aim is not Aim.NORMAL:
        return None
    found = themes(start, solved.line, solved.goal)
    if not found or _greedy(start, solved.line[0]):
        return None
    solution = (solved.line, *((move, *solved.line[1:]) for move in solved.same))
    return Puzzle(
        start, solved.goal, solution, found, rating(start, solved), solved.proof, solved.gain
    )


def _greedy(start: Position, move: Move) -> bool:
    """Return whether a move is the capture that takes the most: nobody has to think of it."""
    others = (len(other.captures) for other in start.legal_moves if other != move)
    return move.is_capture and len(move.captures) > max(others)


def rating(start: Position, solved: Solved) -> int:
    """Estimate how hard a puzzle is, in points of players' ratings.

    It grows with the solver's moves, the pieces given, the moves to choose from, and the depth at
    which the search sees it; people's attempts correct it later.
    """
    own = (len(solved.line) + 1) // 2
    gives, _ = count_exchange(solved.line)
    choice = math.log2(len(start.legal_moves))
    points = 550 + 90 * min(own, 8) + 60 * min(gives, 6) + 70 * choice + 25 * min(solved.depth, 30)
    points -= 150 * solved.line[0].is_capture
    return max(EASIEST, min(HARDEST, round(points / 10) * 10))


def trait(puzzle: Puzzle) -> Trait:
    """Return what puzzles that are alike have in common: the solution, seen from the solver."""
    squares = puzzle.start.variant.rules.board.squares + 1
    turned = puzzle.start.turn == "black"

    def flip(square: int) -> int:
        return squares - square if turned else square

    return tuple(
        (flip(move.origin), flip(move.target), tuple(sorted(map(flip, move.captures))))
        for move in puzzle.line
    )
