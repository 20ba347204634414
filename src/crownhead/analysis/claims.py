"""Claims about a game: each names a line, and what is on the board when the line is played out.

A claim says only what anybody can see who plays its line; `holds` plays it on the core. Lines that
are someone's free choice are claimed as such, lines of forced replies as forced.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from crownhead._core import claim_holds
from crownhead.move import Move
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.sides import other


def replay_line(start: Position, line: tuple[Move, ...]) -> Iterator[Position]:
    """Yield the positions of a line, `start` first, as far as its moves are legal."""
    yield start
    for move in line:
        if move not in start.legal_moves:
            return
        start = start.play(move)
        yield start


def balance(position: Position, side: Color) -> int:
    """Return how many pieces more `side` has than its opponent."""
    return position.count(side) - position.count(other(side))


def quiet(position: Position) -> bool:
    """Return whether the side to move has no capture that it has to make."""
    return not position.must_capture


@dataclass(frozen=True)
class Claim:
    """One statement about a line from a position; `by` is the side it speaks well of."""

    start: Position
    line: tuple[Move, ...]
    by: Color

    @property
    def kind(self) -> str:
        """Return the name of this kind of claim, which also leads to its sentence."""
        raise NotImplementedError

    def holds(self) -> bool:
        """Return whether playing the line out confirms the claim."""
        return self._holds()

    def _holds(self, **said: Any) -> bool:
        return claim_holds(self.kind, self.start, self.line, self.by, **said)


@dataclass(frozen=True)
class Shot(Claim):
    """By giving pieces and leaving no choice `by` wins `men` pieces net.

    Every reply of the line is the only legal move; `by` gives before it takes; at the end nobody
    has a capture.
    """

    men: int

    @property
    def kind(self) -> str:
        return "shot"

    def holds(self) -> bool:
        return self._holds(men=self.men)


@dataclass(frozen=True)
class Caught(Claim):
    """In this line `by` takes a king for a man at most, and at its end nobody has a capture."""

    men: int

    @property
    def kind(self) -> str:
        return "caught"


@dataclass(frozen=True)
class Tempo(Claim):
    """After this line nothing is attacked, and yet each move of the opponent of `by` loses pieces.

    It loses `men` at least, by captures that have to be made.
    """

    men: int

    @property
    def kind(self) -> str:
        return "tempo"

    def holds(self) -> bool:
        return self._holds(men=self.men)


@dataclass(frozen=True)
class Exchange(Claim):
    """In this line `by` comes out `men` pieces ahead, and at its end nobody has a capture."""

    men: int

    @property
    def kind(self) -> str:
        return "exchange"

    def holds(self) -> bool:
        return self._holds(men=self.men)


@dataclass(frozen=True)
class Crowning(Claim):
    """In this line a man of `by` is crowned on `square`, and is not taken at once."""

    square: int

    @property
    def kind(self) -> str:
        return "crowning"

    def holds(self) -> bool:
        return self._holds(square=self.square)


@dataclass(frozen=True)
class Breakthrough(Crowning):
    """A crowning for which a piece is given that is not taken back at once."""

    @property
    def kind(self) -> str:
        return "breakthrough"


@dataclass(frozen=True)
class Opposition(Claim):
    """After this move of `by` few pieces are left, nothing is attacked, and the other has to move.

    That `by` wins so, and would not if it were its turn, is what a search has found.
    """

    @property
    def kind(self) -> str:
        return "opposition"


@dataclass(frozen=True)
class Majority(Claim):
    """The rule of the most pieces (or of the best capture) left only `line[0]` to the mover.

    `barred` is a capture that the rules would allow if every capture were free.
    """

    barred: Move

    @property
    def kind(self) -> str:
        return "majority"

    def holds(self) -> bool:
        return self._holds(barred=self.barred)


@dataclass(frozen=True)
class Blocked(Claim):
    """After this line the opponent of `by` has pieces, and no move."""

    @property
    def kind(self) -> str:
        return "blocked"
