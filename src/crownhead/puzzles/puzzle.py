"""One puzzle: a position, the moves that solve it, and what they are an example of."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

from crownhead.errors import AmbiguousMove, CrownheadError, InvalidPuzzle
from crownhead.move import Move
from crownhead.position import Position
from crownhead.variants import Variant

Goal = Literal["win", "draw", "gain"]
"""What the side to move reaches: a proven win, a proven draw, or pieces without danger."""

Proof = Literal["table", "search"]
"""What establishes that no other move does: endgame tables, or a search with a margin."""

MOST_PLIES = 41
EASIEST, HARDEST = 400, 2800


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and its solution.

    `solution` holds one line or several that end alike: moves of both sides in turn, the solver's
    first and last. A first move in none of the lines does not solve the puzzle. `gain` is by how
    many pieces the solver is better off at the end than before. `rating` is how hard it should be
    on the scale of players' ratings, 400 to 2800: an estimate, until people have tried it.
    """

    start: Position
    goal: Goal
    solution: tuple[tuple[Move, ...], ...]
    themes: tuple[str, ...]
    rating: int
    proof: Proof
    gain: int = 0

    @property
    def id(self) -> str:
        """Return ten letters and digits that this position has in this game."""
        return identity(self.start)

    @property
    def line(self) -> tuple[Move, ...]:
        """Return the first line of the solution."""
        return self.solution[0]

    def to_dict(self) -> dict[str, Any]:
        """Return the record of the puzzle, moves as unambiguous text."""
        return {
            "id": self.id,
            "fen": self.start.fen(),
            "goal": self.goal,
            "solution": [write_line(self.start, line) for line in self.solution],
            "themes": list(self.themes),
            "rating": self.rating,
            "proof": self.proof,
            "gain": self.gain,
        }

    @classmethod
    def from_dict(cls, record: object, variant: Variant | str) -> Puzzle:
        """Read the record of a puzzle and play its solution.

        Raises `InvalidPuzzle` with what is wrong in it.
        """
        if not isinstance(record, dict):
            raise InvalidPuzzle("A puzzle is no JSON object")
        name = repr(record.get("id", "?"))[:20].strip("'")
        try:
            start = Position.from_fen(record["fen"], variant)
            puzzle = cls(
                start,
                _one_of(record["goal"], ("win", "draw", "gain")),
                tuple(read(start, line) for line in record["solution"]),
                tuple(str(theme) for theme in record["themes"]),
                _whole(record["rating"]),
                _one_of(record["proof"], ("table", "search")),
                _whole(record["gain"]),
            )
        except KeyError as missing:
            raise InvalidPuzzle(f"Puzzle {name} has no {missing.args[0]!r}") from missing
        except (CrownheadError, TypeError, ValueError) as error:
            raise InvalidPuzzle(f"Puzzle {name}: {error}") from error
        if not puzzle.solution:
            raise InvalidPuzzle(f"Puzzle {name} has no solution")
        if record.get("id") != puzzle.id:
            raise InvalidPuzzle(f"Puzzle {name}: the position's own id is {puzzle.id}")
        return puzzle


def identity(position: Position) -> str:
    """Return the id of the puzzle that a position is.

    >>> identity(Position.initial("english"))
    '741227b445'
    """
    return sha256(f"{position.variant.key} {position.fen()}".encode()).hexdigest()[:10]


def write_line(start: Position, line: tuple[Move, ...]) -> list[str]:
    """Return the moves of a line as text that is unambiguous where they are played."""
    texts = []
    for move in line:
        texts.append(unambiguous(start, move))
        start = start.play(move)
    return texts


def unambiguous(position: Position, move: Move) -> str:
    """Return a move in the brief notation, or with its whole route where that fits several."""
    try:
        position.parse(str(move))
    except AmbiguousMove:
        return move.notation("full")
    return str(move)


def read(start: Position, texts: object) -> tuple[Move, ...]:
    """Return the moves of a line. Raises `CrownheadError` for what is not legal."""
    if not isinstance(texts, list) or len(texts) % 2 == 0 or len(texts) > MOST_PLIES:
        raise InvalidPuzzle(f"a solution is a list of 1 to {MOST_PLIES} moves, an odd number")
    moves = []
    for text in texts:
        move = start.parse(text)
        moves.append(move)
        start = start.play(move)
    return tuple(moves)


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise InvalidPuzzle(f"{value!r:.20} is not a whole number")
    return value


def _one_of(value: Any, known: tuple[Any, ...]) -> Any:
    if value not in known:
        raise InvalidPuzzle(f"{value!r} is none of {', '.join(known)}")
    return value
