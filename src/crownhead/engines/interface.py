"""What every engine offers, whatever is behind it."""

from __future__ import annotations

import math
from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, NoReturn, Self, TypeVar

from crownhead import scores
from crownhead._core import even_share
from crownhead.errors import EngineError
from crownhead.hints import Hinted, absent, hint, refuse

if TYPE_CHECKING:
    from crownhead.endgame.tables import Probe
    from crownhead.engines.builtin import BuiltinEngine
    from crownhead.engines.dxp.engine import DxpEngine
    from crownhead.engines.hub.engine import HubEngine
    from crownhead.game import Game
    from crownhead.move import Move
    from crownhead.position import Position
    from crownhead.rules import Color
    from crownhead.variants import Variant

FaultAnswer = int | Literal["compel"] | None
"""The reply to a faulty move: huff the piece on this square, compel the capture, let it stand."""

WIN = scores.WIN
"""The score of a win on the board; one that is n plies away scores n less."""
MAX_DEPTH = 99
LONGEST_WAIT = 1e6
"""Seconds that may be waited at once: systems refuse times that are far away."""


N = TypeVar("N", int, float)
_NUMBER = (int, float)
_KINDS = {
    "seconds": _NUMBER,
    "nodes": (int,),
    "depth": (int,),
    "clock": _NUMBER,
    "increment": _NUMBER,
    "moves": (int,),
}
_ELSEWHERE = {
    "time": "seconds=",
    "movetime": "seconds=",
    "white_clock": "clock=, the engine's own",
    "black_clock": "clock=, the engine's own",
    "white_inc": "increment=",
    "black_inc": "increment=",
    "remaining_moves": "moves=",
}


