"""Claims about lines of play once more, slow and obvious, in terms of the library's public face."""

from __future__ import annotations

from dataclasses import dataclass

from crownhead.analysis.claims import balance, quiet, replay_line
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
        found = list(replay_line(self.start, self.line))
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
        settled = end.turn != self.by and quiet(end) and not _is_threatened(end, self.by)
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
        return quiet(end) and not _is_threatened(end, other(end.turn)) and gained == self.men


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
class Caught(Claim):
    """In this line `by` takes a king for a man at most, and at its end nobody has a capture."""

    men: int

    @property
    def kind(self) -> str:
        return "caught"

    def holds(self) -> bool:
        positions = self.positions()
        if positions is None:
            return False
        kings = {self.by: 0, other(self.by): 0}
        for position, move in zip(positions, self.line, strict=False):
            pieces = position.pieces
            kings[position.turn] += sum(pieces[n].endswith("king") for n in move.captures)
        gained = balance(positions[-1], self.by) - balance(self.start, self.by)
        return (
            kings[self.by] > 0
            and kings[other(self.by)] == 0
            and _is_settled(positions[-1])
            and gained >= -1
        )


@dataclass(frozen=True)
class Tempo(Claim):
    """After this line nothing is attacked, and each move of the opponent loses `men` at least."""

    men: int

    @property
    def kind(self) -> str:
        return "tempo"

    def holds(self) -> bool:
        positions = self.positions()
        if positions is None or self.men < 1:
            return False
        end = positions[-1]
        if balance(end, self.by) < balance(self.start, self.by) or end.turn == self.by:
            return False
        if not _is_settled(end) or not end.legal_moves:
            return False
        losses = [
            _final_balance(end.play(m), self.by) - balance(end, self.by) for m in end.legal_moves
        ]
        return min(8, *losses, 8) == self.men


@dataclass(frozen=True)
class Breakthrough(Crowning):
    """A crowning for which a piece is given that is not taken back at once."""

    @property
    def kind(self) -> str:
        return "breakthrough"

    def holds(self) -> bool:
        positions = self.positions()
        if positions is None or not super().holds():
            return False
        for place in range(1, len(self.line) - 1):
            before, given, behind = self.line[place - 1 : place + 2]
            if positions[place].turn == self.by or len(positions[place].legal_moves) != 1:
                continue
            if given.captures and not before.captures and not behind.captures:
                return True
        return False


@dataclass(frozen=True)
class Opposition(Claim):
    """After one move few pieces are left, nothing is attacked, and the other side has to move."""

    @property
    def kind(self) -> str:
        return "opposition"

    def holds(self) -> bool:
        positions = self.positions()
        if positions is None or len(self.line) != 1:
            return False
        end = positions[-1]
        few = end.count("white") + end.count("black") <= 6
        return few and end.turn != self.by and _is_settled(end) and len(end.legal_moves) > 0


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


def _is_threatened(position: Position, side: Color) -> bool:
    """Return whether `side`, if it were to move, had a capture."""
    return not quiet(position if position.turn == side else position.pass_turn())


def _is_settled(position: Position) -> bool:
    """Return whether neither side, were it to move, had a capture."""
    return quiet(position) and not _is_threatened(position, other(position.turn))


def _final_balance(position: Position, by: Color, plies: int = 8) -> int:
    """Return how far ahead `by` is when all captures have been made, each side choosing its own."""
    if plies == 0 or quiet(position):
        return balance(position, by)
    ends = [_final_balance(position.play(move), by, plies - 1) for move in position.legal_moves]
    return max(ends) if position.turn == by else min(ends)


def _lasts(start: Position, line: tuple[Move, ...], plies: int, gained: int) -> bool:
    """Return whether the line never comes to rest later with less gained."""
    by = start.turn
    rest = list(replay_line(start, line))[plies:]
    return all(balance(p, by) - balance(start, by) >= gained for p in rest if _is_settled(p))


def find_block(start: Position, line: tuple[Move, ...]) -> Blocked | None:
    """Return the block with which the line ends, or None."""
    claim = Blocked(start, line[:15], start.turn)
    return claim if line and len(line) <= 15 and claim.holds() else None


def find_caught(start: Position, line: tuple[Move, ...]) -> Caught | None:
    """Return the king that the line catches for the side to move, and keeps, or None."""
    by = start.turn
    positions = list(replay_line(start, line))
    for plies in range(1, min(13, len(line)) + 1):
        gained = max(0, balance(positions[plies], by) - balance(start, by))
        if Caught(start, line[:plies], by, gained).holds():
            later = [n for n in range(plies + 1, len(line) + 1) if _is_settled(positions[n])]
            kept = all(Caught(start, line[:n], by, 0).holds() for n in later)
            return Caught(start, line[:plies], by, gained) if kept else None
    return None


def tempo(start: Position, line: tuple[Move, ...]) -> Tempo | None:
    """Return the first position of the line in which each move of the opponent loses pieces."""
    for plies in range(1, min(7, len(line)) + 1, 2):
        for men in (1, 2, 3):
            claim = Tempo(start, line[:plies], start.turn, men)
            if claim.holds():
                return claim
    return None


def opposition(start: Position, line: tuple[Move, ...]) -> Opposition | None:
    """Return what the board shows of an opposition after the first move of a line, or None."""
    claim = Opposition(start, line[:1], start.turn)
    return claim if line and claim.holds() else None


def breakthrough(start: Position, line: tuple[Move, ...]) -> Breakthrough | None:
    """Return the crowning for which the line gives a piece, or None."""
    claim = crowning(start, line)
    if claim is None:
        return None
    found = Breakthrough(start, claim.line, claim.by, claim.square)
    return found if found.holds() else None


def crowning(start: Position, line: tuple[Move, ...]) -> Crowning | None:
    """Return the crowning that the line brings the side to move, before its opponent's, or None."""
    by = start.turn
    for plies, position in enumerate(replay_line(start, line[:15])):
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
    for plies, position in enumerate(replay_line(start, line[:13])):
        gained = balance(position, by) - balance(start, by)
        if plies and gained > 0:
            claim = Exchange(start, line[:plies], by, gained)
            if claim.holds() and _lasts(start, line, plies, gained):
                return claim
    return None


def majority(start: Position, line: tuple[Move, ...]) -> Majority | None:
    """Return the first reply of a line that only that rule forces on the opponent, or None."""
    if start.variant.rules.choice is Choice.FREE:
        return None
    for position, move in zip(replay_line(start, line), line, strict=False):
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
    for plies, position in enumerate(replay_line(start, line[:13])):
        if plies >= 3 and position.turn != by:
            gained = balance(position, by) - balance(start, by)
            claim = Shot(start, line[:plies], by, gained)
            if gained > 0 and claim.holds() and _lasts(start, line, plies, gained):
                return claim
    return None
