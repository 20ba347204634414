"""The report of a game: facts of every move, the moments that mattered, accuracy, the outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Literal

from crownhead.analysis.chances import accuracy
from crownhead.analysis.claims import Claim
from crownhead.analysis.detectors import DETECTORS, majority
from crownhead.analysis.facts import MoveFacts, Prover, facts
from crownhead.analysis.proof import by_tables
from crownhead.engines.interface import Engine, Limit
from crownhead.errors import EngineError
from crownhead.formats.pdn import PdnGame
from crownhead.game import Game
from crownhead.move import Move
from crownhead.openings import Opening, opening_of
from crownhead.position import Position
from crownhead.sides import Pair

MomentKind = Literal["win_missed", "draw_missed", "allowed", "missed", "better"]

LIMIT = Limit(nodes=200_000)
"""What is searched for each move, unless another limit is asked for."""

MOST_MOMENTS = 7
LEAST_MOMENTS = 3
CLEAR = 0.10
"""Winning chances lost from which on a move is a moment."""
SLIGHT = 0.04
"""The same where a game has fewer than three such moves."""
MOST_PLIES = 2_000


@dataclass(frozen=True, slots=True)
class Moment:
    """One move that mattered: its facts, what kind of mistake it was, and what can be claimed.

    `claim` is about the better move that was missed, or about the answer that the move allowed;
    `majority` about a reply in that line which only the rule of choice forces.
    """

    facts: MoveFacts
    kind: MomentKind
    claim: Claim | None = None
    majority: Claim | None = None

    @property
    def ply(self) -> int:
        """Return after how many plies the move had been played."""
        return self.facts.ply


@dataclass(frozen=True, slots=True)
class Report:
    """All that was found out about one game.

    `turning_point` is the ply of the move after which the side that lost never had a level
    position again, or None; `moments` stand in the order of the game. `opening` is the last named
    opening that the game reached.
    """

    start: Position
    moves: tuple[MoveFacts, ...]
    moments: tuple[Moment, ...]
    accuracy: Pair[float | None]
    turning_point: int | None
    opening: Opening | None = None

    @property
    def plies(self) -> int:
        """Return the number of moves."""
        return len(self.moves)


def analyse(
    game: Game | PdnGame,
    limit: Limit | None = None,
    *,
    lines: int = 1,
    engine: Engine | None = None,
    prover: Prover | None = by_tables,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Return the report of a game's main line.

    `limit` bounds the search of each move (default: 200,000 nodes), in which `lines` first moves
    are compared; `prover` tells what is proved of a position, by itself what the shipped endgame
    tables prove; `progress` is told the moves done and all there are. A faulty move, a huff or a
    set-up ends what is analysed. Raises `EngineError` where the game has no move, or more than
    2,000.
    """
    with ExitStack() as stack:
        used = engine if engine is not None else stack.enter_context(Engine.builtin(megabytes=64))
        analysing = Analysing(*_course(game), used, limit, lines=lines, prover=prover)
        while analysing.step():
            if progress is not None:
                progress(analysing.done, analysing.total)
        return analysing.report()


class Analysing:
    """A report in the making, move by move from the end of the game.

    Whoever has other things to do between two moves asks for one `step` after the other. Raises
    `EngineError` where there is no move, or more than 2,000.

    >>> from crownhead import Engine, Game, Limit
    >>> game = Game("english")
    >>> _ = game.play("11-15")
    >>> with Engine.builtin() as engine:
    ...     analysing = Analysing(list(game.positions), list(game.moves), engine, Limit(nodes=500))
    ...     analysing.step(), analysing.step(), analysing.report().plies
    (True, False, 1)
    """

    def __init__(
        self,
        positions: Sequence[Position],
        moves: Sequence[Move],
        engine: Engine,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        prover: Prover | None = by_tables,
    ) -> None:
        if not moves:
            raise EngineError("Analysis: the game has no move")
        if len(moves) > MOST_PLIES:
            raise EngineError(f"Analysis: {len(moves)} moves, more than {MOST_PLIES}")
        self._positions = positions
        self._found: list[MoveFacts] = []
        self._facts = facts(engine, positions, moves, limit or LIMIT, prover, lines)
        self.total = len(moves)

    @property
    def done(self) -> int:
        """Return how many moves have been looked at."""
        return len(self._found)

    def step(self) -> bool:
        """Look at one move more; return False where all are done. Raises `EngineError`."""
        one = next(self._facts, None)
        if one is not None:
            self._found.append(one)
        return one is not None

    def report(self) -> Report:
        """Return the report of the moves that have been looked at."""
        return _report(self._positions, self._found[::-1])


def _report(positions: Sequence[Position], found: list[MoveFacts]) -> Report:
    return Report(
        start=positions[0],
        moves=tuple(found),
        moments=tuple(_moments(found)),
        accuracy=Pair(
            *(
                accuracy(one.lost for one in found if one.by == side and one.legal > 1)
                for side in ("white", "black")
            )
        ),
        turning_point=_turning_point(found),
        opening=opening_of(positions),
    )


def _course(game: Game | PdnGame) -> tuple[list[Position], list[Move]]:
    """Return the positions and moves of a main line as far as its moves are legal ones."""
    positions: list[Position] = [game.start]
    moves: list[Move] = []
    for move in game.moves:
        if move not in positions[-1].legal_moves:
            break
        moves.append(move)
        positions.append(positions[-1].play(move))
    return positions, moves


def _moments(moves: list[MoveFacts]) -> list[Moment]:
    """Choose the moves that mattered most, and say of each what can be claimed."""
    costly = sorted((one for one in moves if one.legal > 1), key=lambda one: -one.lost)
    chosen = [one for one in costly if one.lost >= CLEAR][:MOST_MOMENTS]
    if len(chosen) < LEAST_MOMENTS:
        chosen = [one for one in costly if one.lost >= SLIGHT][:LEAST_MOMENTS]
    return [moment(one) for one in sorted(chosen, key=lambda one: one.ply)]


def moment(one: MoveFacts) -> Moment:
    """Return a move as a moment, with the first claim about it that its line confirms.

    What was missed is looked for before what was allowed, and only claims that the better move
    would have made true, or false.
    """
    missed = _claim(one.before, one.line) if one.line[:1] != (one.move,) else None
    allowed = _claim(one.after, one.answer)
    if one.was == "win" and one.proven != "win":
        return _made(one, "win_missed", missed)
    if one.was == "draw" and one.proven == "loss":
        return _made(one, "draw_missed", missed)
    if allowed is not None:
        return _made(one, "allowed", allowed)
    if missed is not None:
        return _made(one, "missed", missed)
    return Moment(one, "better")


def _claim(start: Position, line: tuple[Move, ...]) -> Claim | None:
    found = (detector(start, line) for detector in DETECTORS)
    return next((claim for claim in found if claim is not None), None)


def _made(one: MoveFacts, kind: MomentKind, claim: Claim | None) -> Moment:
    return Moment(one, kind, claim, majority(claim.start, claim.line) if claim else None)


def _turning_point(moves: list[MoveFacts]) -> int | None:
    """Return the last ply that brought a level position to a lost one for good, or None."""
    if not moves:
        return None
    last = moves[-1]
    final = last.score if last.by == "white" else -last.score
    if abs(final) < 100:
        return None
    for one in reversed(moves):
        before = one.best_score if one.by == "white" else -one.best_score
        if before * final <= 0 or abs(before) < 50:
            return one.ply
    return None