@dataclass(frozen=True, slots=True)
class Limit:
    """Set when to stop thinking: at the first limit that is reached. None is no limit.

    `seconds`, `nodes` and `depth` (plies) bound one move. `clock` is what the engine's own clock
    still shows, in seconds, for `moves` moves or for the rest of the game, `increment` the seconds
    that each move brings.

    Raises `EngineError` where a limit is not a positive number.

    >>> Limit(seconds=0.5, depth=20)
    Limit(seconds=0.5, depth=20)
    >>> round(Limit(clock=60, increment=1).budget, 3)
    3.296
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clock: float | None = None
    increment: float | None = None
    moves: int | None = None

    def __new__(cls, *_: Any, **given: Any) -> Self:
        """Refuse the keywords of another library with what they are called here."""
        refuse("Limit", given, _ELSEWHERE)
        return object.__new__(cls)

    def __post_init__(self) -> None:
        for name, kinds in _KINDS.items():
            value = getattr(self, name)
            if value is None:
                continue
            if type(value) not in kinds or not 0 < value < math.inf:
                raise EngineError(f"Limit: {name}={value!r} is not a number greater than 0")
        if self.clock is None and (self.increment is not None or self.moves is not None):
            raise EngineError("Limit: increment and moves belong to a clock")

    @property
    def budget(self) -> float | None:
        """Return the seconds to spend on this move, or None for as many as it takes.

        Of a clock it is an even share, with what the move brings, of what is left without the lag
        of a connection; never all of it.
        """
        return even_share(self) or None

    def within(self, other: Limit) -> Limit:
        """Return the limit that heeds both this one and another one.

        >>> Limit(seconds=2, depth=9).within(Limit(nodes=500, seconds=20))
        Limit(seconds=2, nodes=500, depth=9)
        """
        timed = self if other.clock is None else other
        if self.clock is not None and other.clock is not None and self.clock < other.clock:
            timed = self
        return Limit(
            _least(self.seconds, other.seconds),
            _least(self.nodes, other.nodes),
            _least(self.depth, other.depth),
            timed.clock,
            timed.increment,
            timed.moves,
        )

    @classmethod
    def checked(cls, limit: Limit | None) -> Limit | None:
        """Return a limit, or None for none; raises `TypeError` for anything else."""
        if limit is None or isinstance(limit, cls):
            return limit
        raise TypeError(f"A limit is a Limit, not {type(limit).__name__}")

    def __repr__(self) -> str:
        given = ((name, getattr(self, name)) for name in _KINDS)
        return f"Limit({', '.join(f'{k}={v!r}' for k, v in given if v is not None)})"


def _least(one: N | None, other: N | None) -> N | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


Bound = Literal["exact", "lower", "upper"]
"""What a score says: so much, at least so much, at most so much."""


@dataclass(frozen=True, slots=True)
class AnalysedLine:
    """Show one line of play: what it is worth, in hundredths of a man for the side to move.

    `tables` is what the endgame tables say of its first move, for the side to move; the score does
    not contradict it. None where they do not know, or were not asked.
    """

    score: int
    depth: int
    line: tuple[Move, ...]
    bound: Bound = "exact"
    tables: Probe | None = None

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise absent(self, name)

    @property
    def best(self) -> Move | None:
        """Return the move that the line begins with, or None where there is no move."""
        return self.line[0] if self.line else None

    @property
    def decided_in(self) -> int | None:
        """Return the plies to the end of a proven win, negative for a loss, None if neither."""
        return scores.decided_in(self.score)

    @property
    def proven(self) -> Literal["win", "loss"] | None:
        """Return what the line is proven to lead to, by search or by endgame tables."""
        return scores.proven(self.score)


@dataclass(frozen=True, slots=True)
class Analysis:
    """Show what an engine found out about a position.

    `score` is in hundredths of a man for the side to move, `line` the best play of both sides,
    `best` its first move (None where there is no move), `depth` the plies searched completely.
    `bound` says whether the score is exact. `others` are the best lines that begin with other
    moves, as many as were asked for. `tables` is what the endgame tables say of the best move; see
    `AnalysedLine`.
    """

    score: int
    depth: int
    nodes: int
    seconds: float
    line: tuple[Move, ...]
    bound: Bound = "exact"
    others: tuple[AnalysedLine, ...] = ()
    tables: Probe | None = None

    def __getitem__(self, name: object) -> NoReturn:
        """Refuse what a dictionary would take: the values are attributes."""
        what = hint("Analysis", str(name)) or f"write .{name}"
        if isinstance(name, int):
            what = "write .lines, the best first"
        raise TypeError(f"An Analysis is no list or dictionary: {what}")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise absent(self, name)

    @property
    def lines(self) -> tuple[AnalysedLine, ...]:
        """Return all lines, the best first."""
        best = AnalysedLine(self.score, self.depth, self.line, self.bound, self.tables)
        return (best, *self.others)

    @property
    def best(self) -> Move | None:
        """Return the move to play, or None where the side to move has none."""
        return self.line[0] if self.line else None

    @property
    def decided_in(self) -> int | None:
        """Return the plies to the end of a proven win, negative for a loss, None if neither.

        >>> Analysis(29_993, 9, 1200, 0.01, ()).decided_in
        7
        """
        return scores.decided_in(self.score)

    @property
    def proven(self) -> Literal["win", "loss"] | None:
        """Return what is proven, by search or by endgame tables; None if nothing is."""
        return scores.proven(self.score)


# The kinds of engines that `Engine` itself makes. Each is a module that knows this one, so they
# name themselves; `crownhead.engines` loads them all.
_makers: dict[str, Callable[..., Any]] = {}


class _Kind(Hinted, ABCMeta):
    """The type of engines: their methods are to be written, and a missing name is explained."""


class Engine(metaclass=_Kind):
    """Play, analyse, and decide what a player is asked.

    An engine is used by one thread at a time; `stop` may come from any other. It is a context
    manager that closes itself. Its methods wait for the answer: a coroutine awaits those of the
    object that `async with` gives, which is another one.

    >>> from crownhead import Game
    >>> with Engine.builtin(level=3) as engine:
    ...     move = engine.play(Game("english"))
    >>> move in Game("english").position.legal_moves
    True
    """

    last: Analysis | None = None
    """What the engine found while it chose its last move; None where it said nothing."""

    def __init_subclass__(cls, maker: str = "", **options: Any) -> None:
        """Make a kind of engine known to the method of `Engine` that is named in `maker`."""
        super().__init_subclass__(**options)
        if maker:
            _makers[maker] = cls

    @staticmethod
    def builtin(
        level: int = 10,
        *,
        seed: int = 0,
        megabytes: int = 16,
        threads: int = 1,
        book: bool = True,
    ) -> BuiltinEngine:
        """Return the built-in engine at a level from 1 to 10; it is an asynchronous one, too.

        The same `seed` gives the same play, move by move; another one plays differently at the
        same strength. `megabytes` is the size of its transposition table. With several `threads`
        it thinks faster, but no longer the same every time. Without `book` level 10 thinks about
        its first moves, too, instead of playing them by the opening book of the game. Raises
        `EngineError`.

        >>> import asyncio
        >>> from crownhead import Position
        >>> async def best() -> str:
        ...     async with Engine.builtin() as engine:
        ...         found = await engine.analyse(Position.initial(), Limit(depth=3), lines=2)
        ...         return " ".join(str(line.best) for line in found.lines)
        >>> len(asyncio.run(best()).split())
        2
        """
        engine: BuiltinEngine = _makers["builtin"](
            level, seed=seed, megabytes=megabytes, threads=threads, book=book
        )
        return engine

    @staticmethod
    def hub(
        command: str | Sequence[str],
        *,
        variant: str | Variant | None = None,
        params: Mapping[str, bool | int | float | str] | None = None,
        ponder: bool = False,
        timeout: float = 10.0,
        margin: float = 2.0,
        cwd: str | PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        trace: Callable[[str], None] | None = None,
    ) -> HubEngine:
        """Return an engine that runs a program and speaks Hub with it (docs/hub.md).

        It is a context manager, and an asynchronous one; either starts the program. `params` are
        set before it starts to play, `variant` is what it plays until a game of another one
        comes: by default what the program is set to by itself. With `ponder` it thinks in the
        opponent's time. `timeout` is how many seconds an answer may take, `margin` how much
        longer than its limit a search may. `trace` gets every line, after `> ` or `< `.

        >>> import sys
        >>> from crownhead import Game
        >>> program = [sys.executable, "-m", "crownhead.cli", "hub"]
        >>> with Engine.hub(program, params={"level": 3}) as engine:
        ...     move = engine.play(Game("international"), Limit(depth=3))
        >>> move in Game("international").position.legal_moves
        True
        """
        engine: HubEngine = _makers["hub"](
            command,
            variant=variant,
            params=params,
            ponder=ponder,
            timeout=timeout,
            margin=margin,
            cwd=cwd,
            env=env,
            trace=trace,
        )
        return engine

    @staticmethod
    def dxp(
        host: str = "127.0.0.1",
        port: int = 27531,
        *,
        listen: bool = False,
        initiator: bool | None = None,
        name: str = "crownhead",
        minutes: int = 5,
        moves: int = 0,
        patience: float = 30.0,
        heard: Callable[[str], None] | None = None,
        trace: Callable[[str], None] | None = None,
    ) -> DxpEngine:
        """Return the program that plays over DXP at an address, or that connects to us there.

        It is told its `minutes` and the number of `moves` of each side (0: no limit), and given
        up after `patience` seconds more than it has. Whoever connects asks for the games, unless
        `initiator` says whether we do. `heard` gets its chat, `trace` every message. Raises
        `EngineDied` where nobody listens, `EngineError` where we cannot.
        """
        engine: DxpEngine = _makers["dxp"](
            host,
            port,
            listen=listen,
            initiator=initiator,
            name=name,
            minutes=minutes,
            moves=moves,
            patience=patience,
            heard=heard,
            trace=trace,
        )
        return engine

    def begin(self, game: Game, side: Color) -> None:  # noqa: B027
        """Prepare to play `side` of a new game; an engine that keeps no game does nothing."""

    def end(self, game: Game) -> None:  # noqa: B027
        """End a game begun with `begin`: it is over or broken off."""

    @abstractmethod
    def play(self, on: Game | Position, limit: Limit | None = None) -> Move:
        """Return the move to play; a game is only read. Raises `EngineError` without a move."""

    @abstractmethod
    def analyse(self, on: Game | Position, limit: Limit | None = None, lines: int = 1) -> Analysis:
        """Return what the engine thinks of a position, or of the one a game has reached.

        `lines` is how many lines are wanted, each beginning with another move. Raises
        `EngineError` where the engine cannot tell so many.
        """

    def analysis(
        self, on: Game | Position, limit: Limit | None = None, lines: int = 1
    ) -> Iterator[Analysis]:
        """Yield what the engine thinks as it goes deeper, its last word at the end.

        >>> from crownhead import Position
        >>> with Engine.builtin() as engine:
        ...     for found in engine.analysis(Position.initial(), Limit(depth=3), lines=2):
        ...         print(found.depth, len(found.lines))
        1 2
        2 2
        3 2
        """
        yield self.analyse(on, limit, lines)

    @abstractmethod
    def accepts_draw(self, game: Game) -> bool:
        """Return whether the engine accepts the draw that its opponent offers (E23, E24)."""

    @abstractmethod
    def offers_draw(self, game: Game) -> bool:
        """Return whether the engine, being on move, offers a draw."""

    @abstractmethod
    def answer_fault(self, game: Game) -> FaultAnswer:
        """Return the reply to a faulty move of the opponent (RULES H)."""

    @abstractmethod
    def stop(self) -> None:
        """End what another thread has this engine do; it then returns the best so far."""

    @abstractmethod
    def close(self) -> None:
        """Give back what the engine holds; using it afterwards raises `EngineError`."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise absent(self, name)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
