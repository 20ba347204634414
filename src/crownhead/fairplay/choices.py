"""The moves of a game in which a player had a real choice, and what he made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Self

from crownhead.engines.interface import Engine, Limit
from crownhead.events import Played
from crownhead.formats.pdn import PdnGame
from crownhead.game import Game
from crownhead.move import Move
from crownhead.position import Position
from crownhead.rules import Color

NODES = 5_000
"""What is searched for each move, unless another number is asked for."""
GLANCE = Limit(nodes=100)
"""A look that is as short as this finds the moves that anybody may find."""

SKIPPED = 8
"""The first plies of a game are known by heart, or drawn by lot."""
FEWEST = 3
"""With fewer legal moves than this there is little to choose."""
CLEARLY = 10
"""Hundredths of a man by which the best move is better than the next: else both are as good."""
DECIDED = 600
"""Hundredths of a man from where on a game is decided, and any move does."""
MOST = 200
"""Hundredths of a man: no move is counted as costing more."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One move that was a real choice.

    There were at least three legal moves, one of them clearly the best, and the game was not
    decided. `agreed`: the best one was played; `cost` is what the move gave away, 0 to 200
    hundredths of a man. `hard`: a look of 100 nodes would have played another move. `seconds` is
    how long it took, where that is known; `variant` the key of the game.
    """

    ply: int
    legal: int
    agreed: bool
    cost: int
    hard: bool
    seconds: float | None = None
    variant: str = ""


def find_choices(
    positions: Sequence[Position],
    moves: Sequence[Move],
    side: Color,
    *,
    nodes: int = NODES,
    seconds: Sequence[float | None] = (),
) -> Iterator[Choice]:
    """Yield the real choices of one side in a game, searching `nodes` for each of its moves.

    `positions` are one more than `moves`; `seconds` are those of the moves. The same game gives the
    same choices on every machine.

    >>> from crownhead import Game
    >>> game = Game("english")
    >>> for move in "11-15 23-19 8-11 22-17 4-8 17-13 15-18 24-20 11-15 28-24 8-11".split():
    ...     _ = game.play(move)
    >>> [choice.ply for choice in find_choices(game.positions, game.moves, "black", nodes=1000)]
    [8, 10]
    """
    with Examiner(nodes) as examiner:
        for look in examiner.plan(positions, moves, side, seconds):
            choice = look()
            if choice is not None:
                yield choice


class Examiner:
    """Look at one game's moves in turn; its engines remember what they have seen of the game."""

    def __init__(self, nodes: int = NODES) -> None:
        self._limit = Limit(nodes=nodes)
        self._engine = Engine.builtin(megabytes=16)
        self._novice = Engine.builtin(megabytes=1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._engine.close()
        self._novice.close()

    def stop(self) -> None:
        """End a running search soon; any thread may call it."""
        self._engine.stop()

    def plan(
        self,
        positions: Sequence[Position],
        moves: Sequence[Move],
        side: Color,
        seconds: Sequence[float | None] = (),
    ) -> Iterator[Callable[[], Choice | None]]:
        """Yield a function for each move of a side; calling it runs the searches of that move."""
        for ply, (before, move) in enumerate(zip(positions, moves, strict=False)):
            if before.turn == side:
                took = seconds[ply] if ply < len(seconds) else None
                yield partial(self.examine, ply, before, move, took)

    def examine(
        self, ply: int, before: Position, move: Move, seconds: float | None = None
    ) -> Choice | None:
        """Return the choice that a move was, None where it was no real one."""
        legal = len(before.legal_moves)
        if ply < SKIPPED or legal < FEWEST:
            return None
        found = self._engine.analyse(before, self._limit, lines=2)
        if abs(found.score) >= DECIDED or not found.others:
            return None
        if found.score - found.others[0].score < CLEARLY:
            return None
        agreed = move == found.best
        cost = 0
        if not agreed:
            answer = self._engine.analyse(before.play(move), self._limit)
            cost = min(MOST, max(0, found.score + answer.score))
        hard = self._novice.analyse(before, GLANCE).best != found.best
        return Choice(ply, legal, agreed, cost, hard, seconds, before.variant.key)


def times_of(game: Game | PdnGame) -> list[float | None]:
    """Return the seconds that each move of a game took, None where nothing says so.

    In PDN that is `[%emt]`, else what is left on the own clock (`[%clk]`) compared with before: an
    increment makes moves look shorter than they were.

    >>> from crownhead import pdn
    >>> told = "1. 11-15 {[%emt 0:03]} 22-18 {[%clk 5:00]} 2. 15x22 25x18 {[%clk 4:48]} *"
    >>> game = pdn.loads(told)
    >>> times_of(game)
    [3.0, None, None, 12.0]
    """
    if isinstance(game, Game):
        at = [event.at for event in game.events if isinstance(event, Played)]
        return [_between(*pair) for pair in pairwise([None, *at])]
    clocks: dict[Color, int | None] = {}
    found: list[float | None] = []
    for node in game.mainline():
        left, side = node.clock, node.parent.position.turn if node.parent else "white"
        spent = node.elapsed
        found.append(_between(left, clocks.get(side)) if spent is None else spent / 1000)
        clocks[side] = left
    return found


def _between(begin: int | None, end: int | None) -> float | None:
    return (end - begin) / 1000 if begin is not None and end is not None and end >= begin else None
