"""Proof that one move of a position, and no other, reaches its goal.

Where endgame tables hold every position after the move they decide. Elsewhere a search compares the
moves twice, the second time with many more nodes, and the best must lead the next by `MARGIN` both
times, while the next is not itself good: then a better player does not choose another move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from crownhead.analysis.claims import balance, quiet
from crownhead.endgame.tables import Tables, Value
from crownhead.engines.interface import AnalysedLine, Engine, Limit
from crownhead.errors import CrownheadError, NotInTables
from crownhead.move import Move
from crownhead.position import Position
from crownhead.puzzles.puzzle import MOST_PLIES, Goal, Proof
from crownhead.rules import Color
from crownhead.variants import Variant, get

MARGIN = 150
"""Hundredths of a man that the best move leads the next by."""
GOOD = 150
"""The least a move that wins pieces is worth, in hundredths of a man."""
LEVEL = 70
"""The most that the next best move may be worth: it must not win, too."""

GLANCE = 30_000
"""Nodes after which most positions are no puzzle any more."""
SEARCHED = 400_000
"""Nodes that decide; the moves after the first get a fifth of them each."""

_LINES = 4


@dataclass(frozen=True, slots=True)
class Solved:
    """The proof of a puzzle: its goal, the solver's only moves with the best replies, the gain.

    `same` holds the other first moves that lead to the same position; `depth` is the search depth
    in plies from which on the first move was the best.
    """

    goal: Goal
    line: tuple[Move, ...]
    proof: Proof
    gain: int
    same: tuple[Move, ...] = ()
    depth: int = 0


class Judge:
    """Prove puzzles of one game, its `variant`, with an engine and the endgame tables there are.

    A proof remembers nothing of those before it: whatever was proved before, it is the same again.
    """

    def __init__(
        self, variant: str | Variant, *, nodes: int = SEARCHED, megabytes: int = 16
    ) -> None:
        self.variant = get(variant)
        self.nodes = nodes
        self.megabytes = megabytes
        self.tables = Tables.open(self.variant)
        self.engine = Engine.builtin(megabytes=megabytes)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.engine.close()

    def solve(self, start: Position) -> Solved | None:
        """Return what makes a position a puzzle, or None where it is none.

        Raises `CrownheadError` for a position of another game.
        """
        if start.variant != self.variant:
            raise CrownheadError(
                f"A judge of {self.variant.key} was asked about {start.variant.key}"
            )
        if len(start.legal_moves) < 2:
            return None
        by_table = self._by_table(start)
        return self._by_search(start) if by_table is None else by_table.solved

    def _by_table(self, start: Position) -> _Decided | None:
        """Return what the tables decide; None where they do not hold all that follows."""
        only = self._only_by_table(start)
        if only is None:
            return None
        if only.move is None:
            return _Decided(None)
        line, position = [only.move], start.play(only.move)
        while len(line) < MOST_PLIES - 1 and position.outcome is None:
            reply = self.tables.best(position)[0].move
            after = position.play(reply)
            again = None if after.outcome else self._only_by_table(after)
            if again is None or again.move is None or again.value != only.value:
                break
            line += [reply, again.move]
            position = after.play(again.move)
        gain = balance(position, start.turn) - balance(start, start.turn)
        goal: Goal = "win" if only.value == "win" else "draw"
        return _Decided(Solved(goal, tuple(line), "table", gain, depth=len(line)))

    def _only_by_table(self, position: Position) -> _Only | None:
        """Return the one move that keeps the value of a position, None as the move for several."""
        try:
            worth = self.tables.best(position)
        except NotInTables:
            return None
        best = worth[0]
        several = best.value == "loss" or len(worth) < 2 or worth[1].value == best.value
        return _Only(None if several else best.move, best.value)

    def _by_search(self, start: Position) -> Solved | None:
        self.engine.close()
        self.engine = Engine.builtin(megabytes=self.megabytes)
        glanced = self._only(start, min(GLANCE, self.nodes))
        first = None if glanced is None else self._only(start, self.nodes)
        if first is None:
            return None
        line, found = [first.move], first
        position = start.play(first.move)
        while not (is_settled(start, position) and found.score >= GOOD):
            if position.outcome is not None or len(line) >= MOST_PLIES - 1:
                break
            reply = self._reply(position)
            after = position.play(reply)
            again = None if after.outcome else self._only(after, self.nodes // 5)
            if again is None:
                break
            line += [reply, again.move]
            position, found = after.play(again.move), again
        gain = balance(position, start.turn) - balance(start, start.turn)
        won = first.won or (position.outcome is not None and position.outcome.winner == start.turn)
        if not won and not (gain > 0 and is_settled(start, position)):
            return None
        goal: Goal = "win" if won else "gain"
        return Solved(goal, tuple(line), "search", gain, first.same, self._depth(start, first.move))

    def _reply(self, position: Position) -> Move:
        """Return the reply that resists most."""
        if len(position.legal_moves) == 1:
            return position.legal_moves[0]
        best = self.engine.analyse(position, Limit(nodes=self.nodes // 5)).best
        assert best is not None
        return best

    def _only(self, position: Position, nodes: int) -> _Best | None:
        """Return the move that leads all others by the margin, or None."""
        legal = position.legal_moves
        if len(legal) == 1:
            alone = self.engine.analyse(position, Limit(nodes=nodes))
            return _Best(legal[0], alone.score, alone.proven == "win")
        found = self.engine.analyse(position, Limit(nodes=nodes), min(_LINES, len(legal)))
        best, *rest = (line for line in found.lines if line.line)
        return _leading(position, best, rest)

    def _depth(self, start: Position, move: Move) -> int:
        """Return the search depth from which on the engine's best move is this one."""
        since = 0
        with Engine.builtin(megabytes=1) as fresh:
            for found in fresh.analysis(start, Limit(nodes=GLANCE)):
                if found.best != move:
                    since = found.depth + 1
        return max(1, since)


@dataclass(frozen=True, slots=True)
class _Decided:
    """What the tables say of a position: a puzzle, or surely none."""

    solved: Solved | None


@dataclass(frozen=True, slots=True)
class _Only:
    move: Move | None
    value: Value


@dataclass(frozen=True, slots=True)
class _Best:
    move: Move
    score: int
    won: bool
    same: tuple[Move, ...] = ()


def _leading(position: Position, best: AnalysedLine, rest: Sequence[AnalysedLine]) -> _Best | None:
    """Return the best line's move if those that end elsewhere are worse by the margin."""
    move = best.line[0]
    reached = position.play(move)
    same = tuple(line.line[0] for line in rest if position.play(line.line[0]) == reached)
    others = [line.score for line in rest if line.line[0] not in same]
    if len(same) == len(rest) and len(position.legal_moves) > 1 + len(same):
        return None
    following = max(others, default=-30_000)
    clear = best.score >= GOOD and following <= LEVEL and best.score - following >= MARGIN
    return _Best(move, best.score, best.proven == "win", same) if clear else None


def is_settled(start: Position, position: Position) -> bool:
    """Return whether the solver is ahead of where it started, and nobody has a capture.

    >>> is_settled(Position.initial("english"), Position.initial("english"))
    False
    """
    solver: Color = start.turn
    return (
        position.turn != solver
        and balance(position, solver) > balance(start, solver)
        and quiet(position)
        and quiet(position.pass_turn())
    )
