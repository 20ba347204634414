"""Check a composition: one solution, no dual, every defence answered, and the certificate of it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import TypeVar

from crownhead.compose.certificate import Certificate, Found, solution_nodes, verdict_of
from crownhead.compose.composition import Composition
from crownhead.compose.deciding import NODES, POSITIONS, Decider
from crownhead.compose.graph import name_of, winner_of
from crownhead.compose.origin import Doubt, doubts
from crownhead.compose.seconds import Second, is_ending, kind_of
from crownhead.endgame.tables import Tables
from crownhead.engines.interface import Engine, Limit
from crownhead.move import Move
from crownhead.position import Position
from crownhead.puzzles.proof import GLANCE, GOOD, is_settled
from crownhead.puzzles.puzzle import MOST_PLIES

_MOST_LINES = 32
_REPLIES = 4  # defences that are tried where no solution is given

Told = Callable[[int, int], None]
"""Called with the positions of the solution that have been looked at, and how many there are."""
Result = TypeVar("Result")
Steps = Generator[bool, None, Result]
"""Work that pauses after each question."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found of a composition.

    `solution` is the author's main line, or the one found where none was given. `open` are the
    moves that nothing decides, by the number of the attacker's move, with the score of a search.
    """

    found: Found
    solution: tuple[Move, ...]
    seconds: tuple[Second, ...]
    open: tuple[tuple[int, Move, int], ...]
    origin: tuple[Doubt, ...]
    certificate: Certificate

    @property
    def sound(self) -> bool:
        """Return whether the composition is sound."""
        return self.found.verdict == "sound"


def check(
    composition: Composition,
    *,
    tables: Tables | None = None,
    positions: int = POSITIONS,
    nodes: int = NODES,
    proven: bool = False,
    told: Told | None = None,
) -> Report:
    """Return what is true of a composition, as far as it can be decided within the limits.

    Each question (does this move reach the goal?) may look at so many `positions` for a proof, and
    where there is none a search of `nodes` nodes gives evidence; with `proven` that counts for
    nothing, and what it speaks for stays open. `tables` are the shipped ones by default. The same
    call finds the same. Raises `TooComplex`.

    >>> from crownhead.compose import reading
    >>> given = reading.of_fen("W:WK15,K32:B16,K28", "english")
    >>> report = check(given)
    >>> report.found.verdict, str(report.solution[0]), report.found.ground
    ('sound', '15-11', 'proved')
    """
    checking = Checking(
        composition, tables=tables, positions=positions, nodes=nodes, proven=proven, told=told
    )
    while checking.step():
        pass
    return checking.report()


class Checking:
    """A composition that is checked one question after the other; arguments as those of `check`.

    >>> from crownhead.compose import reading
    >>> checking = Checking(reading.of_fen("W:WK15,K32:B16,K28", "english"))
    >>> while checking.step():
    ...     pass
    >>> checking.report().found.verdict, checking.done == checking.total > 0
    ('sound', True)
    """

    def __init__(
        self,
        composition: Composition,
        *,
        tables: Tables | None = None,
        positions: int = POSITIONS,
        nodes: int = NODES,
        proven: bool = False,
        told: Told | None = None,
    ) -> None:
        tables = tables or Tables.open(composition.start.variant)
        self.composition = composition
        self.decider = Decider(composition, tables, positions=positions, nodes=nodes)
        self.proven = proven
        self.searched: dict[str, tuple[int, bool]] = {}
        self.open: dict[str, int] = {}
        self.seconds: list[Second] = []
        self.undecided: list[tuple[int, Move, int]] = []
        self.done = self.total = 0
        """How many positions of the solution have been looked at, and how many there are."""
        self._told = told
        self._steps = self._check()

    def step(self) -> bool:
        """Answer one more question; return False where nothing is left to ask.

        Raises `TooComplex`.
        """
        return next(self._steps, False)

    def report(self) -> Report:
        """Return what was found, once there is nothing left to ask."""
        certificate = Certificate(
            self.composition,
            Found("undecided"),
            self.decider.graph,
            self.decider.nodes,
            self.searched,
            self.open,
            tuple(self.seconds),
        )
        certificate.trim()
        certificate.found = verdict_of(certificate)
        return Report(
            certificate.found,
            self.composition.solution,
            tuple(self.seconds),
            tuple(self.undecided),
            doubts(self.composition.start),
            certificate,
        )

    def _check(self) -> Steps[None]:
        if not self.composition.lines:
            self.composition = yield from self._solve(self.composition)
            self.decider.composition = self.composition
        rows = list(solution_nodes(self.composition))
        self.total = len(rows)
        for position, move, line in rows:
            if self._told is not None:
                self._told(self.done, self.total)
            goes_on = yield from self._look(position, move, line)
            self.done += 1
            if not goes_on:
                return

    def _reaches(self, position: Position, *, claimed: bool = False) -> bool | None:
        """Return whether the attacker reaches the goal, and remember on what ground.

        What the author has `claimed` a search contradicts only where the attacker is clearly worse.
        """
        decision = self.decider.decide(position)
        name, score = name_of(position), decision.score
        if score is None:
            return decision.reaches
        doubtful = claimed and decision.reaches is False and score > -GOOD
        if decision.reaches is None or self.proven or doubtful:
            self.searched.pop(name, None)
            self.open[name] = score
            return None
        self.searched[name] = (score, decision.reaches)
        return decision.reaches

    def _look(self, position: Position, move: Move, line: tuple[Move, ...]) -> Steps[bool]:
        """Look at one move of the solution and all others; False where the move is refuted."""
        reaches = self._reaches(position.play(move), claimed=True)
        yield True
        if reaches is None:
            self._leave_open(position, move, line)
        for other in position.legal_moves:
            if other == move:
                continue
            also = self._reaches(position.play(other))
            yield True
            if also:
                kind = kind_of(self.composition, line, other, self.decider.tables)
                self.seconds.append(Second(line, other, kind))
            elif also is None and reaches is not False:
                self._leave_open(position, other, line)
        return reaches is not False

    def _leave_open(self, position: Position, move: Move, line: tuple[Move, ...]) -> None:
        score = self.open[name_of(position.play(move))]
        self.undecided.append((len(line) // 2 + 1, move, score))

    def _solve(self, composition: Composition) -> Steps[Composition]:
        """Return the composition with the solution that is found; without one where none is.

        Against each move it follows the defence that resists most of those that leave the attacker
        one way; where none does, it ends if nothing but an ending is left.
        """
        start = position = composition.start
        line: list[Move] = []
        good = yield from self._good(position)
        while good and len(line) < MOST_PLIES:
            best = good[0] if len(good) == 1 else self._rank(position, good)[0]
            line.append(best)
            position = position.play(best)
            over = winner_of(position) is not None or not position.has_legal_move
            if over or (composition.goal == "gain" and is_settled(start, position)):
                break
            replies = self._rank(position, list(position.legal_moves))[:_REPLIES]
            ways = []
            for reply in replies:
                found = yield from self._good(position.play(reply))
                ways.append(found)
            chosen = next((n for n, found in enumerate(ways) if len(found) == 1), 0)
            after = position.play(replies[chosen])
            tables = self.decider.tables
            done = is_ending(composition, after, tables) or tables.value(after) is not None
            if len(ways[chosen]) != 1 and done:
                break
            good, position = ways[chosen], after
            line.append(replies[chosen])
        if len(line) % 2 == 0:
            line = line[:-1]
        return replace(composition, lines=(tuple(line),) if line else ())

    def _good(self, position: Position) -> Steps[list[Move]]:
        """Return the moves with which the attacker reaches the goal; one may be all it takes."""
        moves = list(position.legal_moves)
        if len(moves) == 1:
            return moves
        good = []
        for move in moves:
            if self._reaches(position.play(move)):
                good.append(move)
            yield True
        return good

    def _rank(self, position: Position, moves: list[Move]) -> list[Move]:
        """Return moves, the best first: by the tables where they know all, else by a search."""
        if len(moves) == 1:
            return moves
        values = [self.decider.tables.value(position.play(move)) for move in moves]
        known = [(_worth(value), -n) for n, value in enumerate(values) if value is not None]
        if len(known) == len(moves):
            return [moves[-n] for _, n in sorted(known, reverse=True)]
        with Engine.builtin(megabytes=16) as engine:
            lines = min(_MOST_LINES, len(position.legal_moves))
            found = engine.analyse(position, Limit(nodes=GLANCE), lines)
        first = [line.line[0] for line in found.lines if line.line]
        return [move for move in first if move in moves] or moves


def _worth(value: tuple[int, int | None]) -> int:
    """Return a number to rank a move by, from its value for the opponent: quick wins first."""
    won, plies = -value[0], value[1] or 0
    return won * (10_000 - plies)
