"""What every engine offers, whatever is behind it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self

from crownhead.errors import EngineError

if TYPE_CHECKING:
    from crownhead.game import Game
    from crownhead.move import Move
    from crownhead.position import Position

FaultAnswer = int | Literal["compel"] | None
"""The reply to a faulty move: huff the piece on this square, compel the capture, let it stand."""

WIN = 30_000
"""The score of a win on the board; one that is n plies away scores n less."""
_LONGEST = 200
MAX_DEPTH = 99


@dataclass(frozen=True, slots=True)
class Limit:
    """Say when to stop thinking: at the first limit that is reached. None is no limit.

    Raises `EngineError` where a limit is not a positive number.

    >>> Limit(seconds=0.5, depth=20)
    Limit(seconds=0.5, nodes=None, depth=20)
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name, kinds in (("seconds", (int, float)), ("nodes", (int,)), ("depth", (int,))):
            value = getattr(self, name)
            if value is not None and not (type(value) in kinds and value > 0):
                raise EngineError(f"Limit: {name}={value!r} is not a number greater than 0")


@dataclass(frozen=True, slots=True)
class Analysis:
    """Show what an engine found out about a position.

    `score` is in hundredths of a man for the side to move, `line` the best play of both sides,
    `best` its first move (None where there is no move), `depth` the plies searched completely.
    """

    score: int
    depth: int
    nodes: int
    seconds: float
    line: tuple[Move, ...]

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
        plies = WIN - abs(self.score)
        if plies > _LONGEST:
            return None
        return plies if self.score > 0 else -plies


class Engine(ABC):
    """Play, analyse, and decide what a player is asked.

    An engine is used by one thread at a time; `stop` may come from any other. It is a context
    manager that closes itself.

    >>> from crownhead import Game
    >>> with Engine.builtin(level=3) as engine:
    ...     move = engine.play(Game("english"))
    >>> move in Game("english").position.legal_moves
    True
    """

    @staticmethod
    def builtin(level: int = 10, *, seed: int = 0, megabytes: int = 16) -> Engine:
        """Return the built-in engine at a level from 1 to 10.

        The same `seed` gives the same play, move by move; another one plays differently at the
        same strength. `megabytes` is the size of its transposition table. Raises `EngineError`.
        """
        from crownhead.engines.builtin import BuiltinEngine

        return BuiltinEngine(level, seed=seed, megabytes=megabytes)

    @abstractmethod
    def play(self, on: Game | Position, limit: Limit | None = None) -> Move:
        """Return the move to play; a game is only read. Raises `EngineError` without a move."""

    @abstractmethod
    def analyse(self, on: Game | Position, limit: Limit | None = None) -> Analysis:
        """Return what the engine thinks of a position, or of the one a game has reached."""

    @abstractmethod
    def accepts_draw(self, game: Game) -> bool:
        """Say whether the engine accepts the draw that its opponent offers (E23, E24)."""

    @abstractmethod
    def offers_draw(self, game: Game) -> bool:
        """Say whether the engine, being on move, offers a draw."""

    @abstractmethod
    def answer_fault(self, game: Game) -> FaultAnswer:
        """Return the reply to a faulty move of the opponent (RULES H)."""

    @abstractmethod
    def stop(self) -> None:
        """End what another thread has this engine do; it then returns the best so far."""

    @abstractmethod
    def close(self) -> None:
        """Give back what the engine holds; using it afterwards raises `EngineError`."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
