"""Files of claims, one a line: read as a whole, or gone on with by one run at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from crownhead import atomic
from crownhead.ballotbook.claims import Known, from_line
from crownhead.ballotbook.failure import InvalidClaim, LedgerError
from crownhead.locking import try_lock

MOST_BYTES = 500_000_000

Refuse = Callable[[int, InvalidClaim], None]
"""Called with the number of a line, from 1, and what is wrong in it."""


def read(path: Path) -> Iterator[Known]:
    """Yield the claims of a file; see `read_numbered`."""
    for _, claim in read_numbered(path):
        yield claim


def read_numbered(path: Path, refuse: Refuse | None = None) -> Iterator[tuple[int, Known]]:
    """Yield the claims of a file, each with the number of its line; they are not verified.

    Raises `InvalidClaim` for a line that is none, unless `refuse` takes it, and `OSError`. What
    follows the last end of a line was cut off, and does not count.
    """
    if path.stat().st_size > MOST_BYTES:
        raise LedgerError(f"{path} is larger than {MOST_BYTES // 1_000_000} MB")
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n") or not line.strip():
                continue
            try:
                yield number, from_line(line.decode("utf-8", "replace"))
            except InvalidClaim as error:
                if refuse is None:
                    message = f"{path}, line {number}: {error}"
                    raise InvalidClaim(message, error.place) from error
                refuse(number, error)


def write(path: Path, claims: Iterable[Known]) -> None:
    """Write a file of claims as a whole. Raises `OSError`."""
    atomic.write(path, *(claim.to_line() + "\n" for claim in claims))


@contextmanager
def open_ledger(path: Path) -> Iterator[tuple[list[Known], Callable[[Known], None]]]:
    """Give the claims of a file and what adds one, which is on the disk when that returns.

    A line that was cut off in the middle is taken away. Raises `LedgerError` where the file is in
    use, `InvalidClaim` for a line that is none, and `OSError`.
    """
    with path.open("a+b", buffering=0) as file:
        if not try_lock(file):
            raise LedgerError(f"{path} is in use by another run")
        known = list(read(path))
        file.seek(0)
        content = file.read()
        file.truncate(content.rfind(b"\n") + 1)

        def add(claim: Known) -> None:
            file.write(f"{claim.to_line()}\n".encode())
            os.fsync(file.fileno())

        yield known, add
