"""Check a composition: one solution, no dual, every defence answered, and the certificate of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

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
    tables = tables or Tables.open(composition.start.variant)
    decider = Decider(composition, tables, positions=positions, nodes=nodes)
    work = _Checking(decider, proven)
    if not composition.lines:
        decider.composition = composition = work.solve(composition)
    rows = list(solution_nodes(composition))
    for done, (position, move, line) in enumerate(rows):
        if told is not None:
            told(done, len(rows))
        if not work.look(composition, position, move, line):
            break
    certificate = Certificate(
        composition,
        Found("undecided"),
        decider.graph,
        nodes,
        work.searched,
        work.open,
        tuple(work.seconds),
    )
    certificate.trim()
    certificate.found = verdict_of(certificate)
    return Report(
        certificate.found,
        composition.solution,
        tuple(work.seconds),
        tuple(work.undecided),
        doubts(composition.start),
        certificate,
    )


class _Checking:
    """What is gathered while a composition is being checked."""

    def __init__(self, decider: Decider, proven: bool) -> None:
        self.decider = decider
        self.proven = proven
        self.searched: dict[str, tuple[int, bool]] = {}
        self.open: dict[str, int] = {}
        self.seconds: list[Second] = []
        self.undecided: list[tuple[int, Move, int]] = []

    def reaches(self, position: Position, *, claimed: bool = False) -> bool | None:
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

    def look(
        self, composition: Composition, position: Position, move: Move, line: tuple[Move, ...]
    ) -> bool:
        """Look at one move of the solution and all others; False where the move is refuted."""
        reaches = self.reaches(position.play(move), claimed=True)
        if reaches is None:
            self._leave_open(position, move, line)
        for other in position.legal_moves:
            if other == move:
                continue
            also = self.reaches(position.play(other))
            if also:
                kind = kind_of(composition, line, other, self.decider.tables)
                self.seconds.append(Second(line, other, kind))
            elif also is None and reaches is not False:
                self._leave_open(position, other, line)
        return reaches is not False

    def _leave_open(self, position: Position, move: Move, line: tuple[Move, ...]) -> None:
        score = self.open[name_of(position.play(move))]
        self.undecided.append((len(line) // 2 + 1, move, score))

    def solve(self, composition: Composition) -> Composition:
        """Return the composition with the solution that is found; without one where none is.

        Against each move it follows the defence that resists most of those that leave the attacker
        one way; where none does, it ends if nothing but an ending is left.
        """
        start = position = composition.start
        line: list[Move] = []
        good = self._good(position)
        while good and len(line) < MOST_PLIES:
            best = good[0] if len(good) == 1 else self._ranked(position, good)[0]
            line.append(best)
            position = position.play(best)
            over = winner_of(position) is not None or not position.has_legal_move
            if over or (composition.goal == "gain" and is_settled(start, position)):
                break
            replies = self._ranked(position, list(position.legal_moves))[:_REPLIES]
            ways = [self._good(position.play(reply)) for reply in replies]
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

    def _good(self, position: Position) -> list[Move]:
        """Return the moves with which the attacker reaches the goal; one may be all it takes."""
        moves = list(position.legal_moves)
        if len(moves) == 1:
            return moves
        return [move for move in moves if self.reaches(position.play(move))]

    def _ranked(self, position: Position, moves: list[Move]) -> list[Move]:
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
    """Return what a move is worth that leads to a value for its opponent: quick wins first."""
    won, plies = -value[0], value[1] or 0
    return won * (10_000 - plies)
