"""What the search finds out about each move of a game; no words and no claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Self

from crownhead._core import Inquiry
from crownhead.analysis.chances import bounded, chance
from crownhead.engines.interface import AnalysedLine, Analysis, Engine, Limit
from crownhead.errors import EngineError
from crownhead.hints import absent
from crownhead.move import Move
from crownhead.position import Position
from crownhead.rules import Color

Proven = Literal["win", "draw", "loss"]
"""What is proved of a position, for the side that moved to it or is to move."""

Prover = Callable[[Position], Proven | None]
"""Return what is proved of a position for the side to move, as endgame tables do; None: nothing."""


@dataclass(frozen=True, slots=True, repr=False)
class MoveFacts:
    """Hold what is known of one move.

    `score` is the value of the move played, `best_score` that of the best one, both in hundredths
    of a man for the side that moves. `line` is the best play from `before`, `answer` the best play
    after the move that was played, `others` the lines compared with the best. `legal` counts the
    moves there were. `proven` is what is proved of the position after the move, `was` of the one
    before it, for the side that moves; `by_tables` tells that both come from a prover.
    """

    ply: int
    before: Position
    move: Move
    score: int
    best_score: int
    line: tuple[Move, ...]
    answer: tuple[Move, ...]
    legal: int
    depth: int
    proven: Proven | None = None
    was: Proven | None = None
    by_tables: bool = False
    others: tuple[AnalysedLine, ...] = ()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise absent(self, name)

    def __repr__(self) -> str:
        return f"<MoveFacts ply {self.ply}, {self.move}, cost {self.cost}>"

    @property
    def by(self) -> Color:
        """Return the side that moves."""
        return self.before.turn

    @property
    def after(self) -> Position:
        """Return the position after the move."""
        return self.before.play(self.move)

    @property
    def cost(self) -> int:
        """Return what the move gave away, in hundredths of a man, 0 to 2000."""
        return max(0, bounded(self.best_score) - bounded(self.score))

    @property
    def lost(self) -> float:
        """Return the winning chances that the move gave away, 0 to 1."""
        return max(0.0, chance(self.best_score) - chance(self.score))


def facts(
    engine: Engine,
    positions: Sequence[Position],
    moves: Sequence[Move],
    limit: Limit,
    prover: Prover | None = None,
    lines: int = 1,
) -> Iterator[MoveFacts]:
    """Yield the facts of a game's moves, the last one first.

    The game is looked at from its end, so that what the search learnt of later positions helps it
    with earlier ones. `positions` are one more than `moves`; of each, `lines` first moves are
    compared in one search. Raises `EngineError`.
    """
    return Questions(engine, positions, moves, limit, prover, lines)


class Questions:
    """What the core asks about a game, answered by an engine and a prover: facts, one by one."""

    def __init__(
        self,
        engine: Engine,
        positions: Sequence[Position],
        moves: Sequence[Move],
        limit: Limit,
        prover: Prover | None = None,
        lines: int = 1,
    ) -> None:
        if len(positions) != len(moves) + 1:
            raise EngineError("Analysis: a game has one position more than moves")
        self._engine, self._positions, self._moves = engine, positions, moves
        self._limit, self._prover, self._lines = limit, prover, lines
        self.inquiry = Inquiry(positions, moves)
        self._found: Analysis | None = None
        self._proven: set[int] = set()
        self._known = 0

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> MoveFacts:
        """Return the facts of one move more. Raises `EngineError`, and `StopIteration`."""
        while self.inquiry.known == self._known:
            place = self.inquiry.asked
            if place < 0:
                raise StopIteration
            self._prove(place)
            self._prove(place + 1)
            compared = self._lines if self.inquiry.compared else 1
            found = self._engine.analyse(self._positions[place], self._limit, compared)
            exact = [each for each in found.others if each.line and each.bound == "exact"]
            self._found = found
            self.inquiry.heard(
                found.score, found.depth, found.line, [(each.line[0], each.score) for each in exact]
            )
        self._known += 1
        return self._fact()

    def _prove(self, place: int) -> None:
        if self._prover is None or place in self._proven or place >= len(self._positions):
            return
        self._proven.add(place)
        proven = self._prover(self._positions[place])
        if proven is not None:
            self.inquiry.prove(place, proven)

    def _fact(self) -> MoveFacts:
        ply, score, best, line, answer, legal, depth, proven, was, by_tables = self.inquiry.fact(
            self._known - 1
        )
        assert self._found is not None
        return MoveFacts(
            ply=ply,
            before=self._positions[ply - 1],
            move=self._moves[ply - 1],
            score=score,
            best_score=best,
            line=tuple(line),
            answer=tuple(answer),
            legal=legal,
            depth=depth,
            proven=proven,
            was=was,
            by_tables=by_tables,
            others=self._found.others,
        )
