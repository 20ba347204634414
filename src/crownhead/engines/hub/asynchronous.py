"""The same engine for programs that run an event loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from crownhead.engines.beside import beside, tell
from crownhead.engines.hub.client import Stop
from crownhead.engines.hub.params import Param
from crownhead.engines.interface import Analysis, FaultAnswer, Limit
from crownhead.engines.turns import Turns
from crownhead.errors import EngineError
from crownhead.variants import Variant

if TYPE_CHECKING:
    from crownhead.engines.hub.engine import HubEngine
    from crownhead.game import Game
    from crownhead.move import Move
    from crownhead.position import Position
    from crownhead.rules import Color

T = TypeVar("T")


class AsyncHubEngine:
    """Drive a program that speaks Hub from an event loop: `async with Engine.hub(...)`.

    It has the methods of `Engine`, to be awaited, and takes one call after the other, but refuses
    them while an analysis is being read. A call that is cancelled tells the engine to stop and
    waits for its `done`: the engine can be used on. A call that is cancelled again, or that is no
    search (a start, `begin`, `ping`), ends the process.
    """

    def __init__(self, engine: HubEngine) -> None:
        self._engine = engine
        self._turns = Turns()

    async def start(self) -> None:
        """Start the process and wait until it is ready."""
        await self._call(lambda stop: self._engine.id, at_once=True)

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
        """Return the game it is set to."""
        return self._engine.variant

    @property
    def variants(self) -> tuple[str, ...]:
        """Return the keys of the games it plays."""
        return self._engine.variants

    async def begin(self, game: Game, side: Color) -> None:
        """See `HubEngine.begin`."""
        await self._call(lambda stop: self._engine.begin(game, side), at_once=True)

    async def end(self, game: Game) -> None:
        """See `HubEngine.end`."""
        await self._call(lambda stop: self._engine.end(game), at_once=True)

    @property
    def last(self) -> Analysis | None:
        """Return what the engine found while it chose its last move; see `Engine.last`."""
        return self._engine.last

    async def play(self, on: Game | Position, limit: Limit | None = None) -> Move:
        """See `HubEngine.play`."""
        return await self._call(lambda stop: self._engine.play(on, limit, stop=stop))

    async def analyse(
        self, on: Game | Position, limit: Limit | None = None, lines: int = 1
    ) -> Analysis:
        """See `HubEngine.analyse`."""
        return await self._call(lambda stop: self._engine.analyse(on, limit, lines, stop=stop))

    async def analysis(
        self, on: Game | Position, limit: Limit | None = None, lines: int = 1
    ) -> AsyncGenerator[Analysis, None]:
        """See `HubEngine.analysis`."""
        loop = asyncio.get_running_loop()
        found: asyncio.Queue[Analysis | None] = asyncio.Queue()

        def think(stop: Stop) -> None:
            try:
                for one in self._engine.analysis(on, limit, lines, stop=stop):
                    tell(loop, found.put_nowait, one)
            finally:
                tell(loop, found.put_nowait, None)

        async with self._turns.call():
            thinking = asyncio.ensure_future(self._run(think))
            try:
                with self._turns.reading():
                    while (one := await found.get()) is not None:
                        yield one
                    await thinking
            finally:
                thinking.cancel()
                with contextlib.suppress(asyncio.CancelledError, EngineError):
                    await thinking

    async def accepts_draw(self, game: Game) -> bool:
        """See `HubEngine.accepts_draw`."""
        return await self._call(lambda stop: self._engine.accepts_draw(game))

    async def offers_draw(self, game: Game) -> bool:
        """See `HubEngine.offers_draw`."""
        return await self._call(lambda stop: self._engine.offers_draw(game))

    async def answer_fault(self, game: Game) -> FaultAnswer:
        """See `HubEngine.answer_fault`."""
        return await self._call(lambda stop: self._engine.answer_fault(game))

    async def ping(self) -> float:
        """See `HubEngine.ping`."""
        return await self._call(lambda stop: self._engine.ping(), at_once=True)

    def stop(self) -> None:
        """End the running search; it then returns the best so far."""
        self._engine.stop()

    async def close(self) -> None:
        """End the process; it is dead and reaped afterwards."""
        await beside(self._engine.close)

    async def _call(self, work: Callable[[Stop], T], *, at_once: bool = False) -> T:
        async with self._turns.call():
            return await self._run(work, at_once=at_once)

    async def _run(self, work: Callable[[Stop], T], *, at_once: bool = False) -> T:
        """Do blocking work beside the loop; cancelled, stop the search, or else the engine."""
        stop = Stop()
        working = beside(lambda: work(stop))
        try:
            return await asyncio.shield(working)
        except asyncio.CancelledError:
            if at_once:
                await self._kill()
            else:
                stop.request()
            try:
                await asyncio.wait([working])
            except asyncio.CancelledError:
                await self._kill()
                raise
            raise

    async def _kill(self) -> None:
        await beside(lambda: self._engine.close(at_once=True))
