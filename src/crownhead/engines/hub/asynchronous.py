"""A program that speaks Hub, for programs that run an event loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from crownhead.engines.asynchronous import AsyncEngine
from crownhead.engines.background import in_background

if TYPE_CHECKING:
    from crownhead.engines.hub.engine import HubEngine
    from crownhead.engines.hub.params import Param
    from crownhead.game import Game
    from crownhead.rules import Color
    from crownhead.variants import Variant

T = TypeVar("T")


class AsyncHubEngine(AsyncEngine):
    """Drive a program that speaks Hub from an event loop: `async with Engine.hub(...)`.

    A call that is cancelled again while it waits for the engine's `done`, or that is no search (a
    start, `begin`, `ping`), ends the process.
    """

    _engine: HubEngine

    async def start(self) -> None:
        """Start the process and wait until it is ready."""
        await self._ask(lambda: self._engine.id)

    @property
    def id(self) -> Mapping[str, str]:
        """Return what the engine says of itself."""
        return self._engine.id

    @property
    def params(self) -> Mapping[str, Param]:
        """Return the parameters that it declares."""
        return self._engine.params

    @property
    def pid(self) -> int:
        """Return the id of its process."""
        return self._engine.pid

    @property
    def variant(self) -> Variant:
        """Return the game that the engine is set to."""
        return self._engine.variant

    @property
    def variants(self) -> tuple[str, ...]:
        """Return the keys of the games it plays."""
        return self._engine.variants

    async def begin(self, game: Game, side: Color) -> None:
        """Set the engine to the variant of a game; see `HubEngine.begin`."""
        await self._ask(lambda: self._engine.begin(game, side))

    async def end(self, game: Game) -> None:
        """End its thinking in the opponent's time."""
        await self._ask(lambda: self._engine.end(game))

    async def ping(self) -> float:
        """Return the seconds the engine takes to answer that it is there."""
        return await self._ask(self._engine.ping)

    async def _ask(self, work: Callable[[], T]) -> T:
        """Do what cannot be stopped; cancelled, end the process."""
        async with self._calls.call():
            return await self._run(work, self._kill)

    async def _kill(self) -> None:
        await in_background(lambda: self._engine.close(at_once=True))
