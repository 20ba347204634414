"""The built-in engine for programs that run an event loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable
from typing import TYPE_CHECKING, TypeVar

from crownhead.engines.beside import beside, tell
from crownhead.engines.interface import Analysis, FaultAnswer, Limit
from crownhead.engines.turns import Turns

if TYPE_CHECKING:
    from crownhead.engines.builtin import BuiltinEngine
    from crownhead.game import Game
    from crownhead.move import Move
    from crownhead.position import Position

T = TypeVar("T")


class AsyncBuiltinEngine:
    """Drive the built-in engine from an event loop: `async with Engine.builtin(...)`.

    It has the methods of `Engine`, to be awaited, and takes one call after the other, but refuses
    them while an analysis is being read. A call that is cancelled stops its search; the engine can
    be used on.
    """

    def __init__(self, engine: BuiltinEngine) -> None:
        self._engine = engine
        self._turns = Turns()

    @property
    def last(self) -> Analysis | None:
        """Return what the engine found while it chose its last move; see `Engine.last`."""
        return self._engine.last

    async def play(self, on: Game | Position, limit: Limit | None = None) -> Move:
        """See `BuiltinEngine.play`."""
        return await self._call(lambda: self._engine.play(on, limit))

    async def analyse(
        self, on: Game | Position, limit: Limit | None = None, lines: int = 1
    ) -> Analysis:
        """See `BuiltinEngine.analyse`."""
        return await self._call(lambda: self._engine.analyse(on, limit, lines))

    async def analysis(
        self, on: Game | Position, limit: Limit | None = None, lines: int = 1
    ) -> AsyncGenerator[Analysis, None]:
        """See `BuiltinEngine.analysis`."""
        loop = asyncio.get_running_loop()
        found: asyncio.Queue[Analysis | None] = asyncio.Queue()

        def think() -> None:
            try:
                for one in self._engine.analysis(on, limit, lines):
                    tell(loop, found.put_nowait, one)
            finally:
                tell(loop, found.put_nowait, None)

        async with self._turns.call():
            thinking = beside(think)
            try:
                with self._turns.reading():
                    while (one := await found.get()) is not None:
                        yield one
                    await thinking
            finally:
                await self._ended(thinking)

    async def accepts_draw(self, game: Game) -> bool:
        """See `BuiltinEngine.accepts_draw`."""
        return await self._call(lambda: self._engine.accepts_draw(game))

    async def offers_draw(self, game: Game) -> bool:
        """See `BuiltinEngine.offers_draw`."""
        return await self._call(lambda: self._engine.offers_draw(game))

    async def answer_fault(self, game: Game) -> FaultAnswer:
        """See `BuiltinEngine.answer_fault`."""
        return await self._call(lambda: self._engine.answer_fault(game))

    def stop(self) -> None:
        """End the running search; it then returns the best so far."""
        self._engine.stop()

    async def close(self) -> None:
        """Stop, and give back the transposition table."""
        self._engine.close()

    async def _call(self, work: Callable[[], T]) -> T:
        async with self._turns.call():
            working = beside(work)
            try:
                return await asyncio.shield(working)
            finally:
                await self._ended(working)

    async def _ended(self, working: asyncio.Future[T]) -> None:
        """Stop what still runs, and wait for it: the next call finds the engine free."""
        while not working.done():
            self._engine.stop()
            await asyncio.wait([working], timeout=0.05)
        with contextlib.suppress(BaseException):
            working.exception()
