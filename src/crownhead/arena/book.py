"""A generated book: balanced positions reached by random moves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from crownhead.arena.contestant import derive_seed
from crownhead.arena.failure import ArenaError
from crownhead.arena.opening import Opening
from crownhead.digits import parse_uint
from crownhead.engines.builtin import BuiltinEngine
from crownhead.engines.interface import Limit
from crownhead.position import Position
from crownhead.variants import Variant

MOST_PLIES = 100
TRIES = 2_000
"""After so many lines without a new opening the book has them all."""


@dataclass(frozen=True, slots=True)
class Book:
    """Openings of `plies` random legal moves, at whose end nobody can capture or stands better.

    A short search of `nodes` nodes judges: at most `margin` hundredths of a man either way. All
    final positions are different; when no new one is found, they come again in another order.
    The openings follow from the seed alone, and asking for more of them changes none before.

    >>> from crownhead.variants import get
    >>> book = Book(get("english"), plies=4, seed=7)
    >>> first, second = book.openings(), book.openings()
    >>> [next(first) for _ in range(3)] == [next(second) for _ in range(3)]
    True
    """

    variant: Variant
    plies: int = 8
    margin: int = 50
    nodes: int = 1_000
    seed: int = 0

    @classmethod
    def parse(cls, text: str, variant: Variant, seed: int) -> Book:
        """Read `plies=N,margin=N,nodes=N`, each of them optional."""
        found: dict[str, int] = {}
        most = {"plies": MOST_PLIES, "margin": 30_000, "nodes": 10_000_000}
        for part in filter(None, text.split(",")):
            name, _, value = part.partition("=")
            number = parse_uint(value) or 0
            if name not in most or not 0 < number <= most[name]:
                raise ArenaError(
                    f"Openings: {part[:40]!r} is not plies=N, margin=N or nodes=N within bounds",
                    "random",
                    text=part[:40],
                )
            found[name] = number
        return cls(variant, seed=seed, **found)

    def openings(self) -> Iterator[Opening]:
        """Yield openings without end. Raises `ArenaError` if there is not a single one."""
        dice = random.Random(derive_seed("book", self.seed))
        found: dict[Position, Opening] = {}
        start = Position.initial(self.variant)
        failures = 0
        with BuiltinEngine(megabytes=1) as judge:
            while failures < TRIES:
                line = _walk(dice, start, self.plies)
                failures += 1
                if line is None or line[0] in found or not self._even(judge, line[0]):
                    continue
                failures = 0
                opening = Opening("", line[1], f"random {len(found) + 1}")
                found[line[0]] = opening
                yield opening
        if not found:
            raise ArenaError(
                f"Openings: no balanced position in {TRIES} lines of {self.plies} random moves",
                "unbalanced",
                tries=TRIES,
                plies=self.plies,
            )
        while True:
            order = list(found.values())
            dice.shuffle(order)
            yield from order

    def _even(self, judge: BuiltinEngine, position: Position) -> bool:
        return abs(judge.analyse(position, Limit(nodes=self.nodes)).score) <= self.margin


def _walk(
    dice: random.Random, position: Position, plies: int
) -> tuple[Position, tuple[str, ...]] | None:
    moves = []
    for _ in range(plies):
        legal = position.legal_moves
        if position.outcome is not None:
            return None
        move = dice.choice(legal)
        moves.append(move.notation("full"))
        position = position.play(move)
    if position.outcome is not None or position.legal_moves[0].captures:
        return None
    return position, tuple(moves)
