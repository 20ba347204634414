"""What the search finds out about each move of a game; no words and no claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Self, cast

from crownhead._core import ReportBuilder
from crownhead.analysis.chances import bound_score, chance, given_away
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


DEEPER = 6
"""How many plies further a mistake is looked into, where a depth is the limit."""


@dataclass(frozen=True, slots=True, repr=False)
class MoveFacts:
    """Hold what is known of one move.

    `score` is the value of the move played, `best_score` that of the best one, both in hundredths
    of a man for the side that moves. `line` is the best play from `before`, `answer` the best play
    after the move that was played, `others` the lines compared with the best. `legal` counts the
    moves there were. `proven` is what is proved of the position after the move, `was` of the one
    before it, for the side that moves; `by_tables` tells that both come from a prover. `men` counts
    the pieces that the move leaves fewer than the best line; `drawn` tells that it was drawn by
    lot.
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
    men: int = 0
    drawn: bool = False
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
        return max(0, bound_score(self.best_score) - bound_score(self.score))

    @property
    def lost(self) -> float:
        """Return the winning chances that the move gave away, 0 to 1."""
        return max(0.0, chance(self.best_score) - chance(self.score))

    @property
    def given_away(self) -> float:
        """Return how much the move gave away, 0 to 1 for two men or more."""
        return given_away(self.best_score, self.score, self.men)

    @property
    def weight(self) -> float:
        """Return how much the move mattered, 0 to 1: chances lost, and what it gave away."""
        return (self.lost + self.given_away / 2) / 2


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


def _times(limit: Limit, effort: int) -> Limit:
    """Return a limit of so many times the work; a depth is reached further by `DEEPER` plies."""
    if effort == 1:
        return limit
    return replace(
        limit,
        nodes=None if limit.nodes is None else effort * limit.nodes,
        seconds=None if limit.seconds is None else effort * limit.seconds,
        depth=None if limit.depth is None else limit.depth + DEEPER,
    )


class Questions:
    """What the core asks about a game, answered by an engine and a prover.

    Iterating gives the facts of the moves, the last one first. After that each `check` searches
    once more what seems to be a mistake.
    """

    def __init__(
        self,
        engine: Engine,
        positions: Sequence[Position],
        moves: Sequence[Move],
        limit: Limit,
        prover: Prover | None = None,
        lines: int = 1,
        drawn: int = 0,
    ) -> None:
        if len(positions) != len(moves) + 1:
            raise EngineError("Analysis: a game has one position more than moves")
        self._engine, self._positions, self._moves = engine, positions, moves
        self._limit, self._prover, self._lines = limit, prover, lines
        self.builder = ReportBuilder(positions, moves, drawn)
        self._others: list[tuple[AnalysedLine, ...]] = []

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> MoveFacts:
        """Return the facts of one move more. Raises `EngineError`, and `StopIteration`."""
        builder, known = self.builder, self.builder.known
        if known == len(self._moves):
            raise StopIteration
        while builder.known == known:
            found = self._answer()
        self._others.append(found.others)
        return self.fact(known)

    def check(self) -> bool:
        """Search once more for what seems to be a mistake; return False where all are done."""
        if self.builder.next_position is not None:
            self._answer()
        return self.builder.next_position is not None

    def _answer(self) -> Analysis:
        """Search the position that is asked about."""
        builder = self.builder
        position = cast(Position, builder.next_position)
        proven = self._prover(position) if self._prover is not None else None
        compared = self._lines if builder.compared else 1
        found = self._engine.analyse(position, _times(self._limit, builder.effort), compared)
        exact = [each for each in found.others if each.line and each.bound == "exact"]
        others = [(each.line[0], each.score) for each in exact]
        builder.record(found.score, found.depth, found.line, others, proven)
        return found

    def fact(self, place: int) -> MoveFacts:
        """Return what is known of a move; the last one of the game has place 0."""
        (
            ply,
            score,
            best,
            line,
            answer,
            legal,
            depth,
            proven,
            was,
            by_tables,
            men,
            drawn,
        ) = self.builder.fact(place)
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
            men=men,
            drawn=drawn,
            others=self._others[place],
        )
