"""What an array must be before the core reads it."""

from __future__ import annotations

import os
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from crownhead.errors import InvalidArray

Scalar = TypeVar("Scalar", bound=np.generic)


def array_of(
    name: str, given: npt.ArrayLike, dtype: type[Scalar], shape: tuple[int | None, ...]
) -> npt.NDArray[Scalar]:
    """Return `given` as a contiguous array of a type and shape, where None is any length.

    Numbers of another type are converted if all of them fit. Raises `InvalidArray`.
    """
    try:
        found: npt.NDArray[Any] = np.asarray(given)
    except ValueError as wrong:
        raise InvalidArray(f"{name}: {wrong}") from None
    fits = found.ndim == len(shape) and all(
        wanted is None or wanted == length
        for wanted, length in zip(shape, found.shape, strict=True)
    )
    if not fits:
        wanted = " × ".join("n" if length is None else str(length) for length in shape)
        raise InvalidArray(f"{name}: shape {found.shape} is not {wanted}")
    if found.dtype == dtype:
        return np.ascontiguousarray(found)
    if found.size and found.dtype.kind not in "biu":
        raise InvalidArray(f"{name}: {found.dtype} is not a type of whole numbers")
    converted = found.astype(dtype)
    different = converted != found
    if different.any():
        place = int(np.argwhere(different)[0][0])
        raise InvalidArray(f"{name}: member {place} has numbers out of range", place)
    return np.ascontiguousarray(converted)


def thread_count(threads: int | None) -> int:
    """Return how many threads are meant: None is one for each processor.

    Raises `InvalidArray` for a number below 1.
    """
    if threads is None:
        return os.cpu_count() or 1
    if type(threads) is not int or threads < 1:
        raise InvalidArray(f"threads: {threads!r} is not a number from 1 on")
    return threads
