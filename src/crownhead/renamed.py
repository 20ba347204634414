"""Names that were changed: what they were called before can be called for one more release."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def formerly(before: str, method: Callable[P, R]) -> Callable[P, R]:
    """Return a method or function under the name it had before, which warns of the new one.

    >>> class Clock:
    ...     def press(self) -> str:
    ...         return "pressed"
    ...
    ...     pressed = formerly("pressed", press)
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     Clock().pressed(), str(caught[0].message)
    ('pressed', 'Clock.pressed is called press')
    """
    scope = method.__qualname__.rpartition(".")[0]
    owner = scope.rpartition(".")[2] or method.__module__
    told = f"{owner}.{before} is called {method.__name__}"

    @functools.wraps(method)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        warnings.warn(told, DeprecationWarning, stacklevel=2)
        return method(*args, **kwargs)

    call.__name__ = before
    call.__qualname__ = f"{owner}.{before}" if scope else before
    call.__doc__ = f"Call `{method.__name__}`, which had this name before; for one more release."
    return call
