"""What does a piece of work somewhere and answers with a future."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Self, TypeVar

T = TypeVar("T")


class Workers(ABC):
    """Do pieces of work, `capacity` of them at once; a `with` block closes them."""

    capacity: int

    @abstractmethod
    def submit(self, work: Callable[..., T], *arguments: Any) -> Future[T]:
        """Submit `work` with these arguments.

        Where they are on other machines, `work` is a function of a module, and its arguments and
        what it returns can be pickled.
        """

    def share(self, value: T) -> T:
        """Return a handle that passes the value to many pieces of work."""
        return value

    def cancel(self, futures: list[Future[Any]]) -> None:
        """Give work up that nobody waits for any more; what is under way may be finished."""
        for future in futures:
            future.cancel()

    @abstractmethod
    def close(self) -> None:
        """Send the workers home once what they are at is done."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None = None, *_: object) -> None:
        self.close()
