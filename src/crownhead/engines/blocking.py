"""Calls of an engine that hold up whoever makes them."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from crownhead.errors import EngineError

P = ParamSpec("P")
R = TypeVar("R")

_COROUTINE = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def blocks(method: Callable[P, R]) -> Callable[P, R]:
    """Refuse a call by a coroutine, whose event loop would stand still; for a method of an engine.

    It is nearly always one that was to be awaited, on the other object that `async with` gives.
    What a coroutine calls in turn is not looked at, and neither is what runs in a thread.

    >>> import asyncio
    >>> from crownhead import Engine, Game
    >>> async def play() -> None:
    ...     await Engine.builtin(level=1).play(Game("english"))
    >>> asyncio.run(play())  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    crownhead.errors.EngineError: BuiltinEngine.play blocks the event loop: await the object ...
    """

    @functools.wraps(method)
    def call(*args: P.args, **given: P.kwargs) -> R:
        if sys._getframe(1).f_code.co_flags & _COROUTINE:
            raise EngineError(
                f"{method.__qualname__} blocks the event loop: await the object that"
                " `async with engine as …` gives, or call it in a thread by asyncio.to_thread"
            )
        return method(*args, **given)

    return call
