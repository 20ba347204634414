"""What an engine said about each of its moves, and what that adds up to by phase of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from crownhead.arena.failure import ArenaError
from crownhead.formats.pdn.evaluations import write_evaluation
from crownhead.position import Position
from crownhead.rules import Color

Phase = Literal["opening", "middle", "ending"]
PHASES: tuple[Phase, ...] = ("opening", "middle", "ending")

_OPENING = 0.75
"""The opening lasts while so much of the first pieces is on the board."""
_ENDING = 8
"""An ending has at most so many pieces."""


@dataclass(frozen=True, slots=True)
class Thought:
    """Hold one move's thinking: who moved, in which phase, and for how many microseconds.

    `score` is in hundredths of a man for the side that moved; `score`, `depth` and `nodes` are
    None where the engine did not search or said nothing.
    """

    side: Color
    phase: Phase
    microseconds: int
    score: int | None = None
    depth: int | None = None
    nodes: int | None = None

    @property
    def comment(self) -> str:
        """Return the commands that stand behind the move in the PDN; the evaluation is White's.

        >>> Thought("white", "opening", 51_200, 12, 9, 2000).comment
        '[%eval 0.12] [%depth 9] [%nodes 2000] [%emt 0.051]'
        >>> Thought("black", "ending", 51_200, 29_991).comment
        '[%eval #-5] [%emt 0.051]'
        """
        white = self.score if self.side == "white" or self.score is None else -self.score
        said = [
            None if white is None else f"[%eval {write_evaluation(white)}]",
            None if self.depth is None else f"[%depth {self.depth}]",
            None if self.nodes is None else f"[%nodes {self.nodes}]",
            f"[%emt {self.microseconds / 1e6:.3f}]",
        ]
        return " ".join(filter(None, said))


@dataclass(frozen=True, slots=True)
class Tally:
    """Add up the thinking over some moves; `searched` are those with a depth.

    >>> tally = Tally().plus(Thought("white", "ending", 500_000, 12, 9, 2000))
    >>> tally.depth_mean, tally.speed, tally.seconds_mean
    (9.0, 4000.0, 0.5)
    """

    moves: int = 0
    searched: int = 0
    depth: int = 0
    nodes: int = 0
    microseconds: int = 0

    def plus(self, thought: Thought) -> Tally:
        """Return the sums with one move more."""
        return self.join(
            Tally(
                1,
                int(thought.depth is not None),
                thought.depth or 0,
                thought.nodes or 0,
                thought.microseconds,
            )
        )

    def join(self, other: Tally) -> Tally:
        """Return the sums of both."""
        return Tally(
            self.moves + other.moves,
            self.searched + other.searched,
            self.depth + other.depth,
            self.nodes + other.nodes,
            self.microseconds + other.microseconds,
        )

    @property
    def depth_mean(self) -> float:
        """Return the mean depth in plies of the moves that were searched."""
        return self.depth / self.searched if self.searched else 0.0

    @property
    def speed(self) -> float:
        """Return the nodes per second."""
        return 1e6 * self.nodes / self.microseconds if self.microseconds else 0.0

    @property
    def seconds_mean(self) -> float:
        """Return the mean time of a move in seconds."""
        return self.microseconds / 1e6 / self.moves if self.moves else 0.0


Tallies = tuple[Tally, Tally, Tally]
"""What one player's moves add up to in each of `PHASES`."""

NOTHING: Tallies = (Tally(), Tally(), Tally())


def phase_of(position: Position, start: Position) -> Phase:
    """Return the phase of a game that began in `start`.

    >>> from crownhead import Position
    >>> start = Position.initial("english")
    >>> phase_of(start, start), phase_of(Position.from_fen("W:WK1:BK32"), start)
    ('opening', 'ending')
    """
    pieces = position.count("white") + position.count("black")
    first = start.count("white") + start.count("black")
    if pieces <= _ENDING:
        return "ending"
    return "opening" if pieces > _OPENING * first else "middle"


def tally_side(thoughts: Iterable[Thought], side: Color) -> Tallies:
    """Return what the moves of one side add up to."""
    found = list(NOTHING)
    for thought in thoughts:
        if thought.side == side:
            place = PHASES.index(thought.phase)
            found[place] = found[place].plus(thought)
    return (found[0], found[1], found[2])


def add_phases(one: Tallies, other: Tallies) -> Tallies:
    """Return the sums of both, phase by phase."""
    first, second, third = (a.join(b) for a, b in zip(one, other, strict=True))
    return (first, second, third)


def write(tallies: Tallies) -> str:
    """Return the text of a tag; `read` understands it.

    >>> write((Tally(2, 1, 9, 2000, 500_000), Tally(), Tally()))
    '2 1 9 2000 500000; 0 0 0 0 0; 0 0 0 0 0'
    """
    return "; ".join(
        f"{t.moves} {t.searched} {t.depth} {t.nodes} {t.microseconds}" for t in tallies
    )


def read(text: str) -> Tallies:
    """Return what `write` wrote. Raises `ArenaError` for anything else.

    >>> read(write(NOTHING)) == NOTHING
    True
    """
    parts: Sequence[Sequence[str]] = [part.split() for part in text.split(";")]
    try:
        found = [Tally(int(m), int(s), int(d), int(n), int(t)) for m, s, d, n, t in parts]
        return (found[0], found[1], found[2])
    except (ValueError, IndexError):
        raise ArenaError(
            f"{text[:60]!r} does not say how players thought", "thinking", text=text[:60]
        ) from None
