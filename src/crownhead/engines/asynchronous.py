"""Engines for programs that run an event loop."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakKeyDictionary

from crownhead.engines.background import call_in_loop, in_background
from crownhead.engines.call_queue import CallQueue

if TYPE_CHECKING:
    from crownhead.engines.analysis import Analysis
    from crownhead.engines.interface import Engine, FaultAnswer
    from crownhead.engines.limit import Limit
    from crownhead.engines.option import Option, Value
    from crownhead.game import Game
    from crownhead.move import Move
    from crownhead.position import Position
    from crownhead.rules import Color

T = TypeVar("T")

_BETWEEN_STOPS = 0.05
"""Seconds after which a search that has not begun yet is stopped again."""

_processors: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()


class AsyncEngine:
    """Drive an engine from an event loop: `async with engine`.

    It has the methods of `Engine`, to be awaited, and takes one call after the other, but refuses
    them while an analysis is being read. A call that is cancelled stops its search and waits for
    its end; the engine can be used on.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._calls = CallQueue()

    @property
    def last(self) -> Analysis | None:
        """Return what the engine found while it chose its last move; see `Engine.last`."""
        return self._engine.last

    @property
    def options(self) -> Mapping[str, Option]:
        """Return what can be set; see `Engine.options`. Of a program it must have been started."""
        return self._engine.options

    async def configure(self, values: Mapping[str, Value]) -> None:
        """Set options; see `Engine.configure`."""
        await self._call(lambda: self._engine.configure(values))

    async def begin(self, game: Game, side: Color) -> None:
        """Prepare to play `side` of a new game; see `Engine.begin`."""
        await self._call(lambda: self._engine.begin(game, side))

    async def end(self, game: Game) -> None:
        """End a game begun with `begin`; see `Engine.end`."""
        await self._call(lambda: self._engine.end(game))

    async def play(self, on: Game | Position, limit: Limit | None = None) -> Move:
        """Return the move to play; see `Engine.play`."""
        return await self._call(lambda: self._engine.play(on, limit))

    async def analyse(
        self, on: Game | Position, limit: Limit | None = None, lines: int = 1
    ) -> Analysis:
        """Return what the engine thinks of a position; see `Engine.analyse`."""
        return await self._call(lambda: self._engine.analyse(on, limit, lines))

    async def analysis(
        self, on: Game | Position, limit: Limit | None = None, lines: int = 1
    ) -> AsyncGenerator[Analysis, None]:
        """Yield what the engine thinks as it goes deeper; see `Engine.analysis`."""
        loop = asyncio.get_running_loop()
        found: asyncio.Queue[Analysis | None] = asyncio.Queue()

        def think() -> None:
            try:
                for analysis in self._engine.analysis(on, limit, lines):
                    call_in_loop(loop, found.put_nowait, analysis)
            finally:
                call_in_loop(loop, found.put_nowait, None)

        async with self._calls.call():
            thinking = in_background(think)
            try:
                with self._calls.reading():
                    while (analysis := await found.get()) is not None:
                        yield analysis
                    await asyncio.shield(thinking)
            finally:
                await self._end(thinking, self._stop)

    async def accepts_draw(self, game: Game) -> bool:
        """Return whether the engine accepts the standing offer; see `Engine.accepts_draw`."""
        return await self._call(lambda: self._engine.accepts_draw(game))

    async def offers_draw(self, game: Game) -> bool:
        """Return whether the engine offers a draw; see `Engine.offers_draw`."""
        return await self._call(lambda: self._engine.offers_draw(game))

    async def answer_fault(self, game: Game) -> FaultAnswer:
        """Return the reply to a faulty move of the opponent; see `Engine.answer_fault`."""
        return await self._call(lambda: self._engine.answer_fault(game))

    def stop(self) -> None:
        """End the running search; it then returns the best so far."""
        self._engine.stop()

    async def close(self) -> None:
        """Give back what the engine holds."""
        await in_background(self._engine.close)

    async def _call(self, work: Callable[[], T]) -> T:
        """Do blocking work beside the loop; cancelled, stop its search."""
        async with self._calls.call():
            return await self._run(work, self._stop)

    async def _run(self, work: Callable[[], T], end: Callable[[], Awaitable[None]]) -> T:
        working = in_background(work)
        try:
            return await asyncio.shield(working)
        finally:
            await self._end(working, end)

    async def _end(self, working: asyncio.Future[T], end: Callable[[], Awaitable[None]]) -> None:
        """End what still runs, and wait for it: the next call finds the engine free."""
        try:
            while not working.done():
                await end()
                await asyncio.wait([working], timeout=_BETWEEN_STOPS)
        except asyncio.CancelledError:
            await self._kill()
            raise

    async def _stop(self) -> None:
        self._engine.stop()

    async def _kill(self) -> None:
        """End the engine itself, where that is possible: nobody waits for its search any more."""


class AsyncBuiltinEngine(AsyncEngine):
    """Drive the built-in engine from an event loop: `async with Engine.builtin(...)`.

    No more calls search at a time than there are processors; an analysis that is read step by
    step is not among them.
    """

    async def _run(self, work: Callable[[], T], end: Callable[[], Awaitable[None]]) -> T:
        loop = asyncio.get_running_loop()
        if loop not in _processors:
            _processors[loop] = asyncio.Semaphore(os.cpu_count() or 1)
        async with _processors[loop]:
            return await super()._run(work, end)
