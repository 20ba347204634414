"""Other moves that reach the goal, too, and how much they matter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from crownhead.compose.composition import Composition, replay
from crownhead.endgame.tables import Tables
from crownhead.move import Move
from crownhead.position import Position
from crownhead.puzzles.proof import is_settled
from crownhead.puzzles.puzzle import unambiguous, write_line
from crownhead.rules import Color

Kind = Literal["cook", "dual", "transposition", "landing", "longer", "ending"]
"""A second solution in the main line, one in another line, or one of the minor ones."""

KINDS: tuple[Kind, ...] = get_args(Kind)
MINOR: frozenset[Kind] = frozenset({"transposition", "landing", "longer", "ending"})
_FAR = 1_000_000  # plies: where a table has no distance nothing is longer
_PLIES = 8  # within so many plies a transposition meets the solution again
_LOOKED_AT = 20_000  # positions, at most


@dataclass(frozen=True, slots=True)
class Second:
    """A move that reaches the goal where the solution plays another, after `line`."""

    line: tuple[Move, ...]
    move: Move
    kind: Kind

    @property
    def at(self) -> int:
        """Return the number of the attacker's move, from 1."""
        return len(self.line) // 2 + 1

    def to_dict(self, start: Position) -> dict[str, Any]:
        """Return it as plain data."""
        position = replay(start, self.line)[-1]
        return {
            "line": write_line(start, self.line),
            "move": unambiguous(position, self.move),
            "kind": self.kind,
        }


def kind_of(composition: Composition, line: tuple[Move, ...], move: Move, tables: Tables) -> Kind:
    """Return of which kind a second way is that begins after `line` with `move`.

    A `transposition` meets the solution again against every defence, in eight plies at most. A
    `landing` is the attacker's last move with a piece that takes the same and lands elsewhere.
    `longer` keeps a win that by the tables takes more moves so. `ending` comes when the work is
    done: the attacker is ahead of where he began and nobody has a capture, or the tables hold the
    position, as they did not hold the first. All others are a `cook` in the main line, and a `dual`
    in another.
    """
    main = composition.solution
    before = replay(composition.start, line)[-1]
    after = before.play(move)
    known, last = _solution_from(composition, line)
    if (
        known is not None
        and last
        and move.captures
        and ((move.origin, set(move.captures)) == (known.origin, set(known.captures)))
    ):
        return "landing"
    if _meets(after, frozenset(_later(composition, len(line))), composition.attacker):
        return "transposition"
    if known is not None and composition.goal == "win":
        mine, theirs = tables.value(after), tables.value(before.play(known))
        if mine and theirs and (mine[1] or 0) > (theirs[1] or _FAR):
            return "longer"
    if line and is_ending(composition, before, tables):
        return "ending"
    return "cook" if main[: len(line)] == line else "dual"


def is_ending(composition: Composition, position: Position, tables: Tables) -> bool:
    """Return whether the work is done where the attacker is to move; see `kind_of`."""
    start = composition.start
    if tables.value(position) is not None and tables.value(start) is None:
        return True
    return composition.goal != "draw" and is_settled(start, position.pass_turn())


def _solution_from(composition: Composition, line: tuple[Move, ...]) -> tuple[Move | None, bool]:
    """Return the solution's own move after a line, and whether it is the attacker's last one."""
    following = [one for one in composition.lines if one[: len(line)] == line and one[len(line) :]]
    if not following:
        return None, False
    return following[0][len(line)], all(len(one) <= len(line) + 2 for one in following)


def _later(composition: Composition, ply: int) -> list[Position]:
    """Return the positions of the solution after its ply `ply`."""
    return [position for position, at in composition.positions() if at > ply]


def _meets(position: Position, known: frozenset[Position], attacker: Color) -> bool:
    """Return whether the attacker can bring about one of the known positions."""
    left = _LOOKED_AT

    def look(at: Position, plies: int) -> bool:
        nonlocal left
        left -= 1
        if at in known:
            return True
        if plies == 0 or left <= 0:
            return False
        moves = at.legal_moves
        if not moves:
            return False
        test = any if at.turn == attacker else all
        return test(look(at.play(move), plies - 1) for move in moves)

    return look(position, _PLIES)
