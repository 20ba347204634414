"""What every engine offers, whatever is behind it."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NoReturn, Self

from crownhead.engines.analysis import WIN, AnalysedLine, Analysis, Bound
from crownhead.engines.limit import LONGEST_WAIT, MAX_DEPTH, Limit
from crownhead.engines.option import Option, Value, set_options
from crownhead.hints import Hinted, absent

if TYPE_CHECKING:
    from crownhead.engines.builtin import BuiltinEngine
    from crownhead.engines.dxp.engine import DxpEngine
    from crownhead.engines.hub.engine import HubEngine
    from crownhead.game import Game
    from crownhead.move import Move
    from crownhead.position import Position
    from crownhead.rules import Color

__all__ = [
    "LONGEST_WAIT",
    "MAX_DEPTH",
    "WIN",
    "AnalysedLine",
    "Analysis",
    "Bound",
    "Engine",
    "FaultAnswer",
    "Limit",
    "Option",
]

FaultAnswer = int | Literal["compel"] | None
"""The reply to a faulty move: huff the piece on this square, compel the capture, let it stand."""


class _Kind(Hinted, ABCMeta):
    """The type of engines: their methods are to be written, and a missing name is explained."""


class Engine(metaclass=_Kind):
    """Play, analyse, and decide what a player is asked.

    An engine is used by one thread at a time; `stop` may come from any other. It is a context
    manager that closes itself. Its methods wait for the answer: a coroutine awaits those of the
    object that `async with` gives, which is another one. `Engine.builtin`, `Engine.hub` and
    `Engine.dxp` make the kinds that there are.

    >>> from crownhead import Game
    >>> with Engine.builtin(level=3) as engine:
    ...     move = engine.play(Game("english"))
    >>> move in Game("english").position.legal_moves
    True
    """

    last: Analysis | None = None
    """What the engine found while it chose its last move; None where it said nothing."""

    # The kinds of engines under short names, set by `crownhead.engines`.
    builtin: ClassVar[type[BuiltinEngine]]
    hub: ClassVar[type[HubEngine]]
    dxp: ClassVar[type[DxpEngine]]

    @property
    def options(self) -> Mapping[str, Option]:
        """Return what can be set, by name, with the present values; nothing by default.

        >>> with Engine.builtin(level=3) as engine:
        ...     level = engine.options["level"]
        >>> level.kind, level.default, level.range, level.current
        ('int', 10, (1, 10), 3)
        """
        return {}

    def configure(self, values: Mapping[str, Value]) -> None:
        """Set options. Raises `EngineError` for a name or a value that the engine has not.

        >>> with Engine.builtin() as engine:
        ...     engine.configure({"level": 3, "book": False})
        ...     engine.options["book"].current
        False
        """
        set_options(self.options, values)

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
        """Return whether the engine offers a draw; it is to move."""

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

    def __exit__(self, *_: object) -> None:
        self.close()


def refuse_copy(engine: Engine) -> NoReturn:
    """Refuse to copy or to pickle an engine: two would share one search, program or connection."""
    name = type(engine).__name__
    raise TypeError(f"{name} is neither copied nor pickled: make another one with its arguments")
