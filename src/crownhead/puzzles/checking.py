"""Check puzzles: solutions, themes, and with more nodes that nothing else solves them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from crownhead.errors import InvalidPuzzle
from crownhead.puzzles.proof import SEARCHED, Judge
from crownhead.puzzles.puzzle import Puzzle
from crownhead.puzzles.themes import themes
from crownhead.variants import Variant

NODES = 4 * SEARCHED


@dataclass(frozen=True, slots=True)
class Checked:
    """A puzzle that was looked at, by its number from 1, and what is wrong with it, if anything."""

    number: int
    name: str
    wrong: str | None


def check(records: Iterable[object], variant: Variant, *, nodes: int = NODES) -> Iterator[Checked]:
    """Yield what is found out about each record of a puzzle.

    A puzzle is right if its record can be played, its themes are those of its solution, and a
    proof with `nodes` nodes finds the same only first move.
    """
    with Judge(variant, nodes=nodes) as judge:
        for number, record in enumerate(records, 1):
            name = str(record.get("id", "?"))[:20] if isinstance(record, dict) else "?"
            try:
                puzzle = Puzzle.from_dict(record, variant)
            except InvalidPuzzle as error:
                yield Checked(number, name, str(error))
                continue
            yield Checked(number, name, _wrong(judge, puzzle))


def _wrong(judge: Judge, puzzle: Puzzle) -> str | None:
    found = themes(puzzle.start, puzzle.line, puzzle.goal)
    if found != puzzle.themes:
        return f"its themes are {', '.join(found) or 'none'}, not {', '.join(puzzle.themes)}"
    solved = judge.solve(puzzle.start)
    if solved is None:
        return "no move is the only one that solves it"
    firsts = {line[0] for line in puzzle.solution}
    if {solved.line[0], *solved.same} != firsts:
        return f"{solved.line[0]} solves it, not {puzzle.line[0]}"
    return None
