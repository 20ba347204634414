"""Blocking work beside an event loop, on a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


def in_background(work: Callable[[], T]) -> asyncio.Future[T]:
    """Run blocking work on a daemon thread; the future of the running loop gets its result.

    A pool would make interpreters wait for its threads at their exit, for ever perhaps.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            result = work()
        except BaseException as error:
            call_in_loop(loop, _fail, future, error)
        else:
            call_in_loop(loop, _settle, future, result)

    threading.Thread(target=run, name="engine call", daemon=True).start()
    return future


def call_in_loop(
    loop: asyncio.AbstractEventLoop, what: Callable[..., Any], *arguments: object
) -> None:
    """Call something in the loop from another thread; nothing happens once the loop is closed."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(what, *arguments)


def _settle(future: asyncio.Future[T], result: T) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: asyncio.Future[T], error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)
        future.exception()  # whoever was to hear of it may have been cancelled
