"""The engine in the core: alpha-beta for every game and all house rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from threading import Lock
from typing import TYPE_CHECKING

from crownhead._core import SOUND, Search, Weights, law_overlooks_fault
from crownhead.engines import offers, tablebase
from crownhead.engines.analysis import Analysis
from crownhead.engines.blocking import blocks
from crownhead.engines.evaluation import Evaluate, Evaluation
from crownhead.engines.history import history_of
from crownhead.engines.interface import Engine, FaultAnswer, refuse_copy
from crownhead.engines.levels import HIGHEST, Level
from crownhead.engines.levels import level as get_level
from crownhead.engines.limit import WITHIN_A_LIMIT, Limit
from crownhead.engines.option import Option, Value, by_name, set_options
from crownhead.engines.searching import MOST_LINES, Tell, choose, run, score, stream
from crownhead.errors import EngineError
from crownhead.hints import unheard
from crownhead.position import Position
from crownhead.weights import read_file

if TYPE_CHECKING:
    from crownhead.engines.asynchronous import AsyncBuiltinEngine
    from crownhead.game import Game
    from crownhead.move import Move
    from crownhead.rules import Color

MOST_THREADS = 256
MOST_MEGABYTES = 65_536
_MOST = 2**63


class BuiltinEngine(Engine):
    """Search with the core, at a level from 1 to 10; it is an asynchronous engine, too.

    Moves are chosen with the level's errors of judgement; analyses and decisions are not. With
    `book` the highest level plays its first moves by the opening book of the game. The searches
    release the GIL. `Engine.builtin` is this class.

    The same `seed` gives the same play, move by move; another one plays differently at the same
    strength. `megabytes` is the size of its transposition table. With several `threads` it thinks
    faster, but no longer the same every time. `weights` are those of a network of your own, or
    their file (`crownhead train export`), by which it plays all games of their board in place of
    those of the package; other games raise `EngineError`. Raises `EngineError` and
    `InvalidWeights`.

    `evaluate` is a function of yours in their place, for experiments: what a position is worth to
    the side to move, in hundredths of a man. The search is many times slower with it
    (docs/machine-learning.md) and has one thread, which for `analysis` and asynchronous engines is
    another than the caller's; a stop waits for the call that runs. Where captures are compulsory,
    positions with one are hardly ever asked about. Levels err about its values as about others.
    Values are remembered: a function whose answers have changed needs a new engine. What it raises
    is the cause of an `EvaluationError`, after which the engine can be used again.

    >>> from crownhead import Position
    >>> def men(position: Position) -> int:
    ...     lead = position.count("white") - position.count("black")
    ...     return 100 * (lead if position.turn == "white" else -lead)
    >>> with Engine.builtin(evaluate=men) as engine:
    ...     engine.analyse(Position.initial("english"), Limit(depth=3)).score
    0

    >>> import asyncio
    >>> async def best() -> str:
    ...     async with Engine.builtin() as engine:
    ...         found = await engine.analyse(Position.initial(), Limit(depth=3), lines=2)
    ...         return " ".join(str(line.best) for line in found.lines)
    >>> len(asyncio.run(best()).split())
    2
    """

    @unheard(elo="level=", skill="level=", strength="level=")
    def __init__(
        self,
        level: int = 10,
        *,
        seed: int = 0,
        megabytes: int = 16,
        threads: int = 1,
        book: bool = True,
        weights: Weights | str | PathLike[str] | None = None,
        evaluate: Evaluate | None = None,
    ) -> None:
        self._number = get_level(level).number
        self._given: Level | None = None
        if type(seed) is not int:
            raise EngineError(f"Engine: seed={seed!r} is not a whole number")
        self.seed = seed % _MOST
        self.book = book
        if type(threads) is not int or not 1 <= threads <= MOST_THREADS:
            raise EngineError(f"{threads!r} threads: a search has 1 to {MOST_THREADS}")
        self.threads = threads
        self.weights = read_file(weights) if isinstance(weights, str | PathLike) else weights
        if self.weights is not None and not isinstance(self.weights, Weights):
            raise EngineError(f"weights={weights!r:.60} are neither weights nor a file of them")
        self._evaluation = self._own(evaluate)
        if type(megabytes) is not int or not 1 <= megabytes <= MOST_MEGABYTES:
            raise EngineError(f"{megabytes!r} megabytes: a table has 1 to {MOST_MEGABYTES}")
        self._search: Search | None = _table(megabytes)
        self._megabytes = megabytes
        self._lock = Lock()

    @property
    def options(self) -> Mapping[str, Option]:
        """Return level, seed, megabytes, threads and book; see `Engine.options`."""
        return by_name(
            (
                Option("level", "int", HIGHEST.number, self._number, 1, HIGHEST.number),
                Option("seed", "int", 0, self.seed, 0, _MOST - 1),
                Option("megabytes", "int", 16, self._megabytes, 1, MOST_MEGABYTES),
                Option("threads", "int", 1, self.threads, 1, self._most_threads),
                Option("book", "bool", True, bool(self.book)),
            )
        )

    def configure(self, values: Mapping[str, Value]) -> None:
        """Set options between two searches; a table of another size forgets what it held."""
        wanted = {name: o.current for name, o in set_options(self.options, values).items()}
        with self._thinking():
            if wanted["megabytes"] != self._megabytes:
                self._search = _table(int(wanted["megabytes"] or 0))
                self._megabytes = int(wanted["megabytes"] or 0)
            if "level" in values:
                self._number, self._given = int(wanted["level"] or 0), None
            self.seed, self.threads = int(wanted["seed"] or 0), int(wanted["threads"] or 0)
            self.book = bool(wanted["book"])

    @property
    def _most_threads(self) -> int:
        return MOST_THREADS if self._evaluation is None else 1

    def _own(self, evaluate: Evaluate | None) -> Evaluation | None:
        """Return how the core asks a callable. Raises `EngineError`."""
        if evaluate is None:
            return None
        if not callable(evaluate):
            raise EngineError(f"evaluate={evaluate!r:.60} cannot be called")
        if self.weights is not None:
            raise EngineError("An engine plays by weights= or by evaluate=, not by both")
        if self.threads != 1:
            raise EngineError(f"{self.threads} threads: with evaluate= a search has one")
        return Evaluation(evaluate)

    @property
    def level(self) -> Level:
        """Return the level, as it plays English draughts; one that is set plays all games alike."""
        return self._given or get_level(self._number)

    @level.setter
    def level(self, given: Level) -> None:
        self._given = given

    def _level(self, position: Position) -> Level:
        return self._given or get_level(self._number, position.variant)

    def begin(self, game: Game, side: Color) -> None:
        """Prepare to play a new game: forget earlier ones, and touch the memory to be used.

        A system clears memory when it is used for the first time; no clock runs here.
        """
        with self._thinking() as search:
            search.renew()

    @blocks
    @unheard(**WITHIN_A_LIMIT)
    def play(self, on: Game | Position, limit: Limit | None = None) -> Move:
        """Return the move to play; an only move, and one of the opening book, without a search.

        Where huffing is agreed a low level overlooks a capture now and then.
        """
        self._open()
        self.last = None
        position, past = _split(on)
        own = self._level(position)
        limit = own.bound(Limit.check(limit))
        if not isinstance(on, Position) and on.outcome is not None:
            raise EngineError("The game is over: there is no move to play")
        with self._thinking() as search:
            line, self.last = choose(
                search,
                on,
                past,
                limit,
                own,
                seed=self.seed,
                threads=self.threads,
                book=self.book,
                learnt=self.weights,
                evaluation=self._evaluation,
            )
        return line[0]

    @blocks
    @unheard(multipv="lines=", **WITHIN_A_LIMIT)
    def analyse(self, on: Game | Position, limit: Limit | None = None, lines: int = 1) -> Analysis:
        """Return score and best lines, judged without errors; `limit` replaces the level's.

        A level below searches `SOUND` nodes all the same. Where endgame tables know the moves, the
        lines are ordered and scored by them (`AnalysedLine.tables`).
        """
        position, past = _split(on)
        with self._thinking() as search:
            return self._judge(search, position, past, limit, lines=_lines(lines))

    @blocks
    @unheard(multipv="lines=", **WITHIN_A_LIMIT)
    def analysis(
        self, on: Game | Position, limit: Limit | None = None, lines: int = 1
    ) -> Iterator[Analysis]:
        """Yield what is found at each depth; the last word may hold more of an unfinished one.

        Leaving the loop early stops the search.
        """
        position, past = _split(on)
        _lines(lines)
        with self._thinking() as search:
            yield from stream(
                search,
                lambda tell: self._judge(search, position, past, limit, lines=lines, tell=tell),
            )

    @blocks
    def accepts_draw(self, game: Game) -> bool:
        """Return whether the engine accepts the standing offer; see `offers`."""
        with self._thinking() as search:
            return offers.accepts_draw(game, lambda p, past: self._score(search, p, past))

    @blocks
    def offers_draw(self, game: Game) -> bool:
        """Return whether the engine offers a draw; see `offers`."""
        with self._thinking() as search:
            return offers.offers_draw(game, lambda p, past: self._score(search, p, past))

    @blocks
    def answer_fault(self, game: Game) -> FaultAnswer:
        """Return the best reply to a faulty move; see `offers`. Low levels overlook some (E20)."""
        if law_overlooks_fault(game._law, self._level(game.position).oversight, self.seed):
            return None
        with self._thinking() as search:
            return offers.answer_fault(game, lambda p, past: self._score(search, p, past))

    def stop(self) -> None:
        """End what another thread has this engine do; it then returns the best so far."""
        search = self._search
        if search is not None:
            search.stop()

    __reduce__ = refuse_copy

    def close(self) -> None:
        """Stop, and give back the transposition table."""
        self.stop()
        self._search = None

    def _open(self) -> Search:
        if self._search is None:
            raise EngineError("The engine is closed")
        return self._search

    @contextmanager
    def _thinking(self) -> Iterator[Search]:
        search = self._open()
        if not self._lock.acquire(blocking=False):
            raise EngineError("The engine is thinking already")
        try:
            search.ready()
            yield search
        finally:
            self._lock.release()

    def _score(self, search: Search, position: Position, past: Sequence[Position]) -> int:
        own = self._level(position)
        return score(
            search,
            position,
            past,
            own,
            seed=self.seed,
            threads=self.threads,
            learnt=self.weights,
            evaluation=self._evaluation,
        )

    def _judge(
        self,
        search: Search,
        position: Position,
        past: Sequence[Position],
        limit: Limit | None,
        lines: int = 1,
        tell: Tell | None = None,
    ) -> Analysis:
        """Search without errors; lines are ordered and scored by the endgame tables."""
        own = self._level(position)
        return run(
            search,
            position,
            past,
            Limit.check(limit) or Limit(nodes=max(own.nodes, SOUND), seconds=own.seconds),
            seed=self.seed,
            lines=lines,
            threads=self.threads,
            endgames=tablebase.tables(position.variant),
            judged=True,
            learnt=self.weights,
            evaluation=self._evaluation,
            tell=tell,
        )

    async def __aenter__(self) -> AsyncBuiltinEngine:
        from crownhead.engines.asynchronous import AsyncBuiltinEngine

        return AsyncBuiltinEngine(self)

    async def __aexit__(self, *error: object) -> None:
        self.close()


def _table(megabytes: int) -> Search:
    try:
        return Search(megabytes)
    except MemoryError:
        raise EngineError(f"There is no memory for {megabytes} megabytes") from None


def _lines(lines: int) -> int:
    if type(lines) is not int or not 1 <= lines <= MOST_LINES:
        raise EngineError(f"{lines!r} lines: an analysis has 1 to {MOST_LINES}")
    return lines


def _split(on: Game | Position) -> tuple[Position, Sequence[Position]]:
    """Return the position to think about and those of the game before it."""
    positions = history_of(on)
    return positions[-1], positions[:-1]
