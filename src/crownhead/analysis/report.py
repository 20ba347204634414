"""The report of a game: facts of every move, the moments that mattered, accuracy, the outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from crownhead import _core
from crownhead.analysis.claims import Claim
from crownhead.analysis.detectors import claim_of
from crownhead.analysis.drawn import drawn_moves
from crownhead.analysis.facts import MoveFacts, Prover, Questions
from crownhead.analysis.proof import by_tables
from crownhead.engines.interface import Engine, Limit
from crownhead.errors import EngineError
from crownhead.formats.pdn import PdnGame
from crownhead.game import Game
from crownhead.hints import absent
from crownhead.move import Move
from crownhead.openings import Opening, opening_of
from crownhead.position import Position
from crownhead.sides import Pair

MomentKind = Literal["win_missed", "draw_missed", "lost", "allowed", "missed", "better"]

Phrase = tuple[str, Mapping[str, str | int], Any]
"""A key of the catalogue, what it names, and another phrase that stands for `what`, or None."""

LIMIT = Limit(nodes=200_000)
"""What is searched for each move, unless another limit is asked for."""

MOST_PLIES = 2_000


@dataclass(frozen=True, slots=True, repr=False)
class Moment:
    """One move that mattered: its facts, what kind of mistake it was, and what can be claimed.

    `claim` is about the better move that was missed, or about the answer that the move allowed;
    `majority` about a reply in that line which only the rule of choice forces. `phrases` are its
    sentences, as `analysis.sentence` puts them into a language.
    """

    facts: MoveFacts
    kind: MomentKind
    claim: Claim | None = None
    majority: Claim | None = None
    phrases: tuple[Phrase, ...] = ()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise absent(self, name)

    def __repr__(self) -> str:
        return f"<Moment ply {self.ply}, {self.facts.move}, {self.kind}, cost {self.facts.cost}>"

    @property
    def ply(self) -> int:
        """Return after how many plies the move had been played."""
        return self.facts.ply


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """Everything that was found out about one game.

    `moments` stand in the order of the game. `turning_point` is the ply of the moment after which
    the side that lost never stood level again, or None. `accuracy` is None for a side of less than
    20 moves. `opening` is the last named opening that the game reached. `beyond` is how many plies
    of the game stand behind its last move: a capture was left out there, or the position changed.
    """

    start: Position
    moves: tuple[MoveFacts, ...]
    moments: tuple[Moment, ...]
    accuracy: Pair[float | None]
    turning_point: int | None
    opening: Opening | None = None
    beyond: int = 0

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise absent(self, name)

    def __repr__(self) -> str:
        white, black = self.accuracy.white, self.accuracy.black
        accuracy = " - ".join("?" if value is None else f"{value:.0f}" for value in (white, black))
        return f"<Report of {self.plies} plies: {len(self.moments)} moments, accuracy {accuracy}>"

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
    checking: Callable[[int, int], None] | None = None,
) -> Report:
    """Return the report of a game's main line.

    `limit` bounds the search of each move (default: 200,000 nodes), in which `lines` first moves
    are compared; what seems to be a mistake is searched again with ten times as much. `prover`
    tells what is proved of a position, by itself what the shipped endgame tables prove. `progress`
    is told the moves done and all there are, `checking` the mistakes searched again and all that
    seem to be one. A faulty move, a huff or a set-up ends what is analysed (`Report.beyond`).
    Raises `EngineError` where the game has no move, or more than 2,000.

    >>> game = Game("english", huffing=True)
    >>> for move in ("11-15", "22-18", "9-13"):  # 15x22 is left out
    ...     _ = game.play(move)
    >>> report = analyse(game, Limit(nodes=500))
    >>> report.plies, report.beyond
    (2, 1)
    """
    with ExitStack() as stack:
        used = engine if engine is not None else stack.enter_context(Engine.builtin(megabytes=64))
        analysing = Analysing(*course(game), used, limit, lines=lines, prover=prover)
        while analysing.step():
            if analysing.suspected and checking is not None:
                checking(analysing.checked, analysing.suspected)
            elif progress is not None:
                progress(analysing.done, analysing.total)
        report = analysing.report()
        return replace(report, beyond=_plies(game) - report.plies)


class Analysing:
    """A report in the making: move by move from the end of the game, then the mistakes once more.

    Whoever has other things to do meanwhile asks for one `step` after the other; `effort` says how
    many times the limit the next one takes. Raises `EngineError` where there is no move, or more
    than 2,000.

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
        drawn = drawn_moves(positions[0], moves)
        self._questions = Questions(engine, positions, moves, limit or LIMIT, prover, lines, drawn)
        self.total = len(moves)

    @property
    def done(self) -> int:
        """Return how many moves have been looked at."""
        return self._questions.builder.known

    @property
    def suspected(self) -> int:
        """Return how many moves seem to be mistakes; 0 before all have been looked at."""
        return self._questions.builder.suspected

    @property
    def checked(self) -> int:
        """Return how many of them have been searched again."""
        return self._questions.builder.checked

    @property
    def effort(self) -> int:
        """Return how many times the limit the next step takes."""
        return self._questions.builder.effort

    def step(self) -> bool:
        """Look at one thing more; return False where all is done. Raises `EngineError`."""
        if self.done < self.total:
            next(self._questions)
            return True
        return self._questions.check()

    def report(self) -> Report:
        """Return the report of the moves that have been looked at."""
        questions = self._questions
        builder = questions.builder
        found = {one.ply: one for one in map(questions.fact, reversed(range(self.done)))}
        return Report(
            start=self._positions[0],
            moves=tuple(found.values()),
            moments=tuple(self._moment(found[told[0]], told) for told in builder.moments()),
            accuracy=Pair(builder.accuracy("white"), builder.accuracy("black")),
            turning_point=builder.turning_point or None,
            opening=opening_of(self._positions),
        )

    def _moment(self, facts: MoveFacts, told: _core.MomentValues) -> Moment:
        _, kind, of_answer, claim, majority, phrases = told
        start, line = (facts.after, facts.answer) if of_answer else (facts.before, facts.line)
        first, second = claim_of(claim, start, line), claim_of(majority, start, line)
        return Moment(facts, kind, first, second, tuple(phrases))


def _plies(game: Game | PdnGame) -> int:
    return len(game.moves) if isinstance(game, Game) else sum(1 for _ in game.mainline())


def course(game: Game | PdnGame) -> tuple[list[Position], list[Move]]:
    """Return the positions and moves of a main line as far as its moves are legal ones."""
    positions: list[Position] = [game.start]
    moves: list[Move] = []
    for move in game.moves:
        if move not in positions[-1].legal_moves:
            break
        moves.append(move)
        positions.append(positions[-1].play(move))
    return positions, moves
