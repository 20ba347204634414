"""Claims about lines of play once more, slow and obvious, in terms of the library's public face."""

from __future__ import annotations

from dataclasses import dataclass

from crownhead.analysis.claims import balance, played, quiet
from crownhead.move import Move
from crownhead.outcome import Termination
from crownhead.position import Position
from crownhead.rules import Choice, Color
from crownhead.sides import other


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
        raise NotImplementedError

    def positions(self) -> list[Position] | None:
        """Return the positions of the line, or None where it is not legal."""
        found = list(played(self.start, self.line))
        return found if len(found) == len(self.line) + 1 else None


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
        positions = self.positions()
        if positions is None or self.men < 1:
            return False
        replies = [p for p in positions[:-1] if p.turn != self.by]
        if not replies or any(len(p.legal_moves) != 1 for p in replies):
            return False
        steps = zip(positions, self.line, strict=False)
        gives = any(move.captures for position, move in steps if position.turn != self.by)
        end = positions[-1]
        gained = balance(end, self.by) - balance(self.start, self.by)
        settled = end.turn != self.by and quiet(end) and not _threatened(end, self.by)
        return gives and settled and gained == self.men


@dataclass(frozen=True)
class Exchange(Claim):
    """In this line `by` comes out `men` pieces ahead, and at its end nobody has a capture."""

    men: int

    @property
    def kind(self) -> str:
        return "exchange"

    def holds(self) -> bool:
        positions = self.positions()
        if positions is None or self.men < 1 or not any(move.captures for move in self.line):
            return False
        end = positions[-1]
        gained = balance(end, self.by) - balance(self.start, self.by)
        return quiet(end) and not _threatened(end, other(end.turn)) and gained == self.men


@dataclass(frozen=True)
class Crowning(Claim):
    """In this line a man of `by` is crowned on `square`, and is not taken at once."""

    square: int

    @property
    def kind(self) -> str:
        return "crowning"

    def holds(self) -> bool:
        positions = self.positions()
        if positions is None or not self.line:
            return False
        last, before, end = self.line[-1], positions[-2], positions[-1]
        taken = any(self.square in move.captures for move in end.legal_moves)
        crowned = last.crowns and last.target == self.square and before.turn == self.by
        return crowned and not taken


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
        legal = self.start.legal_moves
        free = self.start._moves_of_kind("any-choice")
        return (
            len(self.line) == 1
            and self.by == other(self.start.turn)
            and list(legal) == [self.line[0]]
            and self.barred in free
            and self.barred not in legal
        )


@dataclass(frozen=True)
class Blocked(Claim):
    """After this line the opponent of `by` has pieces, and no move."""

    @property
    def kind(self) -> str:
        return "blocked"

    def holds(self) -> bool:
        positions = self.positions()
        if positions is None:
            return False
        end = positions[-1]
        shut = end.turn != self.by and end.count(end.turn) > 0 and not end.has_legal_move
        return shut and (end.outcome is None or end.outcome.termination != Termination.FIRST_KING)


def _threatened(position: Position, side: Color) -> bool:
    """Return whether `side`, if it were to move, had a capture."""
    return not quiet(position if position.turn == side else position.passed())


def blocked(start: Position, line: tuple[Move, ...]) -> Blocked | None:
    """Return the block with which the line ends, or None."""
    claim = Blocked(start, line[:15], start.turn)
    return claim if line and len(line) <= 15 and claim.holds() else None


def breakthrough(start: Position, line: tuple[Move, ...]) -> Crowning | None:
    """Return the crowning that the line brings the side to move, before its opponent's, or None."""
    by = start.turn
    for plies, position in enumerate(played(start, line[:15])):
        if plies == len(line):
            break
        move = line[plies]
        if move.crowns:
            claim = Crowning(start, line[: plies + 1], by, move.target)
            return claim if position.turn == by and claim.holds() else None
    return None


def exchange(start: Position, line: tuple[Move, ...]) -> Exchange | None:
    """Return the gain of material that the line brings the side to move, or None."""
    by = start.turn
    for plies, position in enumerate(played(start, line[:9])):
        gained = balance(position, by) - balance(start, by)
        if plies and gained > 0:
            claim = Exchange(start, line[:plies], by, gained)
            if claim.holds():
                return claim
    return None


def majority(start: Position, line: tuple[Move, ...]) -> Majority | None:
    """Return the first reply of a line that only that rule forces on the opponent, or None."""
    if start.variant.rules.choice is Choice.FREE:
        return None
    for position, move in zip(played(start, line), line, strict=False):
        if position.turn == start.turn or len(position.legal_moves) != 1:
            continue
        barred = next((m for m in position._moves_of_kind("any-choice") if m != move), None)
        if barred is not None:
            claim = Majority(position, (move,), other(position.turn), barred)
            if claim.holds():
                return claim
    return None


def shot(start: Position, line: tuple[Move, ...]) -> Shot | None:
    """Return the shot with which the side to move begins the line, or None.

    The shortest part of the line that is a shot counts, for a shot ends where its gain is safe.
    """
    by = start.turn
    for plies, position in enumerate(played(start, line[:13])):
        if plies >= 3 and position.turn != by:
            gained = balance(position, by) - balance(start, by)
            claim = Shot(start, line[:plies], by, gained)
            if gained > 0 and claim.holds():
                return claim
    return None
