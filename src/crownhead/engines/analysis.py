"""What an engine finds out about a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from crownhead import scores
from crownhead.hints import absent, hint

if TYPE_CHECKING:
    from crownhead.endgame.tables import Probe
    from crownhead.move import Move

WIN = scores.WIN
"""The score of a win on the board; one that is n plies away scores n less."""
Bound = Literal["exact", "lower", "upper"]
"""What a score says: so much, at least so much, at most so much."""


@dataclass(frozen=True, slots=True)
class AnalysedLine:
    """Show one line of play: what it is worth, in hundredths of a man for the side to move.

    `tables` is what the endgame tables say of its first move, for the side to move; the score does
    not contradict it. None where they do not know, or were not asked.
    """

    score: int
    depth: int
    line: tuple[Move, ...]
    bound: Bound = "exact"
    tables: Probe | None = None

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise absent(self, name)

    @property
    def best(self) -> Move | None:
        """Return the move that the line begins with, or None where there is no move."""
        return self.line[0] if self.line else None

    @property
    def decided_in(self) -> int | None:
        """Return the plies to the end of a proven win, negative for a loss, None if neither."""
        return scores.decided_in(self.score)

    @property
    def proven(self) -> Literal["win", "loss"] | None:
        """Return what the line is proven to lead to, by search or by endgame tables."""
        return scores.proven(self.score)


@dataclass(frozen=True, slots=True)
class Analysis:
    """Show what an engine found out about a position.

    `score` is in hundredths of a man for the side to move, `line` the best play of both sides,
    `best` its first move (None where there is no move), `depth` the plies searched completely.
    `bound` says whether the score is exact. `others` are the best lines that begin with other
    moves, as many as were asked for. `tables` is what the endgame tables say of the best move; see
    `AnalysedLine`.
    """

    score: int
    depth: int
    nodes: int
    seconds: float
    line: tuple[Move, ...]
    bound: Bound = "exact"
    others: tuple[AnalysedLine, ...] = ()
    tables: Probe | None = None

    def __getitem__(self, name: object) -> NoReturn:
        """Refuse what a dictionary would take: the values are attributes."""
        what = hint("Analysis", str(name)) or f"write .{name}"
        if isinstance(name, int):
            what = "write .lines, the best first"
        raise TypeError(f"An Analysis is no list or dictionary: {what}")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise absent(self, name)

    @property
    def lines(self) -> tuple[AnalysedLine, ...]:
        """Return all lines, the best first."""
        best = AnalysedLine(self.score, self.depth, self.line, self.bound, self.tables)
        return (best, *self.others)

    @property
    def best(self) -> Move | None:
        """Return the move to play, or None where the side to move has none."""
        return self.line[0] if self.line else None

    @property
    def decided_in(self) -> int | None:
        """Return the plies to the end of a proven win, negative for a loss, None if neither.

        >>> Analysis(29_993, 9, 1200, 0.01, ()).decided_in
        7
        """
        return scores.decided_in(self.score)

    @property
    def proven(self) -> Literal["win", "loss"] | None:
        """Return what is proven, by search or by endgame tables; None if nothing is."""
        return scores.proven(self.score)
