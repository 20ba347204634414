"""What the search finds out about each move of a game; no words and no claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from crownhead.analysis.chances import bounded, chance
from crownhead.engines.interface import WIN, AnalysedLine, Analysis, Engine, Limit
from crownhead.errors import EngineError
from crownhead.move import Move
from crownhead.position import Position
from crownhead.rules import Color

Proven = Literal["win", "draw", "loss"]
"""What is proved of a position, for the side that moved to it or is to move."""

Prover = Callable[[Position], Proven | None]
"""Return what is proved of a position for the side to move, as endgame tables do; None: nothing."""

WATCHED = 30
"""A cost, in hundredths of a man, from which on a move is searched a second time to be sure."""


@dataclass(frozen=True, slots=True)
class MoveFacts:
    """Hold what is known of one move.

    `score` is the value of the move played, `best_score` that of the best one, both in hundredths
    of a man for the side that moves. `line` is the best play from `before`, `answer` the best play
    after the move that was played, `others` the lines compared with the best. `legal` counts the
    moves there were. `proven` is what is proved of the position after the move, `was` of the one
    before it, for the side that moves; `by_tables` tells that both come from a prover.
    """

    ply: int
    before: Position
    move: Move
    score: int
    best_score: int
    line: tuple[Move, ...]
    answer: tuple[Move, ...]
    legal: int
    depth: int
    proven: Proven | None = None
    was: Proven | None = None
    by_tables: bool = False
    others: tuple[AnalysedLine, ...] = ()

    @property
    def by(self) -> Color:
        """Return the side that moves."""
        return self.before.turn

    @property
    def after(self) -> Position:
        """Return the position after the move."""
        return self.before.play(self.move)

    @property
    def cost(self) -> int:
        """Return what the move gave away, in hundredths of a man, 0 to 2000."""
        return max(0, bounded(self.best_score) - bounded(self.score))

    @property
    def lost(self) -> float:
        """Return the winning chances that the move gave away, 0 to 1."""
        return max(0.0, chance(self.best_score) - chance(self.score))


def facts(
    engine: Engine,
    positions: Sequence[Position],
    moves: Sequence[Move],
    limit: Limit,
    prover: Prover | None = None,
    lines: int = 1,
) -> Iterator[MoveFacts]:
    """Yield the facts of a game's moves, the last one first.

    The game is looked at from its end, so that what the search learnt of later positions helps it
    with earlier ones. `positions` are one more than `moves`; of each, `lines` first moves are
    compared in one search. Raises `EngineError`.
    """
    if len(positions) != len(moves) + 1:
        raise EngineError("Analysis: a game has one position more than moves")
    prove = prover or (lambda _: None)
    behind = _search(engine, positions[-1], limit)
    for ply in range(len(moves) - 1, -1, -1):
        before, move = positions[ply], moves[ply]
        found = _search(engine, before, limit, lines)
        assert found is not None
        played = _played(before, move, found, behind)
        if played != found.score and bounded(found.score) - bounded(played) >= WATCHED:
            behind = _search(engine, positions[ply + 1], limit)
            found = _search(engine, before, limit, lines) or found
            played = _played(before, move, found, behind)
        after, was = _turned(prove(positions[ply + 1])), prove(before)
        yield MoveFacts(
            ply=ply + 1,
            before=before,
            move=move,
            score=played,
            best_score=max(found.score, played),
            line=found.line,
            others=found.others,
            answer=() if behind is None else behind.line,
            legal=len(before.legal_moves),
            depth=found.depth,
            proven=after or _proven(played),
            was=was or found.proven,
            by_tables=after is not None and was is not None,
        )
        behind = found


def _search(engine: Engine, position: Position, limit: Limit, lines: int = 1) -> Analysis | None:
    """Return what the engine thinks, or None where the side to move has no move."""
    return engine.analyse(position, limit, lines) if position.has_legal_move else None


def _played(before: Position, move: Move, found: Analysis, behind: Analysis | None) -> int:
    """Return the score of the move that was played, for the side that played it."""
    if move == found.best:
        return found.score
    for line in found.others:
        if line.line and line.line[0] == move and line.bound == "exact":
            return line.score
    if behind is not None:
        return _later(-behind.score)
    after = before.play(move)
    outcome = after.outcome
    if outcome is None or outcome.winner is None:
        return 0
    return WIN - 1 if outcome.winner == before.turn else 1 - WIN


def _later(score: int) -> int:
    """Return a score one ply earlier: a win on the board is one ply further away."""
    analysis = Analysis(score, 0, 0, 0.0, ())
    if analysis.decided_in is None:
        return score
    return score - 1 if score > 0 else score + 1


def _proven(score: int) -> Proven | None:
    return Analysis(score, 0, 0, 0.0, ()).proven


def _turned(proven: Proven | None) -> Proven | None:
    turned: dict[Proven, Proven] = {"win": "loss", "loss": "win", "draw": "draw"}
    return None if proven is None else turned[proven]
