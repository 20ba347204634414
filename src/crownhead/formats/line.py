"""A game as a row of positions with the moves between them, as pictures of it need it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from crownhead.errors import InvalidPicture
from crownhead.move import Move
from crownhead.position import Position
from crownhead.rules import Crowning, Removal

LONGEST = 2000  # plies in one picture


class Played(Protocol):
    """Anything that began at a position and went on with moves: a game, a game from a file."""

    @property
    def start(self) -> Position: ...

    @property
    def moves(self) -> Sequence[Move]: ...


@dataclass(frozen=True, slots=True)
class Ply:
    """One move, the position before it, and the pieces after it (and after a huff, if any)."""

    move: Move
    before: Position
    after: Position

    @property
    def hops(self) -> list[tuple[int, int, tuple[int, ...]]]:
        """Return the straight parts of the route: from, to, and the squares captured between."""
        left = set(self.move.captures)
        found = []
        for start, end in zip(self.move.route, self.move.route[1:], strict=False):
            over = [square for square in self._between(start, end) if square in left]
            left -= set(over)
            found.append((start, end, tuple(over)))
        return found

    def _between(self, start: int, end: int) -> list[int]:
        squares = self.before.ruleset
        (x, y), (goal_x, goal_y) = squares.place(start), squares.place(end)
        dx, dy = goal_x - x, goal_y - y
        steps = max(abs(dx), abs(dy))
        at = [(x + dx * n // steps, y + dy * n // steps) for n in range(1, steps)]
        found = [squares.square_at(column, row) for column, row in at]
        return [square for square in found if square is not None]

    @property
    def crowned_on(self) -> int | None:
        """Return the hop, from 0, that crowns the man, or None."""
        if not self.move.crowns:
            return None
        route, rules = self.move.route, self.before.variant.rules
        if rules.crowning is Crowning.GOES_ON:
            far = rules.board.width - 1 if self.before.turn == "white" else 0
            for hop, square in enumerate(route[1:]):
                if self.before.ruleset.place(square)[1] == far:
                    return hop
        return len(route) - 2

    @property
    def at_once(self) -> bool:
        """Return whether captured pieces leave the board during the move."""
        return self.before.variant.rules.removal is Removal.AT_ONCE


@dataclass(frozen=True, slots=True)
class Line:
    """A start position and the plies from there."""

    start: Position
    plies: tuple[Ply, ...]

    @property
    def end(self) -> Position:
        """Return the last position."""
        return self.plies[-1].after if self.plies else self.start

    @classmethod
    def of(cls, source: Played | Position, moves: Iterable[Move | str] | None = None) -> Line:
        """Read a game, or a position and the moves from there.

        Raises `InvalidPicture` for anything else and for more than 2,000 plies, `IllegalMove` and
        its kin for moves that cannot be played.
        """
        if isinstance(source, Position):
            return cls(source, tuple(_replay(source, () if moves is None else moves)))
        if getattr(source, "huffing", False) and hasattr(source, "to_game"):
            source = source.to_game()  # from a file: only the whole game knows what was huffed
        start, positions = getattr(source, "start", None), getattr(source, "positions", None)
        played = getattr(source, "moves", None)
        if moves is not None or not isinstance(start, Position) or played is None:
            raise InvalidPicture("Give a game, or a position and its moves")
        if positions is None:
            return cls(start, tuple(_replay(start, played)))
        _check_length(len(played))
        steps = zip(played, positions, positions[1:], strict=False)
        return cls(start, tuple(Ply(move, before, after) for move, before, after in steps))


def _check_length(plies: int) -> None:
    if plies > LONGEST:
        raise InvalidPicture(f"A picture shows at most {LONGEST} plies", "long", most=LONGEST)


def _replay(position: Position, moves: Iterable[Move | str]) -> Iterable[Ply]:
    for ply, given in enumerate(moves, 1):
        _check_length(ply)
        move = given if isinstance(given, Move) else position.parse(given)
        after = position.play(move)
        yield Ply(move, position, after)
        position = after
