"""The tree of what was played: the moves of a position, how often each was played, and with what
result."""

from __future__ import annotations

from dataclasses import dataclass

from crownhead._core import move_code
from crownhead.base.entries import Counts
from crownhead.base.losses import Losses
from crownhead.move import Move
from crownhead.position import Position


@dataclass(frozen=True, slots=True)
class Branch:
    """One move that was played: in how many games, and how they ended.

    `loss` is what it cost on average, in hundredths of a man, in games that carry evaluations; None
    where none does.
    """

    move: Move
    games: int
    white: int
    black: int
    draws: int
    loss: float | None = None

    @property
    def score(self) -> float | None:
        """Return White's share of the points, 0 to 1, or None where no result is known."""
        known = self.white + self.black + self.draws
        return (self.white + self.draws / 2) / known if known else None


@dataclass(frozen=True, slots=True)
class Tree:
    """A position with all that was played in it, the most frequent move first.

    `games` counts those that reach the position, also the ones that end there.
    """

    position: Position
    games: int
    branches: tuple[Branch, ...]


def tree(position: Position, counts: Counts, losses: Losses) -> Tree:
    """Return the tree of a position from the counts of the index and what its moves cost.

    Moves that are played by the law of huffing alone are no branches: they are not legal.
    """
    found = {int(row["move"]): row["results"] for row in counts}
    branches = []
    for move in position.legal_moves:
        results = found.get(move_code(move))
        if results is not None:
            _, white, black, draws = map(int, results)
            loss = losses.get(move_code(move))
            branches.append(Branch(move, int(results.sum()), white, black, draws, loss))
    branches.sort(key=lambda branch: (-branch.games, str(branch.move)))
    return Tree(position, sum(int(row["results"].sum()) for row in counts), tuple(branches))
